import { statesBefore, type StateTable } from '../../documents/state-table.ts'

const OPEN = ['folio', 'fecha', 'periodo', 'elaborada_por', 'revisada_por']

/**
 * Its matches are made and undone by actions, never by hand.
 * @source docs/decisions/0256-erp-bank-reconciliation.md
 */
export const CONCILIACION_BANCARIA_STATES = {
  model: 'ConciliacionBancaria' as const,
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
} satisfies StateTable

const MATCHING = ['conciliar', 'conciliar_partida', 'desconciliar', 'registrar_movimiento']

/** The actions that leave a reconciliation open: whether something is unexplained then, its figures say. */
export const OPEN_RECONCILIATIONS = {
  ...CONCILIACION_BANCARIA_STATES,
  moves: MATCHING.map((by) => ({
    from: statesBefore(CONCILIACION_BANCARIA_STATES, 'cerrar_conciliacion'),
    to: 'en_proceso',
    by,
  })),
}
