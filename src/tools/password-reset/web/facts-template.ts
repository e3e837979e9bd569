/** The columns of an import, with one made-up person. */
export const factsTemplate =
  'principalEmail,id,birthdate,last4ssn,personalPhoneNumber,personalEmail\r\n' +
  'ada@sawtooth.example,800999,2005-03-14,0123,208-555-0199,ada@home.example\r\n';
