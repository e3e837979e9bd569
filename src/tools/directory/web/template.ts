/** Every column that a file may have, with two people as examples. Groups are separated by semicolons. */
export const template = [
  'key,givenName,familyName,kind,accountName,email,title,department,departmentCode,phone,fax,mailbox,groups,confidential',
  'E1001,Ada,Example,employee,aexample,ada.example@college.edu,Registrar,Registrar,REG,5101,5102,12,Staff; Registrar,no',
  'S2001,Ben,Example,student,bexample,ben.example@college.edu,,,,,,,Students,no',
  '',
].join('\r\n');
