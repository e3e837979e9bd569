import { describe, expect, test } from 'vitest';
import type { Block, Inline } from '../../contract/texts.ts';
import { busyTime } from '../testing/longest-turn.ts';
import { readBlocks } from './blocks.ts';
import { TextMistake } from './text-mistake.ts';

const reading = {
  path: '/departments/facilities/key-request-process',
  secrets: {
    account: { label: 'account number', value: 'AC-1' },
    password: { label: 'submittal password', value: undefined },
  },
} as const;
const read = (markdown: string) => readBlocks(markdown, reading);

function plain(text: string): Inline {
  return { kind: 'text', text, marks: [] };
}

/** The inline parts of a text that is one paragraph. */
function line(markdown: string): Inline[] {
  const [only, ...others] = read(markdown);
  if (only?.kind !== 'paragraph' || others.length > 0) throw new Error('This is not one paragraph.');
  return only.content;
}

describe('what an author writes is shown', () => {
  test('headings start below the title of the page, skip no level, and each have an address', () => {
    const headings = '# Lost keys\n\n## Lost keys\n\n## Lost keys 2\n\n##### Café & co\n\n## Main\n\n## 鍵';
    expect(read(headings)).toEqual([
      { kind: 'heading', level: 2, id: 'lost-keys', content: [plain('Lost keys')] },
      { kind: 'heading', level: 2, id: 'lost-keys-2', content: [plain('Lost keys')] },
      { kind: 'heading', level: 2, id: 'lost-keys-2-2', content: [plain('Lost keys 2')] },
      { kind: 'heading', level: 3, id: 'cafe-co', content: [plain('Café & co')] },
      { kind: 'heading', level: 2, id: 'main-2', content: [plain('Main')] },
      { kind: 'heading', level: 2, id: 'section', content: [plain('鍵')] },
    ]);
  });

  test('marks, line breaks, references and escapes', () => {
    expect(line('A **bold *and* `x < &amp; y`** &ndash; &#8220;\\*so\\*&#x201D;  \nnext &unknown;')).toEqual([
      plain('A '),
      { kind: 'text', text: 'bold ', marks: ['strong'] },
      { kind: 'text', text: 'and', marks: ['strong', 'emphasis'] },
      { kind: 'text', text: ' ', marks: ['strong'] },
      { kind: 'text', text: 'x < &amp; y', marks: ['strong', 'code'] },
      plain(' – “*so*”'),
      { kind: 'break' },
      plain('next &unknown;'),
    ]);
  });

  test('nested lists, numbered from where they start', () => {
    const item = (text: string): Block[] => [{ kind: 'paragraph', content: [plain(text)] }];
    expect(read('3. three\n4. four\n   - deeper\n   - [x] done')).toEqual([
      {
        kind: 'list',
        ordered: true,
        start: 3,
        tight: true,
        items: [
          item('three'),
          [
            ...item('four'),
            { kind: 'list', ordered: false, start: 1, tight: true, items: [item('deeper'), item('☑ done')] },
          ],
        ],
      },
    ]);
  });

  test('tables, quotes, rules and code', () => {
    expect(read('| a | b |\n|---|--:|\n| 1 |\n\n> said\n\n---\n\n    code <b>')).toEqual([
      {
        kind: 'table',
        alignments: ['start', 'end'],
        header: [[plain('a')], [plain('b')]],
        rows: [[[plain('1')], []]],
      },
      { kind: 'quote', content: [{ kind: 'paragraph', content: [plain('said')] }] },
      { kind: 'rule' },
      { kind: 'code', text: 'code <b>' },
    ]);
  });

  test('a rule as long as a line', () => {
    for (const rule of ['- '.repeat(60), ` ${'* '.repeat(60)}*`, '-'.repeat(100)])
      expect(read(`over\n\n${rule}\n\nbelow`)).toMatchObject([{}, { kind: 'rule' }, {}]);
  });

  test('notes between authors are not shown', () => {
    const markdown = 'before <!-- ask Rita --> after\n\n<!--\n\nold text\n\n-->\n\nend';
    expect(JSON.stringify(read(markdown))).not.toMatch(/Rita|old text|--/);
    expect(read(markdown)).toHaveLength(2);
  });
});

