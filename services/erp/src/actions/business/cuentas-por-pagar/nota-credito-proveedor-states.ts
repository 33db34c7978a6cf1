import { documentStates } from '../../documents/state-table.ts'

/** A credit note that was validated is only applied. @source docs/decisions/0240-erp-documents.md */
export const NOTA_CREDITO_PROVEEDOR_STATES = documentStates('NotaCreditoProveedor', {
  states: ['por_validar', 'vigente', 'aplicada', 'cancelada'],
  drafts: ['por_validar'],
  byAction: {
    vigente: { cancelar_reembolso: ['aplicada'] },
    aplicada: { aplicar_nota_credito: ['vigente'], cobrar_reembolso: ['vigente'] },
    cancelada: { cancelar_nota_credito: ['por_validar', 'vigente', 'aplicada'] },
  },
})
