import { PAYMENT_RECONCILED } from '../../../messages/payroll-payments.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { reversalOf } from '../contabilidad/reversal-of.ts'
import { documentAction } from '../document-action.ts'
import { cancelMoneyMove, isReconciled, lockMoneyMoves } from '../tesoreria/effects/move-money.ts'
import { hasStamped, markReceipts } from './store/payment-store.ts'

const MODEL = 'Nomina'

/** Takes the payment of runs back: the money never left the bank. */
export const cancelarPagoNomina = documentAction(MODEL, {
  name: 'cancelar_pago_nomina',
  label: 'Cancelar pago',
  hasReason: true,
  fields: ['movimiento', 'poliza_pago', 'poliza_pago.fecha'],
  run: async ({ context, batch, changes, move, reason }) => {
    const { tx, caller, moment } = context
    const rows = batch.remaining
    const ids = rows.map(({ id }) => id)
    const dayOf = (row: { readonly 'poliza_pago.fecha': string | null }) =>
      row['poliza_pago.fecha'] ?? moment.today
    const days = [...new Set(rows.map(dayOf))]
    const [moves, entries, periods, stamped] = await Promise.all([
      lockMoneyMoves(context, rows),
      findOpenEntries(tx, caller.empresa, { model: MODEL, ids }),
      loadPeriods(tx, caller.empresa, { days, module: 'nomina' }),
      hasStamped(tx, caller.empresa, ids),
    ])
    for (const row of rows) {
      const moved = moves.get(row.movimiento ?? '')
      const closed = periods.problemOf(dayOf(row))
      if (moved !== undefined && isReconciled(moved)) {
        const message = PAYMENT_RECONCILED({ run: row.folio, movement: moved.folio })
        batch.refuse(row.id, { code: 'INVALID_STATE', message })
      } else if (closed !== null) batch.refuse(row.id, closed)
    }
    for (const row of batch.remaining) {
      const moved = moves.get(row.movimiento ?? '')
      if (moved !== undefined) cancelMoneyMove(changes, moved)
      const own = entries.filter(({ id }) => id === row.poliza_pago)
      changes.post({
        reversals: own.map((entry) =>
          reversalOf(entry, { folio: row.folio, day: dayOf(row), periods }),
        ),
      })
      const nomina = row.id
      changes.also({ write: () => markReceipts(tx, caller.empresa, { nomina, isPaid: false }) })
      move(row, {
        to: stamped.has(row.id) ? 'timbrada' : 'autorizada',
        fields: { movimiento: null, poliza_pago: null },
        told: { motivo: reason },
      })
    }
  },
})
