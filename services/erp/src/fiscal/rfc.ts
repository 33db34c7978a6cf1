/** The SAT's generic RFCs, for the general public and for foreigners, which have no check digit of their own. */
const GENERIC = new Set(['XAXX010101000', 'XEXX010101000'])

// Three letters for a company, four for a person, a day, a homoclave of two and a check digit.
const RFC = /^([A-ZÑ&]{3,4})(\d{2})(\d{2})(\d{2})([A-Z\d]{2})([A\d])$/
const VALUES = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

export interface Rfc {
  readonly text: string
  readonly kind: 'persona' | 'empresa' | 'generico'
  /** `YYMMDD` of birth or foundation. */
  readonly date: string
}

/** Upper case, without the spaces and hyphens that people write into it. */
export function normalizeRfc(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, '')
}

/**
 * Reads a normalized RFC; undefined when its form, its day or its check digit is wrong.
 * @source SAT, Anexo 20 and the algorithm of the check digit (módulo 11)
 */
export function parseRfc(text: string): Rfc | undefined {
  if (GENERIC.has(text)) return { text, kind: 'generico', date: '' }
  const [, letters = '', year = '', month = '', day = ''] = RFC.exec(text) ?? []
  if (letters === '' || !isDay(month, day) || checkDigit(text) !== text.at(-1)) return undefined
  return { text, kind: letters.length === 4 ? 'persona' : 'empresa', date: year + month + day }
}

/**
 * Whether a normalized text has the form of an RFC, its day included. The check digit of others' RFCs proves nothing:
 * the SAT has issued RFCs that its own algorithm does not give, and they are valid.
 */
export function hasRfcForm(text: string): boolean {
  const [, letters = '', , month = '', day = ''] = RFC.exec(text) ?? []
  return GENERIC.has(text) || (letters !== '' && isDay(month, day))
}

/** The century is not written, so 29 February is always accepted. */
export function isDay(month: string, day: string): boolean {
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** The check character of the others. */
export function checkDigit(rfc: string): string {
  // A company's has one letter fewer; a space stands for it.
  const body = rfc.slice(0, -1).padStart(12, ' ')
  const sum = Array.from(body).reduce((total, character, index) => {
    return total + VALUES.indexOf(character) * (13 - index)
  }, 0)
  const rest = 11 - (sum % 11)
  if (rest === 11) return '0'
  return rest === 10 ? 'A' : String(rest)
}
