import { ownCurrency } from '../../dictionary/currency.ts'
import { isComputed, sumKey, sumsOf } from '../../dictionary/formula.ts'
import type { Model, SumOfLines } from '../../dictionary/types.ts'
import type { ErrorEntry } from '../../errors.ts'
import { plus, ZERO } from '../../fiscal/decimal.ts'
import { NUMBER_TWICE } from '../../messages/lines.ts'
import { fillComputed, NO_LINES, type LineSums } from '../../query/computed-values.ts'
import { placed } from '../../query/document-body.ts'
import { valueOfLine } from '../../query/evaluate-formula.ts'
import type { FieldValue } from '../../query/field-value.ts'
import type { NewLine, NewLines } from './line-plan.ts'

type Values = ReadonlyMap<string, FieldValue | null>

/** The sums over lines that the fields of a model follow from, each once. */
export function sumsOfModel(model: Model): readonly SumOfLines[] {
  const known = sums.get(model)
  if (known !== undefined) return known
  const all = model.fields.filter(isComputed).flatMap(({ computed }) => sumsOf(computed.formula))
  const found = [...new Map(all.map((sum) => [sumKey(sum), sum])).values()]
  sums.set(model, found)
  return found
}

const sums = new WeakMap<Model, readonly SumOfLines[]>()

/** What new lines make of the record that they belong to. */
export function sumNewLines(model: Model, lines: readonly NewLines[]): LineSums {
  const wanted = sumsOfModel(model)
  if (wanted.length === 0) return NO_LINES
  const rowsOf = (name: string) => lines.find((own) => own.lines.name === name)?.created ?? []
  return {
    sums: new Map(
      wanted.map((sum) => {
        const parts = rowsOf(sum.lines).map(({ values }) => contribution(sum, values))
        return [sumKey(sum), parts.reduce(plus, ZERO)]
      }),
    ),
    hasLines: wanted.some((sum) => rowsOf(sum.lines).length > 0),
  }
}

/** What one line adds to a sum. */
export function contribution({ formula, where }: SumOfLines, values: Values) {
  const isMeant = where === null || written(values.get(where.field)) === where.value
  return isMeant ? valueOfLine(formula, values) : ZERO
}

/** A choice or a flag, which PostgreSQL writes with one letter. */
function written(value: FieldValue | null | undefined): string {
  if (value === 't') return 'true'
  return value === 'f' ? 'false' : String(value)
}

/**
 * Numbers new lines that have no number, after the last one there is, in the order of writing.
 * @param last the highest number among the lines that are there
 */
export function numberLines({ lines, created }: NewLines, last: bigint): void {
  const { number } = lines
  if (number === null) return
  const given = created.flatMap(({ values }) => {
    const value = values.get(number) ?? null
    return value === null ? [] : [BigInt(String(value))]
  })
  let next = given.reduce((most, number) => (number > most ? number : most), last)
  for (const line of created) {
    if ((line.values.get(number) ?? null) !== null) continue
    next += 1n
    line.values.set(number, String(next))
  }
}

/** Computes what new lines and their own lines make, from the innermost out. */
export function completeNewLines(changes: readonly NewLines[], completing: Completing): void {
  for (const change of changes) for (const line of change.created) completeNewLine(line, completing)
}

/** Where it is said what is wrong, and how many decimals the document's currency has. */
interface Completing {
  readonly problems: ErrorEntry[]
  readonly decimals: number | undefined
}

function completeNewLine(line: NewLine, completing: Completing): void {
  const { problems } = completing
  completeNewLines(line.lines, completing)
  for (const own of line.lines) numberLines(own, 0n)
  const decimals = ownCurrency(line.model) === undefined ? completing.decimals : undefined
  const write = { model: line.model, values: line.values, previous: null, decimals }
  const made = fillComputed(write, { ...sumNewLines(line.model, line.lines), haveChanged: true })
  if (made.ok) line.values = new Map(made.value)
  else problems.push(...made.error.map((problem) => placed(line.place, problem)))
}

/** Lines of one head that have the same number. */
export function repeatedNumbers({ lines, model, created }: NewLines): readonly ErrorEntry[] {
  const { number } = lines
  if (number === null || number === 'orden') return []
  const first = new Map<string, string>()
  return created.flatMap(({ place, values }) => {
    const value = String(values.get(number) ?? '')
    const other = first.get(value)
    first.set(value, other ?? place)
    if (other === undefined) return []
    const message = NUMBER_TWICE({ field: number, model: model.name, value, other })
    return [placed(place, { code: 'DUPLICATE', field: number, message })]
  })
}
