import type { StateRule, StateTable } from '../../documents/state-table.ts'

/** What people approved does not change under them; what nobody approves does. */
const APPROVED: StateRule = {
  open: ['observaciones', 'fecha_entrega', 'comprador', 'almacen'],
  openLines: {
    CompraPartida: ['cantidad_facturada', 'fecha_entrega'],
    CompraGasto: 'all',
    CompraProgramaEntrega: 'all',
  },
}

/** @source docs/decisions/0211-erp-purchases.md */
export const COMPRA_STATES = {
  model: 'Compra' as const,
  initial: ['iniciada'],
  states: {
    iniciada: { open: 'all' },
    en_autorizacion: APPROVED,
    autorizada: APPROVED,
    recibida_parcial: APPROVED,
    recibida: APPROVED,
    cerrada: APPROVED,
    cancelada: { ...APPROVED, isDeletable: true },
  },
  moves: [
    { from: ['iniciada', 'en_autorizacion'], to: 'autorizada', by: 'autorizar_compra' },
    { from: ['iniciada', 'en_autorizacion'], to: 'en_autorizacion', by: 'autorizar_compra' },
    { from: ['en_autorizacion', 'autorizada'], to: 'iniciada', by: 'cambiar_iniciada' },
    {
      from: ['iniciada', 'en_autorizacion', 'autorizada', 'recibida_parcial', 'recibida'],
      to: 'cancelada',
      by: 'cancelar_compra',
    },
    { from: ['autorizada', 'recibida_parcial'], to: 'recibida', by: 'recibir_compra' },
    { from: ['autorizada', 'recibida_parcial'], to: 'recibida_parcial', by: 'recibir_compra' },
    { from: ['autorizada', 'recibida_parcial', 'recibida'], to: 'cerrada', by: 'cerrar_compra' },
  ],
} satisfies StateTable
