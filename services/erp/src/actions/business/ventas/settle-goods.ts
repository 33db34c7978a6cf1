import { choiceInput } from '../../../dictionary/action-description.ts'
import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../../store/counter-store.ts'
import { lockRows } from '../../../store/model-rows.ts'
import type { ActionContext } from '../action.ts'
import type { CancelReason } from '../cfdi/request-cancellations.ts'
import { runLocked } from '../document-action.ts'
import { releaseReservations } from '../inventario/reserve-stock.ts'
import { quantity } from '../quantity.ts'
import { recordAll, type Deed } from '../record-deeds.ts'
import { CANCEL_SALE } from './cancel-invoices.ts'
import { handedLines } from './decisions/handed-over.ts'
import { TAKEN_BACK, takeDeliveriesBack } from './remision-venta.ts'
import { findDeliveriesOf, handOver } from './store/replaced-sale-store.ts'
import {
  findSaleLines,
  setReservations,
  type SaleLineRow,
  type SaleRow,
} from './store/sale-store.ts'

const GOODS = ['regresa', 'se_queda', 'pasa_al_sustituto'] as const
export type Goods = (typeof GOODS)[number]

export const GOODS_INPUT = choiceInput({
  name: 'mercancia',
  label: 'Mercancía entregada',
  help: 'Qué pasa con lo entregado de la venta facturada: regresa al almacén, se_queda con el cliente, pasa_al_sustituto (motivo 01).',
  required: false,
  choices: GOODS,
})

/** The sales that are to be cancelled, of which something was delivered and is not back, with their lines. */
export interface DeliveredSales {
  readonly lines: ReadonlyMap<string, readonly SaleLineRow[]>
  readonly delivered: ReadonlySet<string>
}

export async function findDelivered(
  { tx, caller }: ActionContext,
  ids: readonly string[],
): Promise<DeliveredSales> {
  const lines = Map.groupBy(await findSaleLines(tx, caller.empresa, ids), ({ venta }) => venta)
  const delivered = ids.filter((id) =>
    (lines.get(id) ?? []).some((line) => quantity(line.entregada) > quantity(line.devuelta)),
  )
  return { lines, delivered: new Set(delivered) }
}

interface Asked {
  readonly goods: Goods | null
  readonly why: CancelReason
  /** The sale that replaces those that are cancelled, locked. */
  readonly substitute: SaleRow | null
}

/** Why a delivered sale cannot be cancelled as it is asked for, or null. */
export function goodsProblem(
  sale: SaleRow,
  { delivered, lines }: DeliveredSales,
  { goods, substitute, why }: Asked,
): ErrorEntry | null {
  if (!delivered.has(sale.id)) return null
  const wrong = (text: string): ErrorEntry => {
    const field = 'mercancia'
    return { code: 'VALIDATION', field, message: `${field}: Venta ${sale.id} ${text}` }
  }
  if (goods === null)
    return wrong(`has delivered goods: say what becomes of them (${GOODS.join(', ')}).`)
  if (why.motivo === '03' && goods !== 'regresa')
    return wrong(
      'did take place, since its goods stay out: with motivo_sat 03 they come back (regresa).',
    )
  const own = lines.get(sale.id) ?? []
  if (goods === 'regresa' && own.some(({ devuelta }) => quantity(devuelta) > 0n))
    return wrong(
      'has goods that came back by a DevolucionVenta: bring back the rest by another one, or cancel it first.',
    )
  if (goods !== 'pasa_al_sustituto') return null
  if (substitute === null)
    return wrong(
      'has no substitute: pasa_al_sustituto goes with motivo_sat 01 and the UUID of another Venta.',
    )
  if (handedLines(own, lines.get(substitute.id) ?? []) !== null) return null
  return wrong(
    `delivered what Venta ${substitute.folio} has no line for: the same article and unit, as many of them, none delivered.`,
  )
}

/**
 * Does with the goods of delivered sales what was asked: goods are where they are, whatever the SAT says of the invoice.
 * @throws ApiError what keeps a delivery from being taken back, of all of the batch
 * @source docs/decisions/0250-erp-selling.md
 */
export async function settleGoods(
  context: ActionContext,
  sales: readonly SaleRow[],
  of: {
    readonly goods: Goods | null
    readonly substitute: SaleRow | null
    readonly reason: string
  },
): Promise<void> {
  if (of.goods === null || of.goods === 'se_queda') return
  const { tx, caller } = context
  const ids = sales.map(({ id }) => id)
  const notes = await findDeliveriesOf(tx, caller.empresa, ids)
  if (notes.length === 0) return
  const rows = await lockRows(context, 'RemisionVenta', {
    ids: notes.map(({ id }) => id),
    fields: ['folio', 'estado', ...TAKEN_BACK],
  })
  if (of.goods === 'regresa') {
    const { refused } = await runLocked(
      'RemisionVenta',
      { name: 'cancelar_remision', reason: of.reason, run: takeDeliveriesBack },
      { context, ids: [...rows.keys()], rows },
    )
    const [problems] = refused.values()
    if (problems !== undefined) throw new ApiError(problems)
    return
  }
  const { substitute } = of
  if (substitute === null) throw new Error('a substitute was looked for before')
  for (const sale of sales)
    await handSaleOver(context, { sale, substitute, notes, reason: of.reason })
}

async function handSaleOver(
  context: ActionContext,
  of: {
    readonly sale: SaleRow
    readonly substitute: SaleRow
    readonly notes: Awaited<ReturnType<typeof findDeliveriesOf>>
    readonly reason: string
  },
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now } = moment
  const { sale, substitute } = of
  const lines = await findSaleLines(tx, empresa, [sale.id, substitute.id])
  const own = lines.filter(({ venta }) => venta === sale.id)
  const others = lines.filter(({ venta }) => venta === substitute.id)
  const handed = handedLines(own, others)
  // Another sale of the batch may have taken the place meanwhile.
  if (handed === null) {
    const message = `Venta ${substitute.folio} has no line left for what Venta ${sale.id} delivered.`
    throw new ApiError([{ code: 'VALIDATION', field: 'mercancia', message }])
  }
  await handOver(tx, empresa, { de: sale.id, a: substitute.id, lines: handed, now })
  const places = new Map(handed.map(({ de, a }) => [a, own.find(({ id }) => id === de)]))
  const held = others.filter(
    ({ cantidad, id, reserva }) =>
      reserva !== null && quantity(places.get(id)?.entregada ?? '0') === quantity(cantidad),
  )
  await releaseReservations(
    context,
    held.flatMap(({ reserva }) => reserva ?? []),
  )
  await setReservations(tx, empresa, { lines: held.map(({ id }) => ({ id, reserva: null })), now })
  const moved = of.notes.filter(({ venta }) => venta === sale.id)
  const deeds: readonly Deed[] = [
    ...moved.map(({ id }) => ({
      model: 'RemisionVenta',
      id,
      before: { venta: Number(sale.id) },
      after: { venta: Number(substitute.id) },
      event: null,
    })),
    {
      model: 'Venta',
      id: substitute.id,
      before: null,
      after: { remisiones: moved.map(({ folio }) => folio) },
      event: null,
    },
  ]
  const numbers = numberSource(
    await takeNumbers(tx, empresa, new Map([[AUDIT_COUNTER, deeds.length]])),
  )
  await recordAll(context, { name: CANCEL_SALE, reason: of.reason }, { deeds, numbers })
}
