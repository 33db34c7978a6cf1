import { ApiError } from '../../../errors.ts'
import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { jsonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome } from '../batch-outcome.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type ReversalPosting,
} from '../contabilidad/effects/write-entries.ts'
import { figuresOf } from './decisions/reconciliation-figures.ts'
import { markLines } from './effects/mark-lines.ts'
import { refreshFigures } from './effects/write-matches.ts'
import { demandFound, namedIds, openReconciliations, recordDeed } from './open-reconciliations.ts'
import { cancelBankMovements } from './store/bank-movement-store.ts'
import { deleteItems, findGroups } from './store/reconciliation-store.ts'

/**
 * Undoes matches; what registrar_movimiento made is cancelled, its entry taken back.
 * @source docs/decisions/0256-erp-bank-reconciliation.md
 */
export const desconciliar: RecordAction = {
  model: 'ConciliacionBancaria',
  name: 'desconciliar',
  label: 'Desconciliar',
  mode: 'url_action',
  inputs: [
    jsonInput(
      {
        name: 'partidas',
        label: 'Partidas',
        help: 'Los ids de las partidas de la conciliación; con cada una, su grupo entero.',
        required: true,
      },
      {
        items: {
          references: 'ConciliacionBancariaPartida',
          filter: { conciliacion: { field: 'id' } },
        },
      },
    ),
  ],
  emits: [],
  run: undo,
}

async function undo(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new BatchOutcome()
  const [row] = await openReconciliations(context, ids, batch)
  if (row === undefined) return batch.outcome()
  const named = namedIds(context, 'partidas')
  const items = await findGroups(tx, empresa, { id: row.id, partidas: named })
  const reason = 'is not a matched item of this reconciliation'
  demandFound('partidas', named, { found: items, reason })
  const own = items.filter((item) => item.es_propio).flatMap(({ movimiento }) => movimiento ?? [])
  const reversals = await reversalsOf(context, own)
  const needed = numbersNeeded({ entries: [], reversals })
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, 1]]),
    series: needed.series,
  })
  const { now } = moment
  await deleteItems(
    tx,
    empresa,
    items.map(({ id }) => id),
  )
  await markLines(context, desconciliar.name, {
    renglones: items.flatMap(({ renglon }) =>
      renglon === null ? [] : [{ id: renglon, movimiento: null }],
    ),
    movimientos: items.flatMap(({ movimiento }) => movimiento ?? []),
    isMatched: false,
  })
  await cancelBankMovements(tx, empresa, { ids: own, now })
  await writeEntries(context, { entries: [], reversals }, numbering)
  const { diferencia } = figuresOf(await refreshFigures(context, row))
  const after = { partidas: items.map(({ id }) => Number(id)), diferencia }
  const action = desconciliar.name
  await recordDeed(context, { action, row, after, event: null, numbers: numbering.numbers })
  return batch.outcome()
}

/** @throws ApiError PERIOD_CLOSED when there is something to take back and today is in no open period */
async function reversalsOf(
  { tx, caller, moment }: ActionContext,
  movements: readonly string[],
): Promise<readonly ReversalPosting[]> {
  if (movements.length === 0) return []
  const of = { model: 'MovimientoBancario', ids: movements }
  const open = await findOpenEntries(tx, caller.empresa, of)
  const { today } = moment
  const periods = await loadPeriods(tx, caller.empresa, { days: [today], module: 'tesoreria' })
  const closed = periods.problemOf(today)
  if (closed !== null) throw new ApiError([closed])
  return open.map((entry) => ({
    open: entry,
    fecha: today,
    periodo: periods.idOf(today),
    concepto: `Reversa de ${entry.folio}`,
  }))
}
