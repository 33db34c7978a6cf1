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
const LIMIT = GROUP ** 3n

/** In Spanish; undefined from a trillion on. */
export function spanishCardinal(
  value: bigint,
  place: 'before a noun' | 'alone',
): string | undefined {
  if (value >= LIMIT) return undefined
  const words = cardinal(value)
  if (place === 'before a noun') return words
  return words.replace(/veintiún$/, 'veintiuno').replace(/\bun$/, 'uno')
}

/** Whether the noun behind it needs `de`: `un millón de pesos`. */
export function takesOf(value: bigint): boolean {
  return value > 0n && value % GROUP === 0n
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
