import type { Model } from '../../../../dictionary/types.ts'
import type { FieldValue } from '../../../../query/field-value.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../../../store/counter-store.ts'
import { insertRecords } from '../../../../store/import-store.ts'
import { completeNew } from '../../../create-within.ts'
import { decimalsOfNew } from '../../../documents/currency-decimals.ts'
import { fillFolios } from '../../../documents/folios.ts'
import type { NewLine } from '../../../documents/line-plan.ts'
import { fillTaxes } from '../../../documents/line-taxes.ts'
import { refuseOutside } from '../../../reachable-records.ts'
import type { ActionContext } from '../../action.ts'
import type { SaleDraft } from '../decisions/sale-of-quote.ts'

const SALE = 'Venta'

/** Breaks down the taxes of new sales by their articles, as those of today. */
export async function taxSales(
  { tx, caller, registry, moment }: ActionContext,
  drafts: readonly SaleDraft[],
): Promise<void> {
  const taxing = { registry, empresa: caller.empresa, day: moment.today }
  await fillTaxes(
    { ...taxing, read: (statement) => tx.query(statement) },
    drafts.map(({ values, lines }) => ({
      model: modelOf(registry.models, SALE),
      id: null,
      values,
      lines,
    })),
  )
}

interface CreatedSale {
  readonly id: string
  readonly folio: string
  readonly total: string
}

/**
 * Writes new sales with their lines and taxes, each kind as one set.
 * @throws ApiError VALIDATION for amounts that do not fit each other
 */
export async function createSales(
  context: ActionContext,
  drafts: readonly SaleDraft[],
): Promise<readonly CreatedSale[]> {
  if (drafts.length === 0) return []
  const { tx, caller, registry, views, moment } = context
  const { empresa } = caller
  const model = modelOf(registry.models, SALE)
  const decimals = await decimalsOfNew(
    (statement) => tx.query(statement),
    model,
    drafts.map(({ values }) => values),
  )
  const rows = drafts.map(
    (draft, i) => new Map(completeNew({ model, ...draft, decimals: decimals[i] })),
  )
  await fillFolios(tx, { model, empresa, rows, today: moment.today, now: moment.now })
  const lines = drafts.map(({ lines: [own] }) => own.created)
  const taxes = lines.flat().flatMap((line) => line.lines.flatMap(({ created }) => created))
  const numbers = numberSource(
    await takeNumbers(tx, empresa, counts([model, rows], ...linesByModel(lines.flat(), taxes))),
  )
  const sales = rows.map((row) => {
    const [folio, total] = [row.get('folio'), row.get('total')]
    return { id: String(numbers(model.table)), folio: String(folio), total: String(total) }
  })
  for (const [index, own] of lines.entries()) {
    const venta = sales[index]?.id ?? ''
    for (const line of own) numberLine(line, venta, numbers)
  }
  const writing = { empresaId: empresa, now: moment.now }
  await insertRecords(tx, { model, ...writing, ids: sales.map(({ id }) => id), rows })
  for (const set of [lines.flat(), taxes]) {
    const [first] = set
    if (first === undefined) continue
    const ids = set.map(({ id }) => id)
    await insertRecords(tx, { model: first.model, ...writing, ids, rows: set.map(valuesOf) })
  }
  await recordAudit(tx, caller, {
    entries: sales.map(({ id, folio, total }) => ({
      id: numbers(AUDIT_COUNTER),
      model: SALE,
      recordId: id,
      operation: 'alta',
      action: null,
      reason: null,
      before: null,
      after: { folio, total, estado: 'borrador' },
    })),
    now: moment.now,
  })
  const created = sales.map(({ id }) => id)
  await refuseOutside(tx, { views, caller, model, right: 'crear' }, created)
  return sales
}

function modelOf(models: ReadonlyMap<string, Model>, name: string): Model {
  const model = models.get(name)
  if (model === undefined) throw new Error(`there is no model ${name}`)
  return model
}

type Counted = readonly [Model, readonly unknown[]]

function linesByModel(...sets: readonly (readonly NewLine[])[]): readonly Counted[] {
  return sets.flatMap((set) => {
    const [first] = set
    return first === undefined ? [] : [[first.model, set] as const]
  })
}

function counts(sales: Counted, ...lines: readonly Counted[]): ReadonlyMap<string, number> {
  const own = [sales, ...lines].map(([{ table }, rows]) => [table, rows.length] as const)
  return new Map([...own, [AUDIT_COUNTER, sales[1].length] as const])
}

/** The line and its taxes belong to the sale. */
function numberLine(line: NewLine, venta: string, numbers: (counter: string) => number): void {
  line.id = String(numbers(line.model.table))
  line.values.set('venta', venta)
  for (const tax of line.lines.flatMap(({ created }) => created)) {
    tax.id = String(numbers(tax.model.table))
    tax.values.set('venta', venta)
    tax.values.set('partida', line.id)
  }
}

function valuesOf({ values }: NewLine): ReadonlyMap<string, FieldValue | null> {
  return values
}
