// Written out up to fifteen; compounds have accents of their own.
const UNITS = [
  'cero',
  'un',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
  'diez',
  'once',
  'doce',
  'trece',
  'catorce',
  'quince',
  'dieciséis',
  'diecisiete',
  'dieciocho',
  'diecinueve',
  'veinte',
  'veintiún',
  'veintidós',
  'veintitrés',
  'veinticuatro',
  'veinticinco',
  'veintiséis',
  'veintisiete',
  'veintiocho',
  'veintinueve',
] as const
const TENS = [
  '',
  '',
  '',
  'treinta',
  'cuarenta',
  'cincuenta',
  'sesenta',
  'setenta',
  'ochenta',
  'noventa',
] as const
const HUNDREDS = [
  '',
  'ciento',
  'doscientos',
  'trescientos',
  'cuatrocientos',
  'quinientos',
  'seiscientos',
  'setecientos',
  'ochocientos',
  'novecientos',
] as const
// By groups of six digits: Spanish counts in millions of the next smaller.
const GROUPS = [
  ['millón', 'millones'],
  ['billón', 'billones'],
] as const
const GROUP = 1_000_000n
const MAX_UNITS = GROUP ** 3n

// Singular and plural; other currencies are named by their keys.
const CURRENCIES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['MXN', ['peso', 'pesos']],
  ['USD', ['dólar', 'dólares']],
  ['EUR', ['euro', 'euros']],
])

/**
 * An amount as Mexican documents write it out: `MIL DOSCIENTOS PESOS 50/100 M.N.`; in other currencies the key stands at
 * the end. Undefined for an amount that is negative, has more than two decimals that count, or is a trillion and more.
 */
export function amountInWords(amount: string, currency: string): string | undefined {
  const [, units, decimals = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(amount) ?? []
  if (units === undefined || /[1-9]/.test(decimals.slice(2))) return undefined
  const value = BigInt(units)
  if (value >= MAX_UNITS) return undefined
  const cents = decimals.slice(0, 2).padEnd(2, '0')
  const [singular, plural] = CURRENCIES.get(currency) ?? [currency, currency]
  const of = value > 0n && value % GROUP === 0n ? ' de' : ''
  const name = value === 1n ? singular : plural
  const end = currency === 'MXN' ? 'M.N.' : currency
  return `${cardinal(value)}${of} ${name} ${cents}/100 ${end}`.toUpperCase()
}

/** Before a noun: `veintiún`, not `veintiuno`. */
function cardinal(value: bigint): string {
  if (value < GROUP) return belowMillion(Number(value))
  const parts: string[] = []
  for (const [index, [singular, plural]] of [...GROUPS.entries()].toReversed()) {
    const scale = GROUP ** BigInt(index + 1)
    const count = Number((value / scale) % GROUP)
    if (count > 0) parts.push(count === 1 ? `un ${singular}` : `${belowMillion(count)} ${plural}`)
  }
  const rest = Number(value % GROUP)
  if (rest > 0) parts.push(belowMillion(rest))
  return parts.join(' ')
}

function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1_000)
  const rest = value % 1_000
  if (thousands === 0) return belowThousand(rest)
  const head = thousands === 1 ? 'mil' : `${belowThousand(thousands)} mil`
  return rest === 0 ? head : `${head} ${belowThousand(rest)}`
}

function belowThousand(value: number): string {
  if (value === 100) return 'cien'
  const rest = value % 100
  if (value < 100) return belowHundred(rest)
  const head = HUNDREDS[Math.floor(value / 100)] ?? ''
  return rest === 0 ? head : `${head} ${belowHundred(rest)}`
}

function belowHundred(value: number): string {
  const named = UNITS[value]
  if (named !== undefined) return named
  const tens = TENS[Math.floor(value / 10)] ?? ''
  const unit = value % 10
  return unit === 0 ? tens : `${tens} y ${UNITS[unit]}`
}
