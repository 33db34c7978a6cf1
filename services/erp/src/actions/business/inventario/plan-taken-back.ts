import type { ActionContext } from '../action.ts'
import { cents } from '../cents.ts'
import type { EntryPosting, Postings } from '../contabilidad/effects/write-entries.ts'
import { planCounterEntries, planStockEntries, type StockBooks } from './book-stock.ts'
import {
  beyondCounterEntry,
  stockSource,
  type StockDocument,
  type ValuesBefore,
} from './decisions/stock-entries.ts'
import type { MovedStock } from './stock-movement.ts'
import { findLineValues } from './store/line-value-store.ts'

/** Documents of one model whose stock was taken back. */
export interface TakenBack {
  readonly model: string
  readonly event: string
  readonly reason: string
  /** The amounts of the event for value that stock has more than the counter-entry says. */
  readonly named: (more: bigint) => Readonly<Record<string, bigint>>
  readonly documents: readonly (StockDocument & {
    /** What took it back; undefined where nothing had moved. */
    readonly moved: MovedStock | undefined
  })[]
}

/**
 * A counter-entry for what was booked, and, where stock gave or took another value than it had then, an entry of the
 * difference by the rule of the event. What was never booked is not taken back.
 */
export async function planTakenBack(
  context: ActionContext,
  books: StockBooks,
  { documents, named, ...occasion }: TakenBack,
): Promise<Postings> {
  const moved = documents.filter((taken) => taken.moved !== undefined)
  if (moved.length === 0) return { entries: [], reversals: [] }
  const counters = await planCounterEntries(context, books, {
    ...occasion,
    ids: moved.map(({ id }) => id),
  })
  const before = await valuesBefore(
    context,
    moved.flatMap((taken) => taken.moved ?? []),
  )
  const sources = moved.flatMap((document) => {
    if (document.moved === undefined) return []
    if (!counters.has(document.id) && hadValue(document.moved, before)) return []
    const sides = beyondCounterEntry(document.moved, before, named)
    return stockSource({ ...occasion, moneda: books.moneda }, document, sides) ?? []
  })
  const planned = await planStockEntries(context, books, sources)
  return {
    entries: planned.map((entry) => ofReversal(entry, documents)),
    reversals: [...counters.values()].flat(),
  }
}

/** A difference is of the movement that took back, or a document that is booked again would take it back too. */
function ofReversal(entry: EntryPosting, documents: TakenBack['documents']): EntryPosting {
  const { source } = entry
  const moved = documents.find(({ id }) => id === source.record)?.moved
  const record = moved?.id ?? source.record
  return { ...entry, source: { ...source, model: 'MovimientoInventario', record } }
}

function hadValue({ lines }: MovedStock, before: ValuesBefore): boolean {
  return lines.some(({ line }) => {
    const { valor_entrada: came, valor_salida: left } = before.get(line.reversa ?? '') ?? {}
    return cents(came ?? '0') !== cents(left ?? '0')
  })
}

async function valuesBefore(
  { tx, caller }: ActionContext,
  moved: readonly MovedStock[],
): Promise<ValuesBefore> {
  const lines = moved.flatMap((movedStock) =>
    movedStock.lines.flatMap(({ line }) => line.reversa ?? []),
  )
  const rows = await findLineValues(tx, caller.empresa, lines)
  return new Map(rows.map((row) => [row.id, row]))
}
