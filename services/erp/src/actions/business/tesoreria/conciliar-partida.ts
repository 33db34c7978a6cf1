import { apiError } from '../../../errors.ts'
import { numberSource, takeNumbers } from '../../../store/counter-store.ts'
import { jsonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome } from '../batch-outcome.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import { figuresOf } from './decisions/reconciliation-figures.ts'
import {
  ITEM_COUNTER,
  itemsNeeded,
  refreshFigures,
  writeMatches,
  type NewMatch,
} from './effects/write-matches.ts'
import {
  demandFound,
  namedIds,
  ONE_DEED,
  openReconciliations,
  recordDeed,
} from './open-reconciliations.ts'
import {
  lockFreeLines,
  lockFreeMovements,
  type FreeRow,
  type ReconciliationRow,
} from './store/reconciliation-store.ts'

/**
 * Matches lines of the bank with movements that somebody names: one or several of each, whose amounts are the same.
 * @source docs/decisions/0256-erp-bank-reconciliation.md
 */
export const conciliarPartida: RecordAction = {
  model: 'ConciliacionBancaria',
  name: 'conciliar_partida',
  label: 'Conciliar partida',
  mode: 'url_action',
  inputs: [
    jsonInput(
      {
        name: 'renglones',
        label: 'Renglones',
        help: 'Los ids de los renglones del banco. Sin ellos, los movimientos deben anularse entre sí.',
        required: false,
      },
      {
        items: {
          references: 'EstadoCuentaBancarioRenglon',
          filter: {
            conciliado: { value: 'false' },
            estado_cuenta__cuenta_bancaria: { field: 'cuenta_bancaria' },
          },
        },
      },
    ),
    jsonInput(
      {
        name: 'movimientos',
        label: 'Movimientos',
        help: 'Los ids de los movimientos bancarios. Sin ellos, los renglones deben anularse entre sí.',
        required: false,
      },
      {
        items: {
          references: 'MovimientoBancario',
          filter: { cuenta_bancaria: { field: 'cuenta_bancaria' } },
        },
      },
    ),
  ],
  emits: [],
  run: match,
}

async function match(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new BatchOutcome()
  const [row] = await openReconciliations(context, ids, batch)
  if (row === undefined) return batch.outcome()
  const named = await namedMatch(context, row)
  const wanted = new Map([...ONE_DEED, [ITEM_COUNTER, itemsNeeded([named])]])
  const numbers = numberSource(await takeNumbers(tx, caller.empresa, wanted))
  const action = conciliarPartida.name
  await writeMatches(context, row, { matches: [named], numbers, action })
  const { diferencia } = figuresOf(await refreshFigures(context, row))
  const after = { ...toldMatch(named), diferencia }
  await recordDeed(context, { action, row, after, event: null, numbers })
  return batch.outcome()
}

async function namedMatch(
  context: ActionContext,
  { cuenta_bancaria: cuenta, fecha: hasta }: ReconciliationRow,
): Promise<NewMatch> {
  const { tx, caller } = context
  const wanted = {
    lines: namedIds(context, 'renglones'),
    movements: namedIds(context, 'movimientos'),
  }
  if (wanted.lines.length + wanted.movements.length < 2) {
    throw apiError('VALIDATION', 'Name at least two: renglones and movimientos.', 'renglones')
  }
  const of = (ids: readonly string[]) => ({ cuenta, hasta, ids, limit: ids.length })
  const renglones = await lockFreeLines(tx, caller.empresa, of(wanted.lines))
  const movimientos = await lockFreeMovements(tx, caller.empresa, of(wanted.movements))
  demandFound('renglones', wanted.lines, { found: renglones })
  demandFound('movimientos', wanted.movements, { found: movimientos })
  const [bank, books] = [totalOf(renglones), totalOf(movimientos)]
  if (bank !== books) {
    const message = `The lines are ${amountText(bank)} and the movements ${amountText(books)}; they must be the same.`
    throw apiError('VALIDATION', message, 'movimientos')
  }
  return { renglones, movimientos, comentario: null }
}

function totalOf(rows: readonly FreeRow[]): bigint {
  return sumOf(rows.map(({ importe }) => cents(importe)))
}

function toldMatch({ renglones, movimientos }: NewMatch) {
  return {
    renglones: renglones.map(({ id }) => Number(id)),
    movimientos: movimientos.map(({ id }) => Number(id)),
  }
}
