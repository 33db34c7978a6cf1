import { localTime, zoneOfPostalCode } from '../../../fiscal/cfdi/local-time.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import type { BatchOutcome } from '../batch-outcome.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import { DayRates } from '../exchange-rates.ts'
import { onDayOfIssue } from './decisions/issue-day.ts'
import { moveSales, type InvoiceSale } from './store/invoice-store.ts'

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

/** The day and rate of sales become those of their invoice, and the audit log says what they were. */
export async function writeDays(
  { tx, caller, moment }: ActionContext,
  action: string,
  of: { readonly moved: readonly MovedSale[]; readonly numbers: (counter: string) => number },
): Promise<void> {
  const { now } = moment
  await moveSales(tx, caller.empresa, { sales: of.moved.map(({ after }) => after), now })
  const entries = of.moved.map(({ before, after }) => ({
    id: of.numbers(AUDIT_COUNTER),
    model: 'Venta',
    recordId: after.id,
    operation: 'accion' as const,
    action,
    reason: null,
    before: dayAndRate(before),
    after: dayAndRate(after),
  }))
  await recordAudit(tx, caller, { entries, now })
}

function dayAndRate({ fecha, tipo_cambio }: InvoiceSale) {
  return { fecha, tipo_cambio }
}
