import type { Lines, Model } from '../../dictionary/types.ts'
import { compare, decimal, decimalText, times, ZERO } from '../../fiscal/decimal.ts'
import { isRoundedOf, roundedTogether } from '../../fiscal/tax-rounding.ts'
import { keptDecimals, MONEY_DECIMALS } from '../../query/amount-decimals.ts'
import type { FieldValue } from '../../query/field-value.ts'
import {
  findRatedTaxes,
  lockRecords,
  readRecords,
  updateRecords,
  type RatedTax,
} from '../../store/records/line-store.ts'
import { decimalsOfRecords } from './currency-decimals.ts'
import type { DocumentRun } from './document-run.ts'
import { carryToHeads, type LineWrite, type LockedHeads, type WrittenLine } from './heads.ts'
import type { NewLines, LinesChange } from './line-plan.ts'
import { breakdownOf } from './line-taxes.ts'

type Values = ReadonlyMap<string, FieldValue | null>

/** A line that was written, with what was said of its own lines. */
interface WrittenRecord {
  readonly id: string
  readonly lines: readonly (NewLines | LinesChange)[]
}

/**
 * Carries lines that were written by themselves to their documents, with what their taxes make of those of the other
 * lines.
 */
export async function carryLines(
  run: DocumentRun,
  model: Model,
  details: {
    readonly writes: readonly LineWrite[]
    readonly locked: LockedHeads
    readonly written: readonly WrittenRecord[]
  },
): Promise<void> {
  const settled: LineWrite[] = []
  for (const { model: name, lines } of model.heads) {
    const head = run.tools.registry.models.get(name)
    const stored = head === undefined ? undefined : details.locked.get(head)
    if (head === undefined || stored === undefined) continue
    const heads = [...stored.keys()].filter((id) =>
      details.writes.some((write) => belongsTo(write, lines.field, id) && movesTaxes(write)),
    )
    const records = heads.map((id) => stored.get(id) ?? new Map<string, null>())
    const decimals = await decimalsOfRecords(run, head, { records, locked: details.locked })
    settled.push(
      ...(await settle(run, {
        model,
        lines,
        heads: new Map(heads.map((id, i) => [id, keptDecimals(decimals[i])])),
        fixed: new Set(details.written.filter(saysTaxes).map(({ id }) => id)),
      })),
    )
  }
  const writes = [...details.writes, ...settled]
  await carryToHeads(run, model, { writes, locked: details.locked })
}

/** The same within a document whose lines were written with it: what else became of its lines. */
export async function settleLines(
  run: DocumentRun,
  document: { readonly model: Model; readonly id: string; readonly lines: readonly LinesChange[] },
  changed: readonly WrittenLine[],
): Promise<readonly WrittenLine[]> {
  const settled: WrittenLine[] = []
  for (const change of document.lines) {
    const { name } = change.lines
    if (!changed.some((write) => write.name === name && movesTaxes(write))) continue
    const withTaxes = [...change.created, ...change.changed].filter(saysTaxes)
    const lines = await settle(run, {
      model: change.model,
      lines: change.lines,
      heads: new Map([[document.id, keptDecimals(run.decimals)]]),
      fixed: new Set(withTaxes.map(({ id }) => id)),
    })
    settled.push(...lines.map((write) => ({ ...write, name, parent: document.id })))
  }
  return settled
}

/** Whether somebody wrote what taxes a line has, which then stay. */
function saysTaxes({ lines }: WrittenRecord): boolean {
  return lines.some(
    (own) =>
      own.lines.name === 'desglose' &&
      (own.created.some((row) => row.isReckoned !== true) || ('changed' in own && says(own))),
  )
}

function says({ changed, removed }: LinesChange): boolean {
  return changed.length + removed.length > 0
}

function belongsTo({ before, after }: LineWrite, field: string, id: string): boolean {
  return [before, after].some((values) => String(values?.get(field) ?? '') === id)
}

