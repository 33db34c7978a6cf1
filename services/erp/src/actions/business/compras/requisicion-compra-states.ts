import { documentStates } from '../../documents/state-table.ts'

/** What was asked for stays as it was asked for; what became of each line is noted. @source docs/decisions/0240-erp-documents.md */
export const REQUISICION_COMPRA_STATES = documentStates('RequisicionCompra', {
  states: ['borrador', 'solicitada', 'autorizada', 'cotizada', 'surtida', 'rechazada', 'cancelada'],
  drafts: ['borrador'],
  openLines: { RequisicionCompraPartida: ['cantidad_comprada', 'estado', 'proveedor_sugerido'] },
  byHand: {
    solicitada: ['borrador'],
    autorizada: ['solicitada'],
    rechazada: ['solicitada'],
    cotizada: ['autorizada'],
    surtida: ['autorizada', 'cotizada'],
    borrador: ['solicitada', 'rechazada'],
    cancelada: ['borrador', 'solicitada', 'autorizada', 'cotizada'],
  },
})
