const UNITS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
] as const
const TENS = [
  '',
  '',
  'twenty',
  'thirty',
  'forty',
  'fifty',
  'sixty',
  'seventy',
  'eighty',
  'ninety',
] as const
// By groups of three digits.
const GROUPS = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion'] as const
const GROUP = 1_000n
const LIMIT = GROUP ** BigInt(GROUPS.length)

/** In American English, without "and"; undefined from a quintillion on. */
export function englishCardinal(value: bigint): string | undefined {
  if (value >= LIMIT) return undefined
  if (value === 0n) return UNITS[0]
  const parts = GROUPS.map((name, index) => {
    const count = Number((value / GROUP ** BigInt(index)) % GROUP)
    return count === 0 ? '' : belowThousand(count) + name
  })
  return parts
    .toReversed()
    .filter((part) => part !== '')
    .join(' ')
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  if (hundreds === 0) return belowHundred(rest)
  const head = `${UNITS[hundreds]} hundred`
  return rest === 0 ? head : `${head} ${belowHundred(rest)}`
}

function belowHundred(value: number): string {
  const named = UNITS[value]
  if (named !== undefined) return named
  const tens = TENS[Math.floor(value / 10)] ?? ''
  const unit = value % 10
  return unit === 0 ? tens : `${tens}-${UNITS[unit]}`
}

const ORDINALS: ReadonlyMap<string, string> = new Map([
  ['one', 'first'],
  ['two', 'second'],
  ['three', 'third'],
  ['five', 'fifth'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['twelve', 'twelfth'],
])

/** Below a hundred. */
export function englishOrdinal(value: number): string {
  const cardinal = belowHundred(value)
  const last = /[a-z]+$/.exec(cardinal)?.[0] ?? ''
  const ordinal = ORDINALS.get(last) ?? `${last.replace(/y$/, 'ie')}th`
  return cardinal.slice(0, cardinal.length - last.length) + ordinal
}