const TAXES = ['impuestos', 'retenciones']

/** Whether a line came, went, or has other taxes than before. */
function movesTaxes({ before, after }: LineWrite): boolean {
  return TAXES.some((name) => compare(amountOf(before, name), amountOf(after, name)) !== 0)
}

function amountOf(values: Values | null, name: string) {
  const value = values?.get(name) ?? null
  return value === null ? ZERO : decimal(String(value))
}

interface Settling {
  /** Of the lines. */
  readonly model: Model
  readonly lines: Lines
  /** The documents, with the decimals of their currencies. */
  readonly heads: ReadonlyMap<string, number>
  /** Lines of which somebody said just now what their taxes are. */
  readonly fixed: ReadonlySet<string>
}

/**
 * Rounds the taxes of a document's lines together again. What is not its base times its rate was written by somebody who
 * knew why, and stays. A document of before, whose lines were rounded one by one, is so until one of their taxes changes.
 */
async function settle(run: DocumentRun, settling: Settling): Promise<readonly LineWrite[]> {
  const breakdown = breakdownOf(settling)
  const target = run.tools.registry.models.get(breakdown?.model ?? '')
  if (breakdown === undefined || target === undefined || settling.heads.size === 0) return []
  const { empresa } = run.caller
  const rows = await findRatedTaxes(run.tx, {
    model: settling.model,
    empresa,
    lines: settling.lines,
    heads: [...settling.heads.keys()],
    breakdown: { model: target, field: breakdown.field },
  })
  const moved = movedTaxes(rows, settling)
  if (moved.size === 0) return []
  const ids = [...new Set(rows.filter(({ id }) => moved.has(id)).map(({ line }) => line))]
  const before = await lockRecords(run.tx, { model: settling.model, empresa }, ids)
  const taxes = await updateTaxes(run, target, moved)
  await carryToHeads(run, target, { writes: taxes, locked: new Map([[settling.model, before]]) })
  const after = await readRecords(run.tx, { model: settling.model, empresa }, ids)
  return ids.map((id) => ({ before: before.get(id) ?? null, after: after.get(id) ?? null }))
}

/** The amounts that change, by the ids of their taxes. */
function movedTaxes(rows: readonly RatedTax[], { heads, fixed }: Settling): Map<string, string> {
  const moved = new Map<string, string>()
  const own = rows.filter(({ line }) => !fixed.has(line))
  for (const same of Map.groupBy(own, ({ head, rate }) => `${head} ${rate}`).values()) {
    const decimals = heads.get(same[0]?.head ?? '') ?? MONEY_DECIMALS
    const reckoned = same
      .map((row) => ({
        row,
        exact: times(decimal(row.base), decimal(row.tasa)),
        kept: decimal(row.importe),
      }))
      .filter(({ exact, kept }) => isRoundedOf(kept, exact, decimals))
    for (const [i, amount] of roundedTogether(reckoned, decimals).entries()) {
      const tax = reckoned[i]
      if (tax === undefined || compare(tax.kept, amount) === 0) continue
      moved.set(tax.row.id, decimalText(amount))
    }
  }
  return moved
}

async function updateTaxes(
  run: DocumentRun,
  model: Model,
  amounts: ReadonlyMap<string, string>,
): Promise<readonly LineWrite[]> {
  const table = { model, empresa: run.caller.empresa }
  const stored = await lockRecords(run.tx, table, [...amounts.keys()])
  const rows = [...stored].map(([id, row]) => {
    return { id, row, values: new Map([['importe', amounts.get(id) ?? null]]) }
  })
  await updateRecords(run.tx, table, { rows, fields: ['importe'], now: run.now })
  return rows.map(({ id, row, values }) => {
    run.audit.push({ model, recordId: id, operation: 'cambio', values, previous: row })
    return { before: row, after: new Map([...row, ...values]) }
  })
}
