import { isDay } from './rfc.ts'

const STATES =
  'AS|BC|BS|CC|CS|CH|CL|CM|DF|DG|GT|GR|HG|JC|MC|MN|MS|NT|NL|OC|PL|QT|QR|SP|SL|SR|TC|TS|TL|VZ|YN|ZS|NE'
// Four letters of the name, the day, sex, state, three inner consonants, a homoclave and the check digit.
const CURP = new RegExp(
  `^([A-Z][AEIOUX][A-Z]{2})(\\d{2})(\\d{2})(\\d{2})[HMX](?:${STATES})[B-DF-HJ-NP-TV-Z]{3}[A-Z\\d]\\d$`,
)
const VALUES = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'

export interface Curp {
  readonly text: string
  /** `YYMMDD` of birth. */
  readonly date: string
}

export function normalizeCurp(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, '')
}

/**
 * Reads a normalized CURP; undefined when its form, its day or its check digit is wrong.
 * @source RENAPO, Instructivo normativo para la asignación de la CURP
 */
export function parseCurp(text: string): Curp | undefined {
  const [, , year = '', month = '', day = ''] = CURP.exec(text) ?? []
  if (year === '' || !isDay(month, day) || curpCheckDigit(text) !== text.at(-1)) return undefined
  return { text, date: year + month + day }
}

/** The check digit of the others. */
export function curpCheckDigit(curp: string): string {
  const sum = Array.from(curp.slice(0, 17)).reduce((total, character, index) => {
    return total + VALUES.indexOf(character) * (18 - index)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
