import { documentStates } from '../../documents/state-table.ts'

/**
 * Credit that was granted stays as it was granted.
 * @source docs/decisions/0259-erp-decisions-by-actions.md
 */
export const LINEA_CREDITO_CLIENTE_STATES = documentStates('LineaCreditoCliente', {
  states: ['solicitada', 'autorizada', 'suspendida', 'rechazada', 'cancelada'],
  drafts: ['solicitada'],
  byAction: {
    autorizada: { autorizar_linea: ['solicitada', 'autorizada', 'suspendida'] },
    suspendida: { suspender_linea: ['autorizada'] },
    rechazada: { rechazar_linea: ['solicitada'] },
    cancelada: { cancelar_linea: ['solicitada', 'autorizada', 'suspendida'] },
  },
})
