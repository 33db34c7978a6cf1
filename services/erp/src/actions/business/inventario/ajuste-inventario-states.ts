import type { StateTable } from '../../documents/state-table.ts'

const DECIDED = { open: ['comentario'] }

/** An adjustment that was authorized is made as it was authorized. @source docs/decisions/0243-erp-stock.md */
export const AJUSTE_INVENTARIO_STATES = {
  model: 'AjusteInventario' as const,
  initial: ['solicitado'],
  states: {
    solicitado: { open: 'all' },
    autorizado: DECIDED,
    aplicado: DECIDED,
    rechazado: { ...DECIDED, isDeletable: true },
    cancelado: DECIDED,
  },
  moves: [
    { from: ['solicitado'], to: 'autorizado', by: 'autorizar_ajuste' },
    { from: ['solicitado'], to: 'rechazado', by: 'rechazar_ajuste' },
    { from: ['autorizado'], to: 'aplicado', by: 'aplicar_ajuste' },
    { from: ['solicitado', 'autorizado', 'aplicado'], to: 'cancelado', by: 'cancelar_ajuste' },
  ],
} satisfies StateTable
