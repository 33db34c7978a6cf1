import { documentStates } from '../../documents/state-table.ts'

/** An agreement in force only counts what was called off. @source docs/decisions/0240-erp-documents.md */
export const PEDIDO_ABIERTO_COMPRA_STATES = documentStates('PedidoAbiertoCompra', {
  states: ['borrador', 'vigente', 'cerrado', 'cancelado'],
  drafts: ['borrador'],
  open: ['importe_consumido', 'comprador'],
  openLines: { PedidoAbiertoCompraPartida: ['cantidad_liberada', 'cerrada'] },
  byHand: { vigente: ['borrador'], cerrado: ['vigente'], cancelado: ['borrador', 'vigente'] },
})
