import { message } from './message.ts'

/** What texts an attribute of a CFDI may hold, after `must be`. */
export const ALLOWED = {
  text: message<{ readonly most: number }>({
    en: ({ most }) => `1 to ${most} characters, without | and control characters`,
    es: ({ most }) => `un texto de 1 a ${most} caracteres, sin | ni caracteres de control`,
  }),
  anyText: message<{ readonly most: number }>({
    en: ({ most }) => `1 to ${most} characters, without control characters`,
    es: ({ most }) => `un texto de 1 a ${most} caracteres, sin caracteres de control`,
  }),
  oneOf: message<{ readonly values: readonly string[] }>({
    en: ({ values }) => (values.length === 1 ? values.join('') : `one of ${values.join(', ')}`),
    es: ({ values }) =>
      values.length === 1 ? values.join('') : `una de estas claves: ${values.join(', ')}`,
  }),
  amount: message<{ readonly decimals: number }>({
    en: ({ decimals }) =>
      `an amount that is not below zero, of up to 18 digits and ${decimals} decimals`,
    es: ({ decimals }) =>
      `un importe no menor que cero, de hasta 18 dígitos y ${decimals} decimales`,
  }),
  positive: message<{ readonly decimals: number }>({
    en: ({ decimals }) => `a number above zero with up to ${decimals} decimals`,
    es: ({ decimals }) => `un número mayor que cero, de hasta ${decimals} decimales`,
  }),
  rate: message({
    en: () => 'a rate that is not below zero, of up to 6 decimals: 0.160000',
    es: () => 'una tasa no menor que cero, de hasta 6 decimales: 0.160000',
  }),
  twoDecimals: message({
    en: () => 'a number of up to 18 digits and 2 decimals',
    es: () => 'un número de hasta 18 dígitos y 2 decimales',
  }),
  digits: message<{ readonly count: number }>({
    en: ({ count }) => `${count} digits`,
    es: ({ count }) => `un número de ${count} dígitos`,
  }),
  lettersAndDigits: message<{ readonly count: number }>({
    en: ({ count }) => `${count} letters and digits`,
    es: ({ count }) => `un texto de ${count} letras y dígitos`,
  }),
  someLettersAndDigits: message<{ readonly most: number }>({
    en: ({ most }) => `1 to ${most} letters and digits`,
    es: ({ most }) => `un texto de 1 a ${most} letras y dígitos`,
  }),
  key: message<{ readonly catalog: string }>({
    en: ({ catalog }) => `a key of ${catalog}`,
    es: ({ catalog }) => `una clave de ${catalog}`,
  }),
  keyBetween: message<{
    readonly catalog: string
    readonly first: string
    readonly last: string
  }>({
    en: ({ catalog, first, last }) => `a key of ${catalog}, ${first} to ${last}`,
    es: ({ catalog, first, last }) => `una clave de ${catalog}, de ${first} a ${last}`,
  }),
  dateTime: message({
    en: () => 'a local time such as 2026-03-02T09:30:00, without a zone',
    es: () => 'una fecha y hora local como 2026-03-02T09:30:00, sin zona horaria',
  }),
  day: message({
    en: () => 'a day such as 2026-03-02',
    es: () => 'una fecha como 2026-03-02',
  }),
  wholeNumber: message<{ readonly least: number }>({
    en: ({ least }) => `a whole number of ${least} or more`,
    es: ({ least }) => `un número entero de ${least} o más`,
  }),
  textBetween: message<{ readonly least: number; readonly most: number }>({
    en: ({ least, most }) => `${least} to ${most} characters, without |`,
    es: ({ least, most }) => `un texto de ${least} a ${most} caracteres, sin |`,
  }),
  someDigits: message<{ readonly least: number; readonly most: number }>({
    en: ({ least, most }) => `${least} to ${most} digits`,
    es: ({ least, most }) => `un número de ${least} a ${most} dígitos`,
  }),
  seniority: message<{ readonly example: string }>({
    en: ({ example }) => `a length of time such as ${example}`,
    es: ({ example }) => `un lapso como ${example}`,
  }),
  curp: message({
    en: () => 'a CURP in capitals',
    es: () => 'una CURP en mayúsculas',
  }),
  rfc: message({
    en: () => 'an RFC in capitals',
    es: () => 'un RFC en mayúsculas',
  }),
  companyRfc: message({
    en: () => 'the RFC of a company, in capitals',
    es: () => 'el RFC de una persona moral, en mayúsculas',
  }),
  uuid: message({
    en: () => 'a UUID',
    es: () => 'un UUID',
  }),
  uuidOrNumber: message({
    en: () => 'a UUID, or the number of a fiscal form such as 123-45-678901234',
    es: () => 'un UUID, o el número de una forma fiscal como 123-45-678901234',
  }),
  rfcOfBank: message({
    en: () => 'the RFC of a bank, or XEXX010101000 for one abroad',
    es: () => 'el RFC de un banco, o XEXX010101000 para uno extranjero',
  }),
  base64: message({
    en: () => 'text in base64',
    es: () => 'un texto en base64',
  }),
  pedimento: message<{ readonly example: string }>({
    en: ({ example }) => `a pedimento such as ${example}, with two spaces between its parts`,
    es: ({ example }) => `un pedimento como ${example}, con dos espacios entre sus partes`,
  }),
  year: message({
    en: () => 'a year since 2019',
    es: () => 'un año desde 2019',
  }),
  account: message({
    en: () => '10 to 50 capitals, digits and _',
    es: () => 'un texto de 10 a 50 mayúsculas, dígitos y _',
  }),
  partNumber: message({
    en: () => 'a number from 1 to 999',
    es: () => 'un número de 1 a 999',
  }),
}
