import { decisionAction } from '../decide-records.ts'
import { PAGO_PROVEEDOR_STATES } from './pago-proveedor-states.ts'

/**
 * Says that a payment may be made as it stands; `pagar` makes it.
 * @source docs/decisions/0249-erp-payments.md
 */
export const autorizarPago = decisionAction(PAGO_PROVEEDOR_STATES, {
  name: 'autorizar_pago',
  label: 'Autorizar pago',
})

export const regresarPago = decisionAction(PAGO_PROVEEDOR_STATES, {
  name: 'regresar_pago',
  label: 'Regresar pago a borrador',
})

export const enviarPago = decisionAction(PAGO_PROVEEDOR_STATES, {
  name: 'enviar_pago',
  label: 'Enviar pago al banco',
})

export const rechazarPago = decisionAction(PAGO_PROVEEDOR_STATES, {
  name: 'rechazar_pago',
  label: 'Rechazar pago',
  hasReason: true,
})
