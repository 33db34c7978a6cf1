import { findOpenEntries } from '../../../store/journal-store.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { reversalOf } from '../contabilidad/reversal-of.ts'
import { documentAction } from '../document-action.ts'
import { stampedProblem } from './stamped-problem.ts'

/**
 * Takes the authorization of runs back, to correct and compute them again: a counter-entry stands on the day of each
 * entry.
 */
export const regresarNomina = documentAction('Nomina', {
  name: 'regresar_nomina',
  label: 'Regresar nómina',
  hasReason: true,
  fields: ['fecha_pago'],
  run: async ({ context, batch, changes, move, reason }) => {
    const { tx, caller } = context
    const days = [...new Set(batch.remaining.map(({ fecha_pago }) => fecha_pago))]
    const periods = await loadPeriods(tx, caller.empresa, { days, module: 'nomina' })
    for (const { id, folio, fecha_pago } of batch.remaining) {
      const problem =
        periods.problemOf(fecha_pago) ?? (await stampedProblem(context, { id, folio }))
      if (problem !== null) batch.refuse(id, problem)
    }
    const rows = batch.remaining
    const wanted = { model: 'Nomina', ids: rows.map(({ id }) => id) }
    const open = await findOpenEntries(tx, caller.empresa, wanted)
    for (const row of rows) {
      const own = open.filter(({ registro }) => registro === row.id)
      const day = row.fecha_pago
      changes.post({
        reversals: own.map((entry) => reversalOf(entry, { folio: row.folio, day, periods })),
      })
      move(row, { fields: { poliza: null }, told: { motivo: reason } })
    }
  },
})
