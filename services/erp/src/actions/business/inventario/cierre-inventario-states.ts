import type { StateTable } from '../../documents/state-table.ts'

/** What stood there at the end of a period stays as it was closed. @source docs/decisions/0243-erp-stock.md */
export const CIERRE_INVENTARIO_STATES: StateTable = {
  model: 'CierreInventario',
  initial: ['abierto'],
  states: { abierto: { open: 'all' }, conciliado: { open: 'all' }, cerrado: { open: [] } },
  moves: [
    { from: ['abierto', 'conciliado'], to: 'cerrado', by: 'cerrar_inventario' },
    { from: ['cerrado'], to: 'abierto', by: 'reabrir_inventario' },
  ],
}
