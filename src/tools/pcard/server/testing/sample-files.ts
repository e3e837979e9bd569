/** A bank's export of five transactions, as downloaded from its website. */
export const bankSample = [
  'Account Number,Cardholder Name,Transaction Date,Posting Date,Reference Number,Merchant Name,MCC,Amount,GL Account,Description',
  '************4821,"Alvarez, Maria",11/03/2026,11/05/2026,24692166308100012345678,STAPLES 00112,5943,128.47,10120061010,Toner and paper',
  '************4821,"Alvarez, Maria",11/09/2026,11/10/2026,24445006314000987654321,AMAZON MKTPL*1A2B3,5942,54.99,10120061010,"Lab notebooks, 6 ct"',
  '************9034,"Okafor, Daniel",11/12/2026,11/13/2026,24755426317170001122334,DELTA AIR 0062345678901,3058,412.60,10130062050,NCUR travel',
  '************9034,"Okafor, Daniel",11/16/2026,11/17/2026,74755426321170009988776,DELTA AIR 0062345678901,3058,-75.00,10130062050,Fare credit',
  '************1177,"Reyes, Ann",11/20/2026,11/21/2026,24137466325001234567890,HOME DEPOT #1234,5200,"1,039.00",10150063010,Shop vac',
  '',
].join('\n');

const vcfLine = (cells: Readonly<Record<number, string>>) =>
  Array.from({ length: 22 }, (_one, at) => cells[at] ?? '').join('\t');

/** A line of Visa's card transactions. Cards are full numbers there. */
const vcfTransaction = (
  card: string,
  day: string,
  reference: string,
  merchant: string,
  cents: string,
  mcc: string,
  type: string,
) =>
  vcfLine({
    0: '4',
    1: card,
    2: day,
    3: reference,
    4: '1',
    8: merchant,
    13: cents,
    14: cents,
    15: '840',
    16: mcc,
    17: type,
    18: day,
    19: '840',
  });

/** The same five purchases in Visa Commercial Format 4, with a block of travel details that isn't money. */
export const vcf4Sample = [
  vcfLine({ 0: '8', 1: 'COLLEGE', 4: '05' }),
  vcfTransaction('4111111111114821', '11032026', 'R1', 'STAPLES 00112', '0000000012847', '5943', '10'),
  vcfTransaction('4111111111114821', '11092026', 'R2', 'AMAZON MKTPL*1A2B3', '0000000005499', '5942', '10'),
  vcfTransaction('4111111111119034', '11122026', 'R3', 'DELTA AIR', '0000000041260', '3058', '10'),
  vcfTransaction('4111111111119034', '11162026', 'R4', 'DELTA AIR', '0000000007500', '3058', '11'),
  vcfTransaction('4111111111111177', '11202026', 'R5', 'CAFÉ DÉPÔT', '0000000103900', '5200', '10'),
  vcfLine({ 0: '9', 1: 'COLLEGE', 4: '05' }),
  vcfLine({ 0: '8', 1: 'COLLEGE', 4: '14' }),
  vcfLine({ 0: '4', 1: '4111111111119034', 14: '0000000041260' }),
  vcfLine({ 0: '9', 1: 'COLLEGE', 4: '14' }),
  '',
].join('\r\n');

const cdfPosting = (
  id: string,
  side: 'D' | 'C',
  cents: string,
  day: string,
  merchant: string,
  mcc: string,
) => `
        <FinancialTransactionEntity>
          <FinancialTransaction_5000>
            <ProcessorTransactionId>${id}</ProcessorTransactionId>
            <TransactionDate>${day}</TransactionDate><PostingDate>${day}</PostingDate>
            <DebitOrCreditIndicator>${side}</DebitOrCreditIndicator>
            <AmountInPostedCurrency CurrencyExponent="2">${cents}</AmountInPostedCurrency>
            <PostedCurrencyCode>840</PostedCurrencyCode>
          </FinancialTransaction_5000>
          <CardAcceptor_5001>
            <CardAcceptorName>${merchant}</CardAcceptorName>
            <CardAcceptorBusinessCode>${mcc}</CardAcceptorBusinessCode>
          </CardAcceptor_5001>
        </FinancialTransactionEntity>`;

/** Three purchases and a credit of two cards in Mastercard's format. */
export const cdf3Sample = `<?xml version="1.0" encoding="UTF-8"?>
<CDFTransmissionFile>
  <IssuerEntity><CorporateEntity>
    <AccountEntity AccountNumber="5555555555554444">
      <AccountInformation_4300><NameLine1>REYES ANN</NameLine1></AccountInformation_4300>${cdfPosting('A1', 'D', '103900', '2026-11-20', 'HOME DEPOT &amp; CO', '5200')}${cdfPosting('A2', 'C', '3900', '2026-11-23', 'HOME DEPOT &amp; CO', '5200')}
    </AccountEntity>
    <AccountEntity AccountNumber="5105105105105100">
      <AccountInformation_4300><NameLine1>OKAFOR DANIEL</NameLine1></AccountInformation_4300>${cdfPosting('B1', 'D', '41260', '2026-11-12', '=DELTA AIR', '3058')}${cdfPosting('B2', 'D', '0', '2026-11-13', 'DELTA AIR', '3058')}
    </AccountEntity>
  </CorporateEntity></IssuerEntity>
</CDFTransmissionFile>
`;
