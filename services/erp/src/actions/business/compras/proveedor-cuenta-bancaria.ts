import { decisionAction } from '../decide-records.ts'

const SIGNED = ['validada_por', 'fecha_validacion']

/**
 * Lets money be paid to an account of a supplier; whoever entered it is not who does.
 * @source docs/decisions/0259-erp-decisions-by-actions.md
 */
export const validarCuenta = decisionAction('ProveedorCuentaBancaria', {
  name: 'validar_cuenta',
  label: 'Validar cuenta',
  signs: SIGNED,
})

/** Takes that back, so that the account may be corrected and is to be validated anew. */
export const invalidarCuenta = decisionAction('ProveedorCuentaBancaria', {
  name: 'invalidar_cuenta',
  label: 'Invalidar cuenta',
  hasReason: true,
  clears: SIGNED,
  confirmation: 'danger',
})

export const rechazarCuenta = decisionAction('ProveedorCuentaBancaria', {
  name: 'rechazar_cuenta',
  label: 'Rechazar cuenta',
  hasReason: true,
})

export const darDeBajaCuenta = decisionAction('ProveedorCuentaBancaria', {
  name: 'dar_de_baja_cuenta',
  label: 'Dar de baja cuenta',
  hasReason: true,
  confirmation: 'danger',
})
