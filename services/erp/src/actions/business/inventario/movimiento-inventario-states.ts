import type { StateTable } from '../../documents/state-table.ts'

const MOVED = { open: ['observaciones'] }

/** Stock that was moved is only moved back. @source docs/decisions/0243-erp-stock.md */
export const MOVIMIENTO_INVENTARIO_STATES = {
  model: 'MovimientoInventario' as const,
  initial: ['borrador'],
  states: { borrador: { open: 'all' }, aplicado: MOVED, cancelado: MOVED },
  moves: [
    { from: ['borrador'], to: 'aplicado', by: 'aplicar_movimiento' },
    { from: ['borrador', 'aplicado'], to: 'cancelado', by: 'cancelar_movimiento' },
  ],
} satisfies StateTable
