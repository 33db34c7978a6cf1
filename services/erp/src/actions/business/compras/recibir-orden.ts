import { textInput } from '../../../dictionary/action-description.ts'
import { lineColumn, lineReference, pending } from '../../../dictionary/input-shape.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { decimal, decimalText, rounded, sumOfDecimals, times } from '../../../fiscal/decimal.ts'
import { NO_LINE } from '../../../messages/lines.ts'
import { NOTHING_PENDING, ORDER_NEEDS_WAREHOUSE } from '../../../messages/receiving.ts'
import type { FieldValue } from '../../../query/field-value.ts'
import { numberSource, takeNumbers } from '../../../store/numbers/counter-store.ts'
import { insertRows, type NewRow } from '../../../store/records/model-rows.ts'
import { fillFolios } from '../../documents/folios.ts'
import { dateInput, jsonInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { amountText } from '../cents.ts'
import { documentAction } from '../document-action.ts'
import { quantityText } from '../quantity.ts'
import { deedOf, type Deed } from '../record-deeds.ts'
import { PURCHASE } from './decisions/purchase.ts'
import { netCost, pendingOf, type Order, type OrderLine } from './decisions/received-orders.ts'
import { wantedLines, type WantedLine } from './decisions/wanted-lines.ts'
import { ordersOf } from './load-orders.ts'
import {
  RECEIVE,
  receivedTold,
  receiveGoods,
  type Arrival,
  type Received,
} from './receive-goods.ts'
import { discardReceipts } from './store/receipt-store.ts'

const documentInput = (name: string, label: string, help: string) =>
  textInput({ name, label, help, required: false, minLength: 0, length: 40 })

/**
 * Receives purchases in one call: makes the RecepcionCompra of what arrived, or of everything that is pending, and
 * applies it.
 * @source docs/decisions/0247-erp-receiving.md
 */
export const recibirOrden = documentAction('Compra', {
  name: RECEIVE,
  label: 'Recibir compra',
  inputs: [
    referenceInput('Almacen', { name: 'almacen', label: 'Almacén', required: false }),
    dateInput({ name: 'fecha', label: 'Fecha', required: false }),
    documentInput('remision', 'Remisión', 'El número de la remisión del proveedor.'),
    documentInput('factura', 'Factura', 'El número de la factura del proveedor.'),
    jsonInput(
      {
        name: 'partidas',
        label: 'Partidas',
        help: 'Lo que llegó, por partida: [{"partida": 1, "cantidad": "5"}]. Sin ello, todo lo que falta.',
        required: false,
      },
      {
        lines: {
          relation: 'partidas',
          key: 'partida',
          columns: [
            pending('cantidad', 'cantidad_recibida'),
            lineColumn('rechazada', 'Rechazada', 'quantity'),
            lineColumn('motivo_rechazo', 'Motivo de rechazo'),
            lineReference('lote', 'Lote', 'Lote'),
            lineReference('serie', 'Serie', 'SerieArticulo'),
            lineReference('ubicacion', 'Ubicación', 'UbicacionAlmacen'),
          ],
        },
      },
    ),
  ],
  fields: PURCHASE,
  run: async ({ context, batch, changes }) => {
    const { tx, caller, moment } = context
    const wanted = wantedLines(context.inputs.get('partidas'))
    const orders = await ordersOf(context, batch.remaining)
    const parts = batch.remaining.flatMap(({ id }) => {
      const order = orders.get(id)
      if (order === undefined) return []
      const part = partOf(context, order, wanted)
      if ('lines' in part) return [part]
      batch.refuse(id, ...part.problems)
      return []
    })
    const drafts = await numbered(context, parts)
    const byId = new Map(drafts.map((draft) => [draft.arrival.id, draft]))
    const stored = new Set<string>()
    const store = async (taken: readonly Received[]) => {
      const done = taken.flatMap((received) => {
        const draft = byId.get(received.arrival.id)
        return draft === undefined ? [] : [{ draft, received }]
      })
      const { now } = moment
      const rows = done.map((receipt) => receiptRow(context, receipt))
      await insertRows(context, 'RecepcionCompra', { rows, now })
      await insertRows(context, LINES, { rows: done.flatMap(receiptLines), now })
      for (const { arrival } of taken) stored.add(arrival.id)
    }
    const received = await receiveGoods(
      { context, changes },
      drafts.map(({ arrival }) => arrival),
      {
        refuse: (key, ...problems) => batch.refuse(key, ...problems),
        store,
        settle: (received) => changes.record(newReceipt(received)),
      },
    )
    for (const { arrival } of received) stored.delete(arrival.id)
    await discardReceipts(tx, caller.empresa, [...stored])
  },
})

const LINES = 'RecepcionCompraPartida'

/** What arrived of a purchase. */
interface Part {
  readonly order: Order
  readonly almacen: string | null
  readonly lines: readonly PartLine[]
}

interface PartLine {
  readonly line: OrderLine
  readonly wanted: WantedLine
}

function partOf(
  { inputs }: ActionContext,
  order: Order,
  wanted: readonly WantedLine[] | null,
): Part | { readonly problems: readonly ErrorEntry[] } {
  const { folio } = order.purchase
  const given = inputs.get('almacen') ?? order.purchase.almacen
  const almacen = given === null ? null : String(given)
  const byNumber = new Map(order.lines.map((line) => [line.row.partida, line]))
  const problems: ErrorEntry[] = []
  const lines = (wanted ?? order.lines.flatMap(whole)).flatMap((wantedLine): PartLine[] => {
    const line = byNumber.get(wantedLine.partida)
    if (line !== undefined) return [{ line, wanted: wantedLine }]
    const asked = { model: 'Compra', id: folio, line: String(wantedLine.partida) }
    problems.push({ code: 'VALIDATION', field: 'partidas', message: NO_LINE(asked) })
    return []
  })
  if (lines.length === 0 && problems.length === 0) {
    problems.push({ code: 'NO_LINES', message: NOTHING_PENDING({ folio }) })
  }
  if (almacen === null && lines.some(({ line }) => line.row.se_guarda)) {
    const message = ORDER_NEEDS_WAREHOUSE({ folio })
    problems.push({ code: 'VALIDATION', field: 'almacen', message })
  }
  return problems.length > 0 ? { problems } : { order, almacen, lines }
}

/** Everything of a line that is pending. */
function whole(line: OrderLine): readonly WantedLine[] {
  const cantidad = pendingOf(line)
  const { partida } = line.row
  const nothing = { rechazada: 0n, motivo: null, lote: null, serie: null, ubicacion: null }
  return cantidad === 0n ? [] : [{ partida, cantidad, ...nothing }]
}

interface Draft {
  readonly part: Part
  readonly arrival: Arrival
}

/**
 * Gives the receipts and their lines their numbers. Nobody takes these counters after stock is locked, so they may be
 * taken here, before it.
 */
async function numbered(context: ActionContext, parts: readonly Part[]): Promise<readonly Draft[]> {
  if (parts.length === 0) return []
  const { tx, caller, registry, moment, inputs } = context
  const { empresa } = caller
  const model = registry.models.get('RecepcionCompra')
  if (model === undefined) throw new Error('there is no model RecepcionCompra')
  const lines = parts.reduce((sum, part) => sum + part.lines.length, 0)
  const taken = await takeNumbers(
    tx,
    empresa,
    new Map([
      ['recepcion_compra', parts.length],
      ['recepcion_compra_partida', lines],
    ]),
  )
  const numbers = numberSource(taken)
  const day = String(inputs.get('fecha') ?? moment.today)
  const rows = parts.map(() => new Map<string, FieldValue | null>([['fecha', day]]))
  await fillFolios(tx, { model, empresa, rows, today: moment.today, now: moment.now })
  return parts.map((part, index) => ({
    part,
    arrival: {
      key: part.order.purchase.id,
      model: 'RecepcionCompra',
      id: String(numbers('recepcion_compra')),
      folio: String(rows[index]?.get('folio')),
      order: part.order,
      fecha: day === moment.today ? moment.now : noonOf(day),
      day,
      almacen: part.almacen,
      lines: part.lines.map(({ line, wanted }, at) => ({
        id: String(numbers('recepcion_compra_partida')),
        partida: at + 1,
        line,
        accepted: wanted.cantidad,
        lote: wanted.lote,
        serie: wanted.serie,
        ubicacion: wanted.ubicacion,
      })),
    },
  }))
}

/** An instant of a day of Mexico City, whatever its offset was. */
function noonOf(day: string): string {
  return `${day}T18:00:00.000Z`
}

function newReceipt(received: Received): Deed {
  const { id, folio } = received.arrival
  const told = { ...receivedTold(received), movimiento: received.movement?.folio ?? null }
  return deedOf('RecepcionCompra', { id, folio, before: null, after: 'aplicada', more: told })
}

interface Done {
  readonly draft: Draft
  readonly received: Received
}

function receiptRow({ caller, inputs }: ActionContext, { draft }: Done): NewRow<'RecepcionCompra'> {
  const { arrival, part } = draft
  const { purchase } = part.order
  const text = (name: string) => {
    const value = inputs.get(name)
    return value === undefined ? null : String(value)
  }
  const total = sumOfDecimals(
    part.lines.map(({ line, wanted }) =>
      times(decimal(quantityText(wanted.cantidad)), decimal(netCost(line.row))),
    ),
  )
  return {
    id: arrival.id,
    fields: {
      folio: arrival.folio,
      fecha: arrival.fecha,
      compra: purchase.id,
      proveedor: purchase.proveedor,
      almacen: arrival.almacen,
      remision_proveedor: text('remision'),
      factura_proveedor: text('factura'),
      recibido_por: caller.usuarioId,
      moneda: purchase.moneda,
      tipo_cambio: purchase.tipo_cambio,
      total: decimalText(rounded(total, 2)),
      estado: 'aplicada',
    },
  }
}

function receiptLines({ draft, received }: Done): readonly NewRow<typeof LINES>[] {
  return received.lines.flatMap(({ arriving, value }, index) => {
    const wanted = draft.part.lines[index]?.wanted
    if (wanted === undefined) return []
    const { row } = arriving.line
    return [
      {
        id: arriving.id,
        fields: {
          recepcion: received.arrival.id,
          partida: arriving.partida,
          compra_partida: row.id,
          articulo: row.articulo,
          lote: arriving.lote,
          serie: arriving.serie,
          ubicacion: arriving.ubicacion,
          cantidad_recibida: quantityText(wanted.cantidad + wanted.rechazada),
          cantidad_aceptada: quantityText(wanted.cantidad),
          cantidad_rechazada: quantityText(wanted.rechazada),
          unidad: row.unidad,
          costo: netCost(row),
          motivo_rechazo: wanted.motivo,
          importe_base: amountText(value.base),
        },
      },
    ]
  })
}
