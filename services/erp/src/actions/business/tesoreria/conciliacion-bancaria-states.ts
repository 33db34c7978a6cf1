import type { StateTable } from '../../documents/state-table.ts'

const OPEN = ['folio', 'fecha', 'periodo', 'elaborada_por', 'revisada_por']

/**
 * Its matches are made and undone by actions, never by hand.
 * @source docs/decisions/0256-erp-bank-reconciliation.md
 */
export const CONCILIACION_BANCARIA_STATES: StateTable = {
  model: 'ConciliacionBancaria',
  initial: ['en_proceso'],
  states: {
    en_proceso: { open: OPEN },
    con_diferencias: { open: OPEN },
    conciliada: { open: ['revisada_por'] },
    autorizada: { open: [] },
  },
  moves: [
    { from: ['en_proceso'], to: 'con_diferencias', by: 'conciliar' },
    { from: ['con_diferencias'], to: 'en_proceso', by: 'conciliar' },
    { from: ['en_proceso', 'con_diferencias'], to: 'conciliada', by: 'cerrar_conciliacion' },
    { from: ['conciliada'], to: 'en_proceso', by: 'hand' },
    { from: ['conciliada'], to: 'autorizada', by: 'hand' },
  ],
}
