import type { Model } from '../../dictionary/types.ts'
import { compare, decimal, minus, rounded, type Decimal } from '../../fiscal/decimal.ts'
import { valueOfLine } from '../../query/computed-values.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { findLineIds, lockRecords, updateRecords } from '../../store/line-store.ts'
import type { DocumentRun } from './document-run.ts'
import type { WrittenLine } from './heads.ts'
import { breakdownOf, followedTax } from './line-taxes.ts'

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
  const moved = new Map(lines.flatMap((line) => movedOf(model, line)))
  if (breakdown === undefined || target === undefined || moved.size === 0) return []
  const of = { model: target, empresa: run.caller.empresa }
  const { field } = breakdown
  const ids = await findLineIds(run.tx, { ...of, field }, [...moved.keys()])
  const rows = await lockRecords(run.tx, of, ids)
  const changes = [...rows].flatMap(([id, row]) => {
    const line = moved.get(row.get(field) ?? '')
    const followed = line === undefined ? null : followedTax(row, line)
    return followed === null ? [] : [{ id, row, values: new Map(Object.entries(followed)) }]
  })
  await updateRecords(run.tx, of, { rows: changes, fields: ['base', 'importe'], now: run.now })
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
): readonly (readonly [string, { readonly before: Decimal; readonly after: Decimal }])[] {
  const before = netOf(model, stored)
  const after = netOf(model, new Map<string, FieldValue | null>([...stored, ...values]))
  return compare(before, after) === 0 ? [] : [[id, { before, after }]]
}

const CENTS = 2

function netOf(model: Model, values: Values): Decimal {
  const formula = model.fieldByName.get('importe')?.computed?.formula
  const importe =
    formula === undefined ? decimal('0') : rounded(valueOfLine(formula, values), CENTS)
  return minus(importe, decimal(String(values.get('descuento') ?? '0')))
}
