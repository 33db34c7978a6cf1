import { RUN_WITHOUT_RECEIPTS } from '../../../messages/payroll-runs.ts'
import { planEntries } from '../contabilidad/plan-sale-entries.ts'
import { documentAction } from '../document-action.ts'
import { runSource } from './decisions/run-entry.ts'
import { findBooked } from './store/booking-store.ts'

/**
 * Authorizes runs that are computed: what they pay and withhold is booked on the day of pay, by the company's rule.
 * @source docs/decisions/0295-erp-payroll-run.md
 */
export const autorizarNomina = documentAction('Nomina', {
  name: 'autorizar_nomina',
  label: 'Autorizar nómina',
  fields: ['fecha_pago', 'moneda', 'neto'],
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller } = context
    const ids = batch.remaining.map(({ id }) => id)
    const booked = Map.groupBy(await findBooked(tx, caller.empresa, ids), ({ nomina }) => nomina)
    for (const { id, folio } of batch.remaining) {
      if (booked.has(id)) continue
      const message = RUN_WITHOUT_RECEIPTS({ run: folio })
      batch.refuse(id, { code: 'INVALID_STATE', message })
    }
    const sources = batch.remaining.map((row) => runSource(row, booked.get(row.id) ?? []))
    const entries = await planEntries(context, {
      module: 'nomina',
      model: 'Nomina',
      event: 'autorizar_nomina',
      sources,
    })
    for (const row of batch.remaining) {
      const entry = entries.get(row.id)
      if (entry === undefined) continue
      if (!entry.ok) {
        batch.refuse(row.id, entry.error)
        continue
      }
      changes.post({ entries: [entry.value] })
      move(row, { fields: { poliza: changes.entryOf(row.id) }, told: { neto: row.neto } })
    }
  },
})
