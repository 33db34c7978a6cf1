import { documentStates } from '../../documents/state-table.ts'

/** A quote that was decided on stays as the supplier gave it. @source docs/decisions/0240-erp-documents.md */
export const COTIZACION_PROVEEDOR_STATES = documentStates('CotizacionProveedor', {
  states: ['recibida', 'en_analisis', 'adjudicada', 'rechazada', 'vencida'],
  drafts: ['recibida', 'en_analisis'],
  byHand: {
    en_analisis: ['recibida'],
    recibida: ['en_analisis'],
    adjudicada: ['recibida', 'en_analisis'],
    rechazada: ['recibida', 'en_analisis'],
    vencida: ['recibida', 'en_analisis'],
  },
})
