import { documentStates } from '../../documents/state-table.ts'

/**
 * An account to which money may go stays as it was validated; which of them is the default may change.
 * @source docs/decisions/0259-erp-decisions-by-actions.md
 */
export const PROVEEDOR_CUENTA_BANCARIA_STATES = documentStates('ProveedorCuentaBancaria', {
  states: ['pendiente', 'validada', 'rechazada', 'baja'],
  drafts: ['pendiente'],
  open: ['es_predeterminada'],
  byAction: {
    validada: { validar_cuenta: ['pendiente'] },
    pendiente: { invalidar_cuenta: ['validada', 'rechazada', 'baja'] },
    rechazada: { rechazar_cuenta: ['pendiente'] },
    baja: { dar_de_baja_cuenta: ['pendiente', 'validada', 'rechazada'] },
  },
})
