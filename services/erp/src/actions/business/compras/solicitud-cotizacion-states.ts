import { documentStates } from '../../documents/state-table.ts'

/** Suppliers quote what they were asked for. @source docs/decisions/0240-erp-documents.md */
export const SOLICITUD_COTIZACION_STATES = documentStates('SolicitudCotizacion', {
  states: ['borrador', 'enviada', 'en_analisis', 'adjudicada', 'desierta', 'cancelada'],
  drafts: ['borrador'],
  openLines: { SolicitudCotizacionProveedor: 'all' },
  byHand: {
    enviada: ['borrador'],
    en_analisis: ['enviada'],
    adjudicada: ['en_analisis', 'enviada'],
    desierta: ['en_analisis', 'enviada'],
    cancelada: ['borrador', 'enviada', 'en_analisis'],
  },
})
