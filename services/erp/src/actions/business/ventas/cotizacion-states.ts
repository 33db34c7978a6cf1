import { documentStates } from '../../documents/state-table.ts'

/** What a customer was offered stays as it was offered. @source docs/decisions/0240-erp-documents.md */
export const COTIZACION_STATES = documentStates('Cotizacion', {
  states: ['borrador', 'enviada', 'aceptada', 'rechazada', 'vencida', 'cancelada'],
  drafts: ['borrador'],
  byAction: {
    enviada: { enviar_cotizacion: ['borrador'] },
    borrador: { regresar_cotizacion: ['enviada', 'vencida'] },
    aceptada: { aceptar_cotizacion: ['borrador', 'enviada'] },
    rechazada: { rechazar_cotizacion: ['borrador', 'enviada'] },
    vencida: { vencer_cotizacion: ['borrador', 'enviada'] },
    cancelada: { cancelar_cotizacion: ['borrador', 'enviada', 'vencida'] },
  },
})
