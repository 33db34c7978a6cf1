import {
  decimal,
  decimalText,
  dividedBy,
  isZero,
  plus,
  rounded,
  sumOfDecimals,
  times,
  ZERO,
  type Decimal,
} from '../../fiscal/decimal.ts'
import { isRoundedOf } from '../../fiscal/tax-rounding.ts'

type Stored = ReadonlyMap<string, string | null>

/** What a line came to, and comes to now. */
export interface MovedLine {
  readonly before: Decimal
  readonly after: Decimal
}

interface FollowedTax {
  readonly base: string
  readonly importe: string
}

interface Following extends MovedLine {
  /** Of the document's currency. */
  readonly decimals: number
  /** The Impuesto that is part of the base of the others. */
  readonly ieps: string | undefined
}

/** The rows of a line's breakdown as they are after it came to something else; those that do not follow it are not there. */
export function followedTaxes(
  rows: readonly (readonly [id: string, row: Stored])[],
  following: Following,
): ReadonlyMap<string, FollowedTax> {
  const followed = isZero(following.before)
    ? fromNothing(rows, following)
    : inProportion(rows, following)
  return new Map(followed)
}

type Followed = readonly (readonly [string, FollowedTax])[]

function inProportion(rows: Parameters<typeof followedTaxes>[0], following: Following): Followed {
  return rows.flatMap(([id, row]) => {
    const [base, importe] = [row.get('base') ?? null, row.get('importe') ?? null]
    if (base === null || importe === null || !isReckoned(row, { base, importe }, following))
      return []
    const share = dividedBy(
      times(decimal(base), following.after),
      following.before,
      following.decimals,
    )
    return [[id, taxOf(row, share, following.decimals)] as const]
  })
}

/** What was given away, or came to less than a cent, had no base of which a part could be taken. */
function fromNothing(rows: Parameters<typeof followedTaxes>[0], following: Following): Followed {
  const empty = rows.filter(([, row]) => ['base', 'importe'].every((name) => isNothing(row, name)))
  const isFirst = ([, row]: (typeof rows)[number]) =>
    row.get('impuesto') === following.ieps && row.get('tipo') === 'traslado'
  const on = (base: Decimal) => (row: (typeof rows)[number]) =>
    [row[0], taxOf(row[1], base, following.decimals)] as const
  const first = empty.filter(isFirst).map(on(following.after))
  const ieps = sumOfDecimals(first.map(([, { importe }]) => decimal(importe)))
  const others = empty.filter((row) => !isFirst(row)).map(on(plus(following.after, ieps)))
  return [...first, ...others]
}

function isNothing(row: Stored, name: string): boolean {
  return isZero(decimal(row.get(name) ?? '0'))
}

/** What is not its base times its rate was written by somebody who knew why; what is exempt has a base alone. */
function isReckoned(row: Stored, { base, importe }: FollowedTax, { decimals }: Following): boolean {
  const rate = row.get('tasa') ?? null
  if (rate === null) return isZero(decimal(importe))
  return isRoundedOf(decimal(importe), times(decimal(base), decimal(rate)), decimals)
}

function taxOf(row: Stored, base: Decimal, decimals: number): FollowedTax {
  const rate = row.get('tasa') ?? null
  const amount = rate === null ? ZERO : times(base, decimal(rate))
  return { base: decimalText(base), importe: decimalText(rounded(amount, decimals)) }
}
