import type { StateTable } from '../../documents/state-table.ts'

const SENT = { open: ['motivo', 'embarque'] }

/** What is on its way arrives or comes back. @source docs/decisions/0243-erp-stock.md */
export const TRASPASO_ALMACEN_STATES = {
  model: 'TraspasoAlmacen' as const,
  initial: ['borrador'],
  states: {
    borrador: { open: 'all' },
    autorizado: { open: 'all' },
    en_transito: SENT,
    recibido_parcial: SENT,
    recibido: SENT,
    cancelado: SENT,
  },
  moves: [
    { from: ['borrador', 'autorizado'], to: 'en_transito', by: 'enviar_traspaso' },
    { from: ['en_transito', 'recibido_parcial'], to: 'recibido', by: 'recibir_traspaso' },
    { from: ['en_transito', 'recibido_parcial'], to: 'recibido_parcial', by: 'recibir_traspaso' },
    { from: ['borrador', 'autorizado', 'en_transito'], to: 'cancelado', by: 'cancelar_traspaso' },
    { from: ['recibido_parcial'], to: 'recibido', by: 'cancelar_traspaso' },
  ],
} satisfies StateTable
