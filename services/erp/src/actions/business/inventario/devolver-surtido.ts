import { ApiError } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { closedDay, openStockBooks } from './book-stock.ts'
import { costBeyond } from './decisions/stock-entries.ts'
import { planTakenBack } from './plan-taken-back.ts'
import { reverseMovements } from './reverse-movements.ts'
import { SOLICITUD_MATERIAL_STATES } from './solicitud-material-states.ts'
import type { MovedStock } from './stock-movement.ts'
import {
  changeRequestLines,
  changeRequests,
  findRequestLines,
  findSupplies,
  lockRequests,
} from './store/request-store.ts'
import { surtirSolicitud } from './surtir-solicitud.ts'

/**
 * Brings back all that a request was supplied with; it may be supplied again.
 * @source docs/decisions/0253-erp-books.md
 */
export const devolverSurtido: RecordAction = {
  model: 'SolicitudMaterial',
  name: 'devolver_surtido',
  label: 'Devolver surtido',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['autorizado'],
  run: bringBack,
}

async function bringBack(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const reason = String(inputs.get('motivo')).trim()
  const batch = new DocumentBatch(ids, await lockRequests(tx, empresa, ids), {
    model: devolverSurtido.model,
    states: statesBefore(SOLICITUD_MATERIAL_STATES, devolverSurtido.name),
  })
  const books = await openStockBooks(context, [moment.today])
  for (const { id } of batch.remaining) batch.refuse(id, ...closedDay(books, moment.today))
  const open = batch.remaining.map(({ id }) => id)
  const supplies = await findSupplies(tx, empresa, open)
  const { moved, refused } = await reverseMovements(context, supplies)
  for (const { solicitud, id } of supplies) {
    const problems = refused.get(id)
    if (problems === undefined) continue
    // Other parts of it may be back already: nothing of the set stays.
    if (supplies.length > 1) throw new ApiError(problems)
    batch.refuse(solicitud, ...problems)
  }
  // A request is supplied in parts, each a movement: taken back as one.
  const done = batch.remaining.map((row) => {
    const own = supplies.filter(({ solicitud }) => solicitud === row.id)
    return { row, moved: joined(own.flatMap(({ id }) => moved.get(id) ?? [])) }
  })
  await writeBack(
    context,
    done.map(({ row }) => row.id),
  )
  const postings = await planTakenBack(context, books, {
    model: devolverSurtido.model,
    event: surtirSolicitud.name,
    reason,
    named: costBeyond,
    documents: done.map((one) => ({
      id: one.row.id,
      folio: one.row.folio,
      fecha: moment.today,
      centroCosto: one.row.centro_costo,
      proyecto: one.row.proyecto,
      moved: one.moved,
    })),
  })
  await recordDeeds(
    context,
    { ...devolverSurtido, reason },
    done.map((one) => ({
      id: one.row.id,
      folio: one.row.folio,
      before: one.row.estado,
      after: 'autorizado',
      more: { motivo: reason },
    })),
    postings,
  )
  return batch.outcome
}

function joined([first, ...more]: readonly MovedStock[]): MovedStock | undefined {
  if (first === undefined) return undefined
  return { ...first, lines: [first, ...more].flatMap(({ lines }) => lines) }
}

async function writeBack(
  { tx, caller, moment }: ActionContext,
  ids: readonly string[],
): Promise<void> {
  const { empresa } = caller
  const { now } = moment
  const lines = await findRequestLines(tx, empresa, ids)
  await changeRequestLines(tx, empresa, {
    changes: lines.map(({ id, partida }) => ({
      id,
      surtida: '0',
      importe: '0.00',
      movimiento: null,
      partida,
    })),
    now,
  })
  await changeRequests(tx, empresa, {
    changes: ids.map((id) => ({ id, estado: 'autorizado' })),
    now,
  })
}
