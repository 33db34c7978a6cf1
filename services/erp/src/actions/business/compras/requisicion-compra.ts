import type { ErrorEntry } from '../../../errors.ts'
import { BOUGHT_IN_FULL } from '../../../messages/requisitions.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import { readRows, rowsBelow } from '../../../store/records/model-rows.ts'
import { referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { decisionAction } from '../decide-records.ts'
import { documentAction } from '../document-action.ts'
import { documentDraft } from '../document-draft.ts'
import { createDocuments } from '../new-documents.ts'
import { quantity } from '../quantity.ts'
import {
  boughtLine,
  missing,
  ordersOf,
  REQUESTED_FIELDS,
  REQUISITION_FIELDS,
  type RequestedLine,
  type Requisition,
  type Terms,
} from './decisions/requisition-orders.ts'

// What somebody asks to be bought, and its purchases. @source docs/decisions/0275-erp-requisitions.md

const MODEL = 'RequisicionCompra'
const LINES = 'RequisicionCompraPartida'

export const autorizarRequisicion = decisionAction(MODEL, {
  name: 'autorizar_requisicion',
  label: 'Autorizar requisición',
})

export const rechazarRequisicion = decisionAction(MODEL, {
  name: 'rechazar_requisicion',
  label: 'Rechazar requisición',
  hasReason: true,
})

/** Makes a purchase for each supplier, with all that is missing: drafts, to be authorized. */
export const comprarRequisicion = documentAction(MODEL, {
  name: 'comprar_requisicion',
  label: 'Comprar requisición',
  inputs: [
    referenceInput('Proveedor', {
      name: 'proveedor',
      label: 'Proveedor',
      help: 'De las partidas que no sugieren uno.',
      required: false,
    }),
    referenceInput('CondicionPago', {
      name: 'condicion_pago',
      label: 'Condición de pago',
      help: 'Con los proveedores que no tienen la suya.',
      required: false,
    }),
  ],
  fields: REQUISITION_FIELDS,
  run: async ({ context, batch, changes, move }) => {
    const lines = await linesOf(context, batch.remaining)
    const terms = await termsOf(context, batch.remaining, [...lines.values()].flat())
    const planned = batch.remaining.flatMap((row) => {
      const ordered = ordersOf(row, lines.get(row.id) ?? [], terms)
      if ('orders' in ordered) return [{ row, ...ordered }]
      batch.refuse(row.id, ...ordered.problems)
      return []
    })
    const drafts = planned.flatMap(({ orders }) =>
      orders.map((order) => documentDraft(context.registry, 'Compra', order)),
    )
    const made = [...(await createDocuments(context, drafts))]
    for (const { row, orders, bought } of planned) {
      for (const line of bought) {
        changes.change(LINES, line.id, boughtLine(line, quantity(line.cantidad)))
      }
      const own = made.splice(0, orders.length)
      move(row, {
        told: { compras: own.map(({ id }) => id), folios: own.map(({ folio }) => folio) },
      })
    }
  },
})

/** Opens a requisition again of whose purchases some were cancelled, to buy what they no longer bring. */
export const reabrirRequisicion = documentAction(MODEL, {
  name: 'reabrir_requisicion',
  label: 'Reabrir requisición',
  hasReason: true,
  fields: [],
  run: async ({ context, batch, changes, move, reason }) => {
    const lines = await linesOf(context, batch.remaining)
    const orders = await ordersOfLines(context, [...lines.values()].flat())
    for (const row of batch.remaining) {
      const own = lines.get(row.id) ?? []
      const after = own.map((line) => ({ ...line, ...boughtNow(line, orders.get(line.id)) }))
      if (after.length > 0 && after.every((line) => missing(line) <= 0n)) {
        batch.refuse(
          row.id,
          holds(
            row,
            own.flatMap(({ id }) => orders.get(id) ?? []),
          ),
        )
        continue
      }
      for (const { id, cantidad_comprada, estado } of after) {
        if (orders.has(id)) changes.change(LINES, id, { cantidad_comprada, estado })
      }
      move(row, { told: { motivo: reason } })
    }
  },
})

async function linesOf(context: ActionContext, requisitions: readonly { readonly id: string }[]) {
  const ids = requisitions.map(({ id }) => id)
  return await rowsBelow(context, LINES, { parent: 'requisicion', ids, fields: REQUESTED_FIELDS })
}

async function termsOf(
  context: ActionContext,
  requisitions: readonly Requisition[],
  lines: readonly RequestedLine[],
): Promise<Terms> {
  const { tx, caller, inputs, moment } = context
  const given = (name: string) => {
    const value = inputs.get(name) ?? null
    return value === null ? null : String(value)
  }
  const proveedor = given('proveedor')
  const named = lines.flatMap((line) => line.proveedor_sugerido ?? proveedor ?? [])
  const asked = [...new Set(requisitions.map(({ moneda }) => moneda))]
  const [suppliers, own, rates] = await Promise.all([
    readRows(context, 'Proveedor', {
      ids: [...new Set(named)],
      fields: ['razon_social', 'estado', 'condicion_pago'],
    }),
    findCompanyCurrency(tx, caller.empresa),
    findDayRates(
      tx,
      caller.empresa,
      asked.map((moneda) => ({ moneda, fecha: moment.today })),
    ),
  ])
  const rateOf = (moneda: string) =>
    moneda === own ? '1' : rates.find((rate) => rate.asked.moneda === moneda)?.tipo_cambio
  return {
    today: moment.today,
    proveedor,
    condicion_pago: given('condicion_pago'),
    suppliers,
    rateOf,
  }
}

type Orders = Awaited<ReturnType<typeof ordersOfLines>>

/** The lines of purchases that were made for requested lines, by these. */
async function ordersOfLines(context: ActionContext, lines: readonly RequestedLine[]) {
  return await rowsBelow(context, 'CompraPartida', {
    parent: 'requisicion_partida',
    ids: lines.map(({ id }) => id),
    fields: ['cantidad', 'compra.folio', 'compra.estado'],
  })
}

/**
 * What is bought of a line without its cancelled purchases; what somebody noted besides stays, at least where no purchase
 * was cancelled before.
 */
function boughtNow(line: RequestedLine, orders: ReturnType<Orders['get']>) {
  if (orders === undefined) return {}
  const sum = (some: typeof orders) =>
    some.reduce((all, picked) => all + quantity(picked.cantidad), 0n)
  const holding = orders.filter((order) => order['compra.estado'] !== 'cancelada')
  const [all, held] = [sum(orders), sum(holding)]
  const left = quantity(line.cantidad_comprada ?? '0') - (all - held)
  return boughtLine(line, left > held ? left : held)
}

function holds(
  row: { readonly id: string },
  orders: NonNullable<ReturnType<Orders['get']>>,
): ErrorEntry {
  const holding = orders.filter((order) => order['compra.estado'] !== 'cancelada')
  const folios = [...new Set(holding.map((order) => order['compra.folio']))]
  const message = BOUGHT_IN_FULL({ id: row.id, folios })
  return { code: 'INVALID_STATE', field: 'estado', message }
}
