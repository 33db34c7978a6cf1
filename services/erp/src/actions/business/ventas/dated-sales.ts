import { localTime, zoneOfPostalCode } from '../../../fiscal/cfdi/local-time.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import type { BatchOutcome } from '../batch-outcome.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import type { Changes } from '../changes.ts'
import { DayRates } from '../exchange-rates.ts'
import { onDayOfIssue } from './decisions/issue-day.ts'
import type { InvoiceSale } from './store/invoice-store.ts'

/** A sale that is invoiced on another day than it was made. */
export interface MovedSale {
  readonly before: InvoiceSale
  readonly after: InvoiceSale
}

/** The sales as they are invoiced now, at the place of each; those without a rate are refused. */
export async function datedSales(
  { tx, caller, moment }: ActionContext,
  issuer: Issuer,
  { batch, sales }: { readonly batch: BatchOutcome; readonly sales: readonly InvoiceSale[] },
): Promise<{ readonly dated: readonly InvoiceSale[]; readonly moved: readonly MovedSale[] }> {
  const dayOf = ({ sucursal }: InvoiceSale) =>
    localTime(Date.parse(moment.now), zoneOfPostalCode(issuer.placeOf(sucursal))).slice(0, 10)
  const currency = await findCompanyCurrency(tx, caller.empresa)
  const asked = sales
    .filter(({ moneda }) => moneda !== currency)
    .map((sale) => ({ moneda: sale.moneda, fecha: dayOf(sale) }))
  const rates = new DayRates(await findDayRates(tx, caller.empresa, asked))
  const found = sales.flatMap((before): readonly MovedSale[] => {
    const after = onDayOfIssue(before, dayOf(before), { currency, rates })
    if (after.ok) return [{ before, after: after.value }]
    batch.refuse(before.id, after.error)
    return []
  })
  return {
    dated: found.map(({ after }) => after),
    moved: found.filter(({ before, after }) => before !== after),
  }
}

/** The day and rate of a sale become those of its invoice, and the audit log says what they were. */
export function moveDay(changes: Changes, { before, after }: MovedSale): void {
  const { id, fecha, tipo_cambio } = before
  changes.amend('Venta', { id, fecha, tipo_cambio }, dayAndRate(after))
}

function dayAndRate({ fecha, tipo_cambio }: InvoiceSale) {
  return { fecha, tipo_cambio }
}
