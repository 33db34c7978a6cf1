import { documentStates } from '../../documents/state-table.ts'

/** What a customer was offered stays as it was offered. @source docs/decisions/0240-erp-documents.md */
export const COTIZACION_STATES = documentStates('Cotizacion', {
  states: ['borrador', 'enviada', 'aceptada', 'rechazada', 'vencida', 'cancelada'],
  drafts: ['borrador'],
  byHand: {
    enviada: ['borrador'],
    borrador: ['enviada'],
    aceptada: ['borrador', 'enviada'],
    rechazada: ['borrador', 'enviada'],
    vencida: ['borrador', 'enviada'],
    cancelada: ['borrador', 'enviada'],
  },
})
