import { recognizeAction } from '../contabilidad/recognize-balances.ts'
import { CUENTA_POR_PAGAR_STATES } from './cuenta-por-pagar-states.ts'

/**
 * What was owed to a supplier before the company began here.
 * @source docs/decisions/0259-erp-decisions-by-actions.md
 */
export const reconocerSaldo = recognizeAction(CUENTA_POR_PAGAR_STATES, {
  kind: { table: 'cuenta_por_pagar', code: '201', side: 'abono', party: 'proveedor' },
  problemOf: ({ id, stored }) =>
    stored.get('tipo') === 'saldo_inicial'
      ? null
      : `CuentaPorPagar ${id} is a ${stored.get('tipo')}, not a saldo_inicial; autorizar_factura authorizes it.`,
})
