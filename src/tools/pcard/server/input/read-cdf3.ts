import { SaxesParser } from 'saxes';
import { largestTable } from '../../../../platform/contract/largest-table.ts';
import type { RowError } from '../../../../platform/contract/problem.ts';
import { takeTurns } from '../../../../platform/server/concurrency/take-turns.ts';
import { decodeText } from '../../../../platform/server/csv/decode-text.ts';
import { fileError, rowError } from '../../../../platform/server/csv/scan-records.ts';
import type { Reading } from './read-delimited.ts';
import type { Written } from './transaction.ts';

const usDollars = '840';
const mostDepth = 50;
const mostText = 10_000;
const pieceLength = 64 * 1024;

/** Elements that are a posting in their own right. Their details say more about the same purchase. */
const postings = ['FinancialTransactionEntity', 'FinancialAdjustmentRecord_5900'];

class NotReadable extends Error {}

/**
 * Mastercard CDF3: XML with the accounts of a company and the postings of each. Read as a stream and without a document
 * type, so that no entity can grow or reach a file. The row is the line where a posting begins, or the next free one
 * if several begin on one line.
 */
export async function readCdf3(bytes: Buffer): Promise<Reading> {
  const decoded = await decodeText(bytes);
  if ('message' in decoded) return { written: [], errors: [fileError(decoded.message)] };
  const postingsFound = new Postings();
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  const fail = (message: string): never => {
    throw new NotReadable(message);
  };
  let depth = 0;
  parser.on('doctype', () =>
    fail("A document type can't be used here. Use the file as it came from the bank."),
  );
  parser.on('error', () => fail('This is not well-formed XML from here on, or the file is not complete.'));
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > mostDepth) fail('This XML is nested too deeply.');
    postingsFound.open(local(name), attributes, parser.line);
    if (postingsFound.count > largestTable.rows)
      fail(`A file can have at most ${largestTable.rows.toLocaleString('en-US')} rows.`);
  });
  parser.on('text', (text) => postingsFound.read(text.slice(0, mostText)));
  parser.on('cdata', (text) => postingsFound.read(text.slice(0, mostText)));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    postingsFound.close(local(name));
  });
  const turn = takeTurns();
  const text = decoded.bytes.toString('utf8');
  if (text.trim() === '') return { written: [], errors: [fileError('This file is empty.')] };
  try {
    for (let start = 0; start < text.length; start += pieceLength) {
      parser.write(text.slice(start, start + pieceLength));
      await turn();
    }
    parser.close();
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    const { message } = error;
    const hasTooMany = postingsFound.count > largestTable.rows;
    return { written: [], errors: [hasTooMany ? fileError(message) : rowError(parser.line, message)] };
  }
  if (!postingsFound.isTransmission)
    return {
      written: [],
      errors: [fileError('This is not a CDF3 file: there is no CDFTransmissionFile.')],
    };
  return postingsFound;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** Collects postings while the elements open and close. */
class Postings {
  readonly written: Written[] = [];
  readonly errors: RowError[] = [];
  isTransmission = false;
  count = 0;
  #card = '';
  #cardholder = '';
  #begun = 0;
  #fields: Map<string, string> | null = null;
  #exponent = '2';
  #text = '';

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    this.#text = '';
    if (name === 'CDFTransmissionFile') this.isTransmission = true;
    if (name === 'AccountEntity') {
      this.#card = attributes.AccountNumber ?? '';
      this.#cardholder = '';
    }
    if (postings.includes(name)) {
      this.#fields = new Map();
      this.#exponent = '2';
      // A file may be a single line, and people have to be able to tell its postings apart.
      this.#begun = Math.max(line, this.#begun + 1);
      this.count += 1;
    }
    if (name === 'AmountInPostedCurrency') this.#exponent = attributes.CurrencyExponent ?? '2';
  }

  read(text: string): void {
    this.#text += text.slice(0, mostText - this.#text.length);
  }

  close(name: string): void {
    const text = this.#text.trim();
    this.#text = '';
    if (name === 'NameLine1' && this.#fields === null) this.#cardholder = text;
    // The first one counts: details repeat names of elements.
    if (this.#fields !== null && text !== '' && !this.#fields.has(name)) this.#fields.set(name, text);
    if (!postings.includes(name) || this.#fields === null) return;
    this.#finish(this.#fields, name);
    this.#fields = null;
  }

  #finish(fields: ReadonlyMap<string, string>, name: string): void {
    const row = this.#begun;
    const of = (element: string) => fields.get(element) ?? '';
    const side = of('DebitOrCreditIndicator');
    const mistake = this.#mistakeOf(side, of('PostedCurrencyCode'));
    if (mistake !== null) {
      const [column, message] = mistake;
      this.errors.push({ row, column, value: of(column), message });
      return;
    }
    const isAdjustment = name === 'FinancialAdjustmentRecord_5900';
    this.written.push({
      row,
      values: {
        card: this.#card,
        cardholder: this.#cardholder,
        date: of('TransactionDate') || of('PostingDate'),
        posted: of('PostingDate'),
        reference: of('ProcessorTransactionId') || of('AcquirerReferenceData'),
        merchant: of('CardAcceptorName') || (isAdjustment ? of('AdjustmentDescription') || 'Adjustment' : ''),
        mcc: of('CardAcceptorBusinessCode'),
        amount: of('AmountInPostedCurrency'),
      },
      isCredit: side === 'C',
    });
  }

  #mistakeOf(side: string, currency: string): [column: string, message: string] | null {
    if (side !== 'D' && side !== 'C') return ['DebitOrCreditIndicator', 'Enter D or C.'];
    if (currency !== usDollars)
      return ['PostedCurrencyCode', 'Only amounts in US dollars (840) can be processed.'];
    if (this.#exponent !== '2') return ['AmountInPostedCurrency', 'US dollars have a CurrencyExponent of 2.'];
    return null;
  }
}
