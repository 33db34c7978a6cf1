import { documentStates } from '../../documents/state-table.ts'

/** An agreement in force only counts what was supplied. @source docs/decisions/0240-erp-documents.md */
export const PEDIDO_ABIERTO_STATES = documentStates('PedidoAbierto', {
  states: ['borrador', 'vigente', 'cerrado', 'cancelado'],
  drafts: ['borrador'],
  open: ['importe_surtido'],
  openLines: { PedidoAbiertoPartida: ['cantidad_surtida'] },
  byHand: { vigente: ['borrador'], cerrado: ['vigente'], cancelado: ['borrador', 'vigente'] },
})
