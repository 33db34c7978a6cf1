import { documentStates } from '../../documents/state-table.ts'

/** What is on its way is only counted where it arrives. @source docs/decisions/0240-erp-documents.md */
export const TRASPASO_ALMACEN_STATES = documentStates('TraspasoAlmacen', {
  states: ['borrador', 'autorizado', 'en_transito', 'recibido', 'recibido_parcial', 'cancelado'],
  drafts: ['borrador'],
  openLines: { TraspasoAlmacenPartida: ['cantidad_recibida', 'diferencia'] },
  byHand: {
    autorizado: ['borrador'],
    borrador: ['autorizado'],
    en_transito: ['autorizado'],
    recibido: ['en_transito', 'recibido_parcial'],
    recibido_parcial: ['en_transito'],
    cancelado: ['borrador', 'autorizado'],
  },
})
