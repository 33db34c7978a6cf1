import { ALLOWED } from '../../../messages/cfdi-forms.ts'
import type { Message } from '../../../messages/message.ts'
import { parseDecimal } from '../../decimal.ts'
import type { ValueForm } from './declaration.ts'

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u

/** Text of so many characters at most, without the sign that separates the values of a cadena. */
export function text(max: number): ValueForm {
  return {
    allowed: ALLOWED.text({ most: max }),
    isCollapsed: true,
    fits: (value) => isText(value, max) && !value.includes('|'),
  }
}

/** As `text`, where the SAT's schema lets a | through. */
export function anyText(max: number): ValueForm {
  return {
    allowed: ALLOWED.anyText({ most: max }),
    isCollapsed: true,
    fits: (value) => isText(value, max),
  }
}

/** The schema counts characters, and JavaScript halves of some. */
function isText(value: string, max: number): boolean {
  if (value === '' || value.length > 2 * max || UNWRITABLE.test(value)) return false
  return value.length <= max || Array.from(value).length <= max
}

export function pattern(form: RegExp, allowed: Message): ValueForm {
  return { allowed, isCollapsed: true, fits: (value) => form.test(value) }
}

export function oneOf(...values: readonly string[]): ValueForm {
  const known = new Set(values)
  return {
    allowed: ALLOWED.oneOf({ values }),
    isCollapsed: true,
    fits: (value) => known.has(value),
  }
}

const AMOUNT = /^\d{1,18}(?:\.\d{1,6})?$/

/** t_Importe: not below zero, up to 18 digits and 6 decimals. */
export const amount: ValueForm = pattern(AMOUNT, ALLOWED.amount({ decimals: 6 }))

/** t_ImporteMXN. */
export const pesos: ValueForm = pattern(/^\d{1,18}(?:\.\d{1,2})?$/, ALLOWED.amount({ decimals: 2 }))

/** Above zero, with up to so many decimals. */
export function positive(decimals: number): ValueForm {
  return {
    allowed: ALLOWED.positive({ decimals }),
    isCollapsed: true,
    fits: (value) => {
      const read = parseDecimal(value)
      return read !== undefined && read.units > 0n && read.scale <= decimals
    },
  }
}

/** A rate or quota; this service writes it with six decimals, as c_TasaOCuota does, and others with fewer. */
export const rate: ValueForm = pattern(/^\d{1,12}(?:\.\d{1,6})?$/, ALLOWED.rate())

/** implocal's amounts and rates, which may be negative. */
export const twoDecimals: ValueForm = pattern(/^-?\d{1,18}(?:\.\d{1,2})?$/, ALLOWED.twoDecimals())

export const digits = (count: number): ValueForm =>
  pattern(new RegExp(`^\\d{${count}}$`), ALLOWED.digits({ count }))

/** A key of a catalog that grows, of which only the form is known here. */
export const key = (form: RegExp, catalog: string): ValueForm =>
  pattern(form, ALLOWED.key({ catalog }))

export const dateTime: ValueForm = pattern(
  /^20[1-9]\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  ALLOWED.dateTime(),
)

/** t_Fecha. */
export const day: ValueForm = pattern(
  /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  ALLOWED.day(),
)

/** Of up to nine digits, not below `least`. */
export function wholeNumber(least: number): ValueForm {
  return {
    allowed: ALLOWED.wholeNumber({ least }),
    isCollapsed: true,
    fits: (value) => /^\d{1,9}$/.test(value) && Number(value) >= least,
  }
}

const STATE_OF_CURP = '(?:[ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)'

/** t_CURP. */
export const curp: ValueForm = pattern(
  new RegExp(
    `^[A-Z][AEIOUX][A-Z]{2}\\d{2}(?:0[1-9]|1[012])(?:0[1-9]|[12]\\d|3[01])[MHX]${STATE_OF_CURP}[B-DF-HJ-NP-TV-Z]{3}[\\dA-Z]\\d$`,
  ),
  ALLOWED.curp(),
)

export const rfc: ValueForm = pattern(
  /^[A-Z&Ñ]{3,4}\d{2}(?:0[1-9]|1[012])(?:0[1-9]|[12]\d|3[01])[A-Z\d]{2}[\dA]$/,
  ALLOWED.rfc(),
)

export const companyRfc: ValueForm = pattern(
  /^[A-Z&Ñ]{3}\d{2}(?:0[1-9]|1[012])(?:0[1-9]|[12]\d|3[01])[A-Z\d]{2}[\dA]$/,
  ALLOWED.companyRfc(),
)

export const uuid: ValueForm = pattern(
  /^[a-f\dA-F]{8}-[a-f\dA-F]{4}-[a-f\dA-F]{4}-[a-f\dA-F]{4}-[a-f\dA-F]{12}$/,
  ALLOWED.uuid(),
)

// Seals are 344 characters long and certificates some 2,000.
const MAX_BASE64 = 32_768

export const base64: ValueForm = {
  allowed: ALLOWED.base64(),
  isCollapsed: true,
  fits: (value) =>
    value.length <= MAX_BASE64 && value !== '' && /^[A-Za-z\d+/ ]+={0,2}$/.test(value),
}

/** The number under which goods were imported; its parts are two spaces apart. */
export const pedimento: ValueForm = {
  allowed: ALLOWED.pedimento({ example: '15  48  3009  0001234' }),
  isCollapsed: false,
  fits: (value) => /^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/.test(value),
}

export const impuesto = oneOf('001', '002', '003')
export const tipoFactor = oneOf('Tasa', 'Cuota', 'Exento')
export const objetoImp = oneOf('01', '02', '03', '04', '05', '06', '07', '08')
export const formaPago = key(/^\d{2}$/, 'c_FormaPago')
export const moneda = key(/^[A-Z]{3}$/, 'c_Moneda')
