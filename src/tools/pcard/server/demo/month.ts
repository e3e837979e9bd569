import { writeDay } from '../input/values.ts';

/** A made-up purchase. */
export interface DemoPurchase {
  card: string;
  cardholder: string;
  /** `YYYY-MM-DD`. */
  day: string;
  reference: string;
  merchant: string;
  mcc: string;
  cents: number;
  account: string;
  description: string;
}

const cardholders = [
  { card: '4821', cardholder: 'Alvarez, Maria', unit: '10120061010' },
  { card: '9034', cardholder: 'Okafor, Daniel', unit: '10130062050' },
  { card: '1177', cardholder: 'Reyes, Ann', unit: '10150063010' },
  { card: '6650', cardholder: 'Lindqvist, Zoë', unit: '10140064020' },
] as const;

const shops = [
  { merchant: 'STAPLES 00112', mcc: '5943', about: 'Toner and paper', cents: 12_847 },
  { merchant: 'AMAZON MKTPL*1A2B3', mcc: '5942', about: 'Lab notebooks, 6 ct', cents: 5_499 },
  { merchant: 'DELTA AIR 0062345678901', mcc: '3058', about: 'Travel to a meeting', cents: 41_260 },
  { merchant: 'HOME DEPOT #1234', mcc: '5200', about: 'Shop vac', cents: 103_900 },
  { merchant: 'CAFÉ MUSTARD', mcc: '5812', about: 'Lunch of a search committee', cents: 8_615 },
  { merchant: 'FISHER SCI', mcc: '5047', about: 'Pipette tips', cents: 21_375 },
  { merchant: 'USPS 1552000', mcc: '9402', about: 'Postage', cents: 1_360 },
] as const;

const daysOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();

/** Sixty purchases of a month (`2026-11`), the same each time, with a credit and a zero line. */
export function demoMonth(month: string): DemoPurchase[] {
  const days = daysOf(month);
  return Array.from({ length: 60 }, (_one, index) => {
    const who = cardholders[(index * 5 + Math.floor(index / 7)) % cardholders.length] ?? cardholders[0];
    const shop = shops[(index * 3 + Number(month.slice(5))) % shops.length] ?? shops[0];
    const isCredit = index % 17 === 9;
    const cents = index === 30 ? 0 : (isCredit ? -1 : 1) * (shop.cents + ((index * 7_919) % 2_500));
    return {
      card: who.card,
      cardholder: who.cardholder,
      day: `${month}-${String(1 + Math.floor((index * days) / 60)).padStart(2, '0')}`,
      reference: `24${month.replace('-', '')}${String(index).padStart(15, '0')}`,
      merchant: shop.merchant,
      mcc: shop.mcc,
      cents,
      account: who.unit,
      description: isCredit ? `Return: ${shop.about}` : shop.about,
    };
  });
}

const header =
  'Account Number,Cardholder Name,Transaction Date,Posting Date,Reference Number,Merchant Name,MCC,Amount,GL Account,Description';

/** The purchases as the bank's website exports them. */
export function bankExport(purchases: readonly DemoPurchase[]): string {
  const lines = purchases.map((one) => {
    const day = writeDay(one.day, 'MM/DD/YYYY');
    const amount = (one.cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
    const cells = [
      one.card.padStart(16, '*'),
      one.cardholder,
      day,
      day,
      one.reference,
      one.merchant,
      one.mcc,
    ];
    return [...cells, amount, one.account, one.description].map(quoted).join(',');
  });
  return `${[header, ...lines].join('\r\n')}\r\n`;
}

const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The same file after someone in a hurry has edited it. */
export function damagedExport(purchases: readonly DemoPurchase[]): string {
  const rows = bankExport(purchases).split('\r\n');
  const edit = (row: number, from: string | RegExp, to: string) => {
    rows[row - 1] = (rows[row - 1] ?? '').replace(from, to);
  };
  edit(3, /\d\d\/(\d\d\/\d{4})/, '13/$1');
  edit(5, /,101\d{8},/, ',1.0120061E+10,');
  edit(8, /,101\d{8},/, ',1012006,');
  edit(11, '*'.repeat(12), 'card ');
  edit(14, /,("?)(-?[\d,]+\.\d\d)("?),(?=101)/, ',12.345,');
  edit(20, /,"?[^",]*"?$/, ',Two words, not in quotes');
  return rows.join('\r\n');
}

/** For Visa: tabs, full card numbers, cents. The cards are test numbers that belong to no one. */
export function visaFile(purchases: readonly DemoPurchase[]): string {
  const line = (cells: Readonly<Record<number, string>>) =>
    Array.from({ length: 22 }, (_one, at) => cells[at] ?? '').join('\t');
  const lines = purchases.map(({ card, day, reference, merchant, mcc, cents }) => {
    const [date, amount] = [writeDay(day, 'MMDDYYYY'), String(Math.abs(cents)).padStart(16, '0')];
    const type = cents < 0 ? '11' : '10';
    const first = {
      0: '4',
      1: `411111111111${card}`,
      2: date,
      3: reference,
      4: '1',
      8: merchant,
      13: amount,
    };
    return line({ ...first, 14: amount, 15: '840', 16: mcc, 17: type, 18: date, 19: '840' });
  });
  const frame = { 1: 'SAWTOOTH', 4: '05' };
  return `${[line({ 0: '8', ...frame }), ...lines, line({ 0: '9', ...frame })].join('\r\n')}\r\n`;
}

const xml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** For Mastercard: XML, one account after another. */
export function mastercardFile(purchases: readonly DemoPurchase[]): string {
  const accounts = [...Map.groupBy(purchases, ({ card }) => card)].map(([card, own]) => {
    const postings = own.map(
      (one) => `      <FinancialTransactionEntity>
        <FinancialTransaction_5000>
          <ProcessorTransactionId>${one.reference}</ProcessorTransactionId>
          <TransactionDate>${one.day}</TransactionDate><PostingDate>${one.day}</PostingDate>
          <DebitOrCreditIndicator>${one.cents < 0 ? 'C' : 'D'}</DebitOrCreditIndicator>
          <AmountInPostedCurrency CurrencyExponent="2">${Math.abs(one.cents)}</AmountInPostedCurrency>
          <PostedCurrencyCode>840</PostedCurrencyCode>
        </FinancialTransaction_5000>
        <CardAcceptor_5001>
          <CardAcceptorName>${xml(one.merchant)}</CardAcceptorName>
          <CardAcceptorBusinessCode>${one.mcc}</CardAcceptorBusinessCode>
        </CardAcceptor_5001>
      </FinancialTransactionEntity>`,
    );
    return `    <AccountEntity AccountNumber="555555555555${card}">
      <AccountInformation_4300><NameLine1>${xml(own[0]?.cardholder ?? '')}</NameLine1></AccountInformation_4300>
${postings.join('\n')}
    </AccountEntity>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<CDFTransmissionFile>
  <IssuerEntity><CorporateEntity>
${accounts.join('\n')}
  </CorporateEntity></IssuerEntity>
</CDFTransmissionFile>
`;
}
