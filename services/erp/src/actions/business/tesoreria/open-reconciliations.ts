import { statesBefore } from '../../../dictionary/document-moves.ts'

const MATCHING = ['conciliar', 'conciliar_partida', 'desconciliar', 'registrar_movimiento']

/** The actions that leave a reconciliation open: whether something is unexplained then, its figures say. */
export const OPEN_RECONCILIATIONS = {
  model: 'ConciliacionBancaria' as const,
  moves: MATCHING.map((by) => ({
    from: statesBefore('ConciliacionBancaria', 'cerrar_conciliacion'),
    to: 'en_proceso',
    by,
  })),
}
