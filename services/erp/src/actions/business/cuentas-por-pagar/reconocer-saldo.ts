import { recognizeAction } from '../contabilidad/recognize-balances.ts'
import { decisionAction } from '../decide-records.ts'
import { ANTICIPO_PROVEEDOR_STATES } from './anticipo-proveedor-states.ts'
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

/** An advance that was paid to a supplier before the company began here. */
export const reconocerAnticipo = recognizeAction(ANTICIPO_PROVEEDOR_STATES, {
  kind: { table: 'anticipo_proveedor', code: '120', side: 'cargo', party: 'proveedor' },
  problemOf: () => null,
})

/** Takes back an advance that was entered by hand and that nobody used; one that a payment made goes with that. */
export const cancelarAnticipoProveedor = decisionAction(ANTICIPO_PROVEEDOR_STATES, {
  name: 'cancelar_anticipo',
  label: 'Cancelar anticipo',
  hasReason: true,
  decide: (_context, records) => {
    const made = records.filter(({ stored }) => (stored.get('pago') ?? null) !== null)
    return Promise.resolve({
      refused: new Map(
        made.map(({ id, stored }) => {
          const message = `AnticipoProveedor ${id} was made by PagoProveedor ${stored.get('pago')}: cancelar_pago takes both back.`
          return [id, { code: 'INVALID_STATE', message }]
        }),
      ),
      values: new Map(records.map(({ id }) => [id, new Map([['saldo', '0']])])),
    })
  },
})
