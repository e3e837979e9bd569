import type { FixedField, OutputField, ProfileOutput } from '../../contract/profile-output.ts';

/** How a file is written: at fixed positions, or separated with a header. */
export type Layout =
  | { kind: 'fixed'; lineEnd: string; fields: readonly FixedField[] }
  | {
      kind: 'delimited';
      lineEnd: string;
      separator: string;
      header: boolean;
      fields: readonly (OutputField & { name: string })[];
    };

const usual = { text: '', part: undefined, amounts: 'decimal', dates: 'MM/DD/YYYY' } as const;
const left = { ...usual, align: 'left', fill: ' ' } as const;
const right = { ...usual, align: 'right', fill: ' ' } as const;

/** The layout that a profile names or describes. */
export function layoutOf(output: ProfileOutput): Layout {
  switch (output.kind) {
    case 'colleague':
      return { kind: 'fixed', lineEnd: '\r\n', fields: colleague(output.source) };
    case 'banner':
      return { kind: 'fixed', lineEnd: '\n', fields: banner(output) };
    case 'csv':
      return { kind: 'delimited', lineEnd: '\r\n', separator: ',', header: true, fields: plain };
    case 'fixed':
      return { ...output, lineEnd: lineEnd(output.lineEnds) };
    case 'delimited':
      return { ...output, lineEnd: lineEnd(output.lineEnds) };
  }
}

const lineEnd = (name: 'crlf' | 'lf') => (name === 'crlf' ? '\r\n' : '\n');

/** Ellucian Colleague, GLIM: amounts in cents without a point, the same reference and date on every line. */
function colleague(source: string): FixedField[] {
  return [
    { ...left, value: 'text', text: source, length: 2 },
    { ...left, value: 'account', length: 11 },
    { ...right, value: 'debit', amounts: 'cents', length: 13 },
    { ...right, value: 'credit', amounts: 'cents', length: 13 },
    { ...left, value: 'description', length: 30 },
    { ...left, value: 'reference', length: 10 },
    { ...left, value: 'date', dates: 'MM/DD/YY', length: 8 },
  ];
}

/** Ellucian Banner, FUPLOAD: amounts with a point, the side as D or C. */
function banner({ rule, parts }: Extract<ProfileOutput, { kind: 'banner' }>): FixedField[] {
  const { index, fund, organization, account, program, activity, location } = parts;
  const segments = [index, fund, organization, account, program, activity, location];
  return [
    { ...left, value: 'text', text: rule, length: 4 },
    ...segments.map(
      (part): FixedField =>
        part === undefined
          ? { ...left, value: 'text', length: 6 }
          : { ...left, value: 'account', part, length: 6 },
    ),
    { ...right, value: 'amount', length: 12 },
    { ...left, value: 'side', length: 1 },
    { ...left, value: 'description', length: 35 },
  ];
}

const plain: readonly (OutputField & { name: string })[] = [
  { ...usual, name: 'reference', value: 'reference' },
  { ...usual, name: 'line', value: 'line' },
  { ...usual, name: 'date', value: 'date', dates: 'YYYY-MM-DD' },
  { ...usual, name: 'account', value: 'account' },
  { ...usual, name: 'debit', value: 'debit' },
  { ...usual, name: 'credit', value: 'credit' },
  { ...usual, name: 'description', value: 'description' },
  { ...usual, name: 'card', value: 'card' },
];
