import { statesBefore } from '../../../dictionary/document-moves.ts'
import { takeNumbers } from '../../../store/counter-store.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import {
  changeClosings,
  findClosingSums,
  insertHistory,
  lockClosings,
  lockWarehouseStock,
} from './store/closing-store.ts'

const HISTORY = 'existencia_historica'

/**
 * Closes a period of a warehouse: keeps what stood there on its last day, and lets nothing be dated into it any more.
 * @source docs/decisions/0243-erp-stock.md
 */
export const cerrarInventario: RecordAction = {
  model: 'CierreInventario',
  name: 'cerrar_inventario',
  label: 'Cerrar inventario',
  mode: 'grid_action',
  inputs: [],
  emits: ['cerrado'],
  run: close,
}

async function close(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new DocumentBatch(ids, await lockClosings(tx, caller.empresa, ids), {
    model: cerrarInventario.model,
    states: statesBefore('CierreInventario', cerrarInventario.name),
  })
  for (const { id, hasta } of batch.remaining) {
    if (hasta < moment.today) continue
    const message = `CierreInventario ${id}: its period has not ended before ${moment.today}.`
    batch.refuse(id, { code: 'INVALID_STATE', message })
  }
  const rows = batch.remaining
  if (rows.length === 0) return batch.outcome
  const closing = rows.map(({ id }) => id)
  await lockWarehouseStock(
    tx,
    caller.empresa,
    rows.map(({ almacen }) => almacen),
  )
  const sums = await findClosingSums(tx, caller.empresa, closing)
  const count = [...sums.values()].reduce((sum, { articulos }) => sum + articulos, 0)
  const numbers = await takeNumbers(tx, caller.empresa, new Map([[HISTORY, count]]))
  const done = rows.map((row) => {
    const importe = cents(sums.get(row.id)?.importe ?? '0')
    const diferencia = amountText(importe - cents(row.importe_contable))
    return { row, importe: amountText(importe), diferencia }
  })
  const history = numbers.get(HISTORY)
  if (history !== undefined)
    await insertHistory(tx, caller.empresa, { ids: closing, numbers: history, now: moment.now })
  await changeClosings(tx, caller.empresa, {
    changes: done.map(({ row, importe, diferencia }) => ({
      id: row.id,
      estado: 'cerrado',
      importe_inventario: importe,
      diferencia,
    })),
    usuarioId: caller.usuarioId,
    now: moment.now,
  })
  await recordDeeds(
    context,
    { ...cerrarInventario, reason: null },
    done.map(({ row, importe }) => ({
      id: row.id,
      folio: row.folio,
      before: row.estado,
      after: 'cerrado',
      more: { importe_inventario: importe },
    })),
  )
  return batch.outcome
}
