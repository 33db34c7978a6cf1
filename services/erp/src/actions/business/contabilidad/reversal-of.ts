import type { OpenEntry } from '../../../store/journal-store.ts'
import type { Periods } from './accounting-periods.ts'
import type { ReversalPosting } from './effects/write-entries.ts'

/** The counter-entry on a day of what a document booked. */
export function reversalOf(
  open: OpenEntry,
  {
    folio,
    day,
    periods,
  }: { readonly folio: string; readonly day: string; readonly periods: Periods },
): ReversalPosting {
  const concepto = `Reversa de ${open.folio}: ${folio}`
  return { open, fecha: day, periodo: periods.idOf(day), concepto }
}
