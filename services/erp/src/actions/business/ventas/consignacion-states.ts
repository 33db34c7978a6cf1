import { documentStates } from '../../documents/state-table.ts'

/** What lies with a customer is only counted. @source docs/decisions/0240-erp-documents.md */
export const CONSIGNACION_STATES = documentStates('Consignacion', {
  states: ['borrador', 'enviada', 'en_corte', 'liquidada', 'cancelada'],
  drafts: ['borrador'],
  open: ['importe_vendido'],
  openLines: { ConsignacionPartida: ['cantidad_vendida', 'cantidad_devuelta'] },
  byHand: {
    enviada: ['borrador'],
    en_corte: ['enviada'],
    liquidada: ['enviada', 'en_corte'],
    cancelada: ['borrador', 'enviada'],
  },
})
