import { documentStates } from '../../documents/state-table.ts'

/** What goes back to a supplier stays as it was authorized. @source docs/decisions/0240-erp-documents.md */
export const DEVOLUCION_COMPRA_STATES = documentStates('DevolucionCompra', {
  states: ['borrador', 'autorizada', 'enviada', 'acreditada', 'cancelada'],
  drafts: ['borrador'],
  byHand: {
    autorizada: ['borrador'],
    borrador: ['autorizada'],
    enviada: ['autorizada'],
    acreditada: ['enviada'],
    cancelada: ['borrador', 'autorizada'],
  },
})
