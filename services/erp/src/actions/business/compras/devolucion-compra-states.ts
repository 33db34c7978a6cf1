import { documentStates } from '../../documents/state-table.ts'

/** What goes back to a supplier stays as it was authorized. @source docs/decisions/0240-erp-documents.md */
export const DEVOLUCION_COMPRA_STATES = documentStates('DevolucionCompra', {
  states: ['borrador', 'autorizada', 'enviada', 'acreditada', 'cancelada'],
  drafts: ['borrador'],
  byHand: { borrador: ['autorizada'] },
  byAction: {
    autorizada: { autorizar_devolucion: ['borrador'] },
    enviada: { devolver_compra: ['autorizada'], cancelar_nota_credito: ['acreditada'] },
    acreditada: { registrar_nota_credito: ['enviada'] },
    cancelada: { cancelar_devolucion: ['borrador', 'autorizada', 'enviada'] },
  },
})
