import { findCompanyCurrency, findOpenEntries } from '../../../store/journal-store.ts'
import { readRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import type { EntryPosting, ReversalPosting } from '../contabilidad/effects/write-entries.ts'
import { planStockEntries, type StockBooks } from '../inventario/book-stock.ts'
import { costSource, type CostedDocument, type CostedLine } from './decisions/cost-source.ts'

// How the books learn what goods cost that leave for a sale or come back.

/** To be called before stock moves: the periods of the days stay open to the end of the transaction. */
export async function openCostBooks(
  { tx, caller }: ActionContext,
  days: readonly string[],
): Promise<StockBooks> {
  const [periods, moneda] = await Promise.all([
    loadPeriods(tx, caller.empresa, { days, module: 'ventas' }),
    findCompanyCurrency(tx, caller.empresa),
  ])
  return { periods, moneda }
}

/**
 * The entries of what documents of one event cost.
 * @throws ApiError CONFIGURATION_INCOMPLETE, which undoes what moved
 */
export async function planCosts(
  context: ActionContext,
  books: StockBooks,
  documents: readonly {
    readonly document: CostedDocument
    readonly costed: readonly CostedLine[]
  }[],
): Promise<readonly EntryPosting[]> {
  const customers = await readRows(context, 'Cliente', {
    ids: [...new Set(documents.map(({ document }) => document.row.cliente))],
    fields: ['grupo_cliente.cuenta_contable'],
  })
  const sources = documents.map(({ document, costed }) => {
    const account = customers.get(document.row.cliente)?.['grupo_cliente.cuenta_contable'] ?? null
    return costSource(document, costed, { moneda: books.moneda, account })
  })
  return await planStockEntries(context, books, sources)
}

/** Books the other way round what documents of a model booked, today. */
export async function planCostReversals(
  { tx, caller, moment }: ActionContext,
  { periods }: StockBooks,
  of: {
    readonly model: string
    readonly documents: readonly { readonly id: string; readonly folio: string }[]
  },
): Promise<readonly ReversalPosting[]> {
  const folios = new Map(of.documents.map(({ id, folio }) => [id, folio]))
  const open = await findOpenEntries(tx, caller.empresa, { ...of, ids: [...folios.keys()] })
  return open.map((entry) => ({
    open: entry,
    fecha: moment.today,
    periodo: periods.idOf(moment.today),
    concepto: `Reversa de ${entry.folio}: ${folios.get(entry.registro ?? '') ?? ''}`,
  }))
}
