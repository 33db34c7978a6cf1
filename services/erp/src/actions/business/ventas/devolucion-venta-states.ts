import { documentStates } from '../../documents/state-table.ts'

/** What comes back is counted, not asked for anew. @source docs/decisions/0240-erp-documents.md */
export const DEVOLUCION_VENTA_STATES = documentStates('DevolucionVenta', {
  states: ['solicitada', 'autorizada', 'recibida', 'acreditada', 'rechazada', 'cancelada'],
  drafts: ['solicitada'],
  openLines: { DevolucionVentaPartida: ['cantidad_aceptada', 'dictamen', 'inspeccion', 'lote'] },
  byHand: {
    autorizada: ['solicitada'],
    rechazada: ['solicitada', 'autorizada'],
    recibida: ['autorizada'],
    acreditada: ['recibida'],
    cancelada: ['solicitada', 'autorizada'],
  },
})
