import type { Model } from '../../dictionary/types.ts'
import { compare, isZero, ZERO } from '../../fiscal/decimal.ts'
import { keptDecimals } from '../../query/amount-decimals.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { findLineIds, lockRecords, updateRecords } from '../../store/records/line-store.ts'
import { findIeps } from '../../store/records/line-tax-store.ts'
import type { DocumentRun } from './document-run.ts'
import { followedTaxes, type MovedLine } from './followed-taxes.ts'
import type { WrittenLine } from './heads.ts'
import { breakdownOf, netOf } from './line-taxes.ts'

type Values = ReadonlyMap<string, FieldValue | null>
type Stored = ReadonlyMap<string, string | null>

/** A line that is there, and what is about to change of it. */
export interface ChangingLine {
  readonly id: string
  readonly stored: Stored
  readonly values: Values
}

/**
 * Carries what lines come to over to their breakdown of taxes, in proportion: two statements however many lines there
 * are. A row that is not its base times its rate was written by somebody who knew why, and stays.
 */
export async function followTaxes(
  run: DocumentRun,
  model: Model,
  lines: readonly ChangingLine[],
): Promise<readonly WrittenLine[]> {
  const breakdown = breakdownOf({ model })
  const target =
    breakdown === undefined ? undefined : run.tools.registry.models.get(breakdown.model)
  const decimals = keptDecimals(run.decimals)
  const moved = new Map(lines.flatMap((line) => movedOf(model, line, decimals)))
  if (breakdown === undefined || target === undefined || moved.size === 0) return []
  const table = { model: target, empresa: run.caller.empresa }
  const { field } = breakdown
  const ids = await findLineIds(run.tx, { ...table, field }, [...moved.keys()])
  const rows = await lockRecords(run.tx, table, ids)
  const isGiven = [...moved.values()].some(({ before }) => isZero(before))
  const ieps = isGiven ? await findIeps(run.tx) : undefined
  const byLine = Map.groupBy([...rows], ([, row]) => row.get(field) ?? '')
  const changes = [...byLine].flatMap(([line, own]) => {
    const change = moved.get(line)
    if (change === undefined) return []
    const followed = followedTaxes(own, { ...change, decimals, ieps })
    return own.flatMap(([id, row]) => {
      const values = followed.get(id)
      return values === undefined ? [] : [{ id, row, values: new Map(Object.entries(values)) }]
    })
  })
  await updateRecords(run.tx, table, { rows: changes, fields: ['base', 'importe'], now: run.now })
  return changes.map(({ id, row, values }) => {
    run.audit.push({ model: target, recordId: id, operation: 'cambio', values, previous: row })
    const parent = row.get(field) ?? ''
    return { name: breakdown.name, parent, before: row, after: new Map([...row, ...values]) }
  })
}

/** What a line came to and comes to now, where that is not the same. */
function movedOf(
  model: Model,
  { id, stored, values }: ChangingLine,
  decimals: number,
): readonly (readonly [string, MovedLine])[] {
  const before = netOf({ model, values: stored }, decimals) ?? ZERO
  const whole = new Map<string, FieldValue | null>([...stored, ...values])
  const after = netOf({ model, values: whole }, decimals) ?? ZERO
  return compare(before, after) === 0 ? [] : [[id, { before, after }]]
}
