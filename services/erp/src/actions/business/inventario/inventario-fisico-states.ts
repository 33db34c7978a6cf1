import type { StateTable } from '../../documents/state-table.ts'

const HEAD = ['responsable', 'conteos_requeridos']
const COUNTED = { open: HEAD }

/** A count under review is not counted on. @source docs/decisions/0243-erp-stock.md */
export const INVENTARIO_FISICO_STATES = {
  model: 'InventarioFisico' as const,
  initial: ['preparado'],
  states: {
    preparado: { open: 'all' },
    en_conteo: { open: HEAD, openLines: { InventarioFisicoPartida: 'all' } },
    en_revision: COUNTED,
    ajustado: COUNTED,
    cancelado: { ...COUNTED, isDeletable: true },
  },
  moves: [
    { from: ['preparado'], to: 'en_conteo', by: 'iniciar_conteo' },
    { from: ['en_conteo'], to: 'en_revision', by: 'cerrar_conteo' },
    { from: ['en_revision'], to: 'ajustado', by: 'ajustar_conteo' },
    { from: ['preparado', 'en_conteo', 'en_revision'], to: 'cancelado', by: 'cancelar_conteo' },
  ],
} satisfies StateTable
