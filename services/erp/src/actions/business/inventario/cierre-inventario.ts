import { CLOSING_NOT_LAST, CLOSING_NOT_OVER } from '../../../messages/stock-documents.ts'
import { amountText, cents } from '../cents.ts'
import { documentAction } from '../document-action.ts'
import {
  deleteHistory,
  findClosedDays,
  findClosingSums,
  insertHistory,
  lockWarehouseStock,
} from './store/closing-store.ts'

// A period of a warehouse is closed and opened again. @source docs/decisions/0243-erp-stock.md

const MODEL = 'CierreInventario'
const NAME = ['periodo.nombre', 'almacen.clave'] as const
const HISTORY = 'existencia_historica'

/** Keeps what stood in a warehouse on the last day of a period, and lets nothing be dated into it any more. */
export const cerrarInventario = documentAction(MODEL, {
  name: 'cerrar_inventario',
  label: 'Cerrar inventario',
  folio: NAME,
  fields: [
    ...NAME,
    'almacen',
    'periodo.fecha_fin',
    'importe_contable',
    'importe_inventario',
    'diferencia',
    'cerrado_por',
  ],
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller, moment } = context
    for (const { id, 'periodo.fecha_fin': last } of batch.remaining) {
      if (last !== null && last < moment.today) continue
      const message = CLOSING_NOT_OVER({ id, today: moment.today })
      batch.refuse(id, { code: 'INVALID_STATE', message })
    }
    const rows = batch.remaining
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await lockWarehouseStock(
      tx,
      caller.empresa,
      rows.map(({ almacen }) => almacen),
    )
    const sums = await findClosingSums(tx, caller.empresa, ids)
    for (const row of rows) {
      const sum = cents(sums.get(row.id)?.importe ?? '0')
      const importe_inventario = amountText(sum)
      const diferencia = amountText(sum - cents(row.importe_contable))
      move(row, {
        fields: { importe_inventario, diferencia, cerrado_por: caller.usuarioId },
        told: { importe_inventario },
      })
    }
    const articles = [...sums.values()].reduce((count, { articulos }) => count + articulos, 0)
    if (articles === 0) return
    changes.also({
      counters: new Map([[HISTORY, articles]]),
      write: async (numbers) => {
        const first = numbers(HISTORY)
        await insertHistory(tx, caller.empresa, { ids, first, count: articles, now: moment.now })
      },
    })
  },
})

/** Opens the last closed period of a warehouse again, and forgets what it kept. */
export const reabrirInventario = documentAction(MODEL, {
  name: 'reabrir_inventario',
  label: 'Reabrir inventario',
  hasReason: true,
  folio: NAME,
  fields: [...NAME, 'almacen', 'periodo.fecha_fin', 'cerrado_por'],
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller } = context
    const warehouses = batch.remaining.map(({ almacen }) => almacen)
    const closed = await findClosedDays(tx, caller.empresa, warehouses)
    for (const { id, almacen, 'periodo.fecha_fin': own } of batch.remaining) {
      const last = closed.get(almacen)
      if (last === undefined || own === null || last.hasta <= own) continue
      const message = CLOSING_NOT_LAST({ id, period: last.periodo })
      batch.refuse(id, { code: 'INVALID_STATE', message })
    }
    const rows = batch.remaining
    if (rows.length === 0) return
    for (const row of rows) move(row, { fields: { cerrado_por: caller.usuarioId } })
    const ids = rows.map(({ id }) => id)
    changes.also({ write: async () => await deleteHistory(tx, caller.empresa, ids) })
  },
})
