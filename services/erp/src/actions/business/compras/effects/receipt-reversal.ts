import type { OpenEntry } from '../../../../store/journal-store.ts'
import type { Periods } from '../../contabilidad/accounting-periods.ts'
import type { ReversalPosting } from '../../contabilidad/effects/write-entries.ts'

/** The counter-entry of today of what a document booked. */
export function reversalOf(
  open: OpenEntry,
  details: { readonly folio: string; readonly today: string; readonly periods: Periods },
): ReversalPosting {
  return {
    open,
    fecha: details.today,
    periodo: details.periods.idOf(details.today),
    concepto: `Reversa de ${open.folio}: ${details.folio}`,
  }
}