describe('anything harmful is text', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<b onclick="alert(1)">bold</b>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<style>*{display:none}</style>',
    '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
  ])('HTML is shown as it was written: %s', (html) => {
    expect(line(html)).toEqual([plain(html)]);
    expect(line(`see ${html}`)).toEqual([plain(`see ${html}`)]);
  });

  test('a script hidden behind a comment stays text', () => {
    expect(line('<!-- x --><script>alert(1)</script>')).toEqual([plain('<script>alert(1)</script>')]);
  });

  test('a picture is replaced by its description', () => {
    expect(line('![a map](https://tracker.example/p.gif)')).toEqual([plain('a map')]);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'java&Tab;script:alert(1)',
    'java&NewLine;script&colon;alert(1)',
    '&#1;javascript:alert(1)',
    'data:text/html,alert(1)',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://sawtooth.example/1',
    'https://sawtooth.example@evil.example/',
    '/\\evil.example/',
    '/.//evil.example/',
    'https://',
    'http&#58;//a&#32;b.example/',
  ])('a link to %s is only its text', (address) => {
    expect(line(`[here](<${address}>)`)).toEqual([plain('here')]);
  });

  test('footnotes and bare addresses are no way around it', () => {
    expect(line('<javascript:alert(1)>')).toEqual([plain('javascript:alert(1)')]);
    expect(read('[x][r]\n\n[r]: javascript:alert(1)')).toEqual([
      { kind: 'paragraph', content: [plain('x')] },
    ]);
  });
});

test.each([
  ['https://sawtooth.example/a?b=1&amp;c=2', 'https://sawtooth.example/a?b=1&c=2'],
  ['HTTP://SAWTOOTH.example', 'http://sawtooth.example/'],
  ['//sawtooth.example/a', 'https://sawtooth.example/a'],
  ['mailto:keys@sawtooth.example', 'mailto:keys@sawtooth.example'],
  ['/support', '/support'],
  ['work-order-system', '/departments/facilities/work-order-system'],
  ['../information-technology?a=b#c', '/departments/information-technology?a=b#c'],
  ['#lost-keys', '#lost-keys'],
  ['/departments/facilities/key-request-process#lost-keys', '#lost-keys'],
])('a link to %s goes to %s', (written, href) => {
  expect(line(`[**go**](${written})`)).toEqual([
    { kind: 'link', href, content: [{ kind: 'text', text: 'go', marks: ['strong'] }] },
  ]);
});

describe('a secret', () => {
  test('that is configured is a button, with its label', () => {
    expect(line('Use {{secret:account}}, **{{secret:account, otherwise ask}}**')).toEqual([
      plain('Use '),
      { kind: 'secret', secret: 'account', label: 'account number' },
      plain(', '),
      { kind: 'secret', secret: 'account', label: 'account number' },
    ]);
  });

  test('that is not configured leaves the words for that case, or nothing', () => {
    expect(line('Use {{secret:password, otherwise the one from Facilities}}.')).toEqual([
      plain('Use the one from Facilities.'),
    ]);
    expect(line('Use {{secret:password}}.')).toEqual([plain('Use .')]);
  });

  test('in code is left as written', () => {
    expect(line('`{{secret:account}}`')).toEqual([
      { kind: 'text', text: '{{secret:account}}', marks: ['code'] },
    ]);
  });

  test.each([
    ['{{secret:pasword}}', /pasword/],
    ['{{account}}', /is not a placeholder/],
    ['{{secret:constructor}}', /is not a placeholder/],
    ['{{secret:account', /cannot be read/],
    ['{{secret:account, otherwise *ask*}}', /plain text/],
    ['# Number {{secret:account}}', /heading/],
    ['[{{secret:account}}](/support)', /link/],
  ])('that is written wrongly is a mistake: %s', (markdown, sentence) => {
    expect(() => read(markdown)).toThrow(TextMistake);
    expect(() => read(markdown)).toThrow(sentence);
  });
});

describe('what no one could read is a mistake', () => {
  test.each(['>'.repeat(5_000), `${'- '.repeat(2_000)}x`, `${'> '.repeat(7)}x`])(
    'too deep: %s',
    (markdown) => {
      expect(() => read(markdown)).toThrow(/more than 6 levels/);
    },
  );

  test.each([
    ['quotes', '>'.repeat(900)],
    ['lists', '- '.repeat(1_000)],
    ['numbered lists', '1. '.repeat(700)],
  ])('%s in each other above many lines, within a moment', (_what, opening) => {
    const start = busyTime();
    expect(() => read(`${opening}${'a\n=\n'.repeat(500)}`)).toThrow(/more than 6 levels/);
    expect(busyTime() - start).toBeLessThan(500);
  });

  test.each([
    ['that end nowhere', "**a'".repeat(1_000)],
    ['within each other', `${'*'.repeat(1_333)}${'#[a](\\['.repeat(190)}${'*'.repeat(1_333)}`],
  ])('asterisks %s, within a moment', (_what, markdown) => {
    const start = busyTime();
    expect(() => read(markdown)).toThrow(/too many asterisks/);
    expect(busyTime() - start).toBeLessThan(500);
  });

  test('a table that is too wide', () => {
    expect(() => read(`${'| a '.repeat(7)}|\n${'|---'.repeat(7)}|`)).toThrow(/more than 6 columns/);
  });

  test('long runs of marks end, and lose nothing', () => {
    for (const markdown of [
      '['.repeat(40_000),
      '![['.repeat(13_000),
      '<'.repeat(40_000),
      '**a** '.repeat(660),
    ]) {
      expect(JSON.stringify(read(markdown)).length).toBeGreaterThan(markdown.trim().length);
    }
  });
});
