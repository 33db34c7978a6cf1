import { pending } from '../../../dictionary/input-shape.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import { ApiError } from '../../../errors.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import { jsonInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import { decisionAction } from '../decide-records.ts'
import { documentAction } from '../document-action.ts'
import { quantity, quantityText } from '../quantity.ts'
import { closedDay, openStockBooks, planStockEntries } from './book-stock.ts'
import { costBeyond, lossSides, stockSource } from './decisions/stock-entries.ts'
import {
  isSupplied,
  partsOf,
  suppliedLine,
  type Part,
  type RequestLine,
} from './decisions/supplied-parts.ts'
import { lineQuantities } from './line-quantities.ts'
import { moveStock } from './move-stock.ts'
import { planTakenBack } from './plan-taken-back.ts'
import { reverseMovements } from './reverse-movements.ts'
import type { MovedStock, StockMovement } from './stock-movement.ts'
import { findSupplies } from './store/supply-store.ts'

// Material that somebody asks for and gets. @source docs/decisions/0253-erp-books.md

const MODEL = 'SolicitudMaterial'
const LINES = 'SolicitudMaterialPartida'
const EVENT = { model: MODEL, event: 'surtir_solicitud' } as const
const FIELDS = ['almacen', 'centro_costo', 'proyecto'] as const

export const solicitarMaterial = decisionAction('SolicitudMaterial', {
  name: 'solicitar_material',
  label: 'Solicitar material',
})

/** Says that material may be handed out; `surtir_solicitud` does it. */
export const autorizarSolicitud = decisionAction('SolicitudMaterial', {
  name: 'autorizar_solicitud',
  label: 'Autorizar solicitud',
  signs: ['autorizado_por'],
})

export const regresarSolicitud = decisionAction('SolicitudMaterial', {
  name: 'regresar_solicitud',
  label: 'Regresar solicitud a borrador',
})

export const rechazarSolicitud = decisionAction('SolicitudMaterial', {
  name: 'rechazar_solicitud',
  label: 'Rechazar solicitud',
  hasReason: true,
})

export const cancelarSolicitud = decisionAction('SolicitudMaterial', {
  name: 'cancelar_solicitud',
  label: 'Cancelar solicitud',
  hasReason: true,
})

/** Hands out material that was asked for: all that is missing, or what `partidas` says. */
export const surtirSolicitud = documentAction('SolicitudMaterial', {
  name: EVENT.event,
  label: 'Surtir solicitud',
  inputs: [
    jsonInput(
      {
        name: 'partidas',
        label: 'Partidas',
        help: 'Lo que se surte, por partida: [{"partida": 1, "cantidad": "5"}]. Sin ello, todo lo que falta.',
        required: false,
      },
      {
        lines: {
          relation: 'partidas',
          key: 'partida',
          columns: [pending('cantidad_solicitada', 'cantidad_surtida')],
        },
      },
    ),
  ],
  fields: FIELDS,
  run: async ({ context, batch, changes, move }) => {
    const { today, now } = context.moment
    const named = lineQuantities(context)
    const books = await openStockBooks(context, [today])
    const lines = await linesOf(context, batch.remaining)
    const parts = new Map<string, readonly Part[]>()
    for (const { id } of batch.remaining) {
      const some = partsOf(id, lines.get(id) ?? [], named)
      if ('problems' in some) batch.refuse(id, ...some.problems)
      else parts.set(id, some.parts)
      batch.refuse(id, ...closedDay(books, today))
    }
    const { moved, refused } = await moveStock(
      context,
      batch.remaining.map((row) => movementOf(row, parts.get(row.id) ?? [], now)),
    )
    batch.refuseAll(refused)
    const sources = batch.remaining.flatMap((row) => {
      const movement = moved.get(row.id)
      const own = parts.get(row.id) ?? []
      if (movement === undefined) return []
      for (const [index, { row: line, cantidad }] of own.entries()) {
        const moved = movement.lines[index]
        changes.change(LINES, line.id, {
          cantidad_surtida: quantityText(quantity(line.cantidad_surtida) + cantidad),
          importe: amountText(cents(line.importe ?? '0') + (moved?.valueOut ?? 0n)),
          movimiento_partida: moved?.line.id ?? null,
        })
      }
      const worth = amountText(sumOf(movement.lines.map(({ valueOut }) => valueOut ?? 0n)))
      move(row, {
        to: isSupplied(lines.get(row.id) ?? [], own) ? 'surtido' : 'surtido_parcial',
        told: { importe: worth, movimiento: movement.folio },
      })
      const sides = lossSides(movement).map((side, index) => ({
        ...side,
        cuenta: own[index]?.row.cuenta_contable ?? null,
      }))
      return stockSource({ ...EVENT, moneda: books.moneda }, documentOf(row, today), sides) ?? []
    })
    changes.post({ entries: await planStockEntries(context, books, sources) })
  },
})

/** Brings back all that a request was supplied with; it may be supplied again. */
export const devolverSurtido = documentAction('SolicitudMaterial', {
  name: 'devolver_surtido',
  label: 'Devolver surtido',
  hasReason: true,
  fields: FIELDS,
  run: async ({ context, batch, changes, move, reason }) => {
    const { tx, caller, moment } = context
    const books = await openStockBooks(context, [moment.today])
    for (const { id } of batch.remaining) batch.refuse(id, ...closedDay(books, moment.today))
    const ids = batch.remaining.map(({ id }) => id)
    const supplies = await findSupplies(tx, caller.empresa, ids)
    const { moved, refused } = await reverseMovements(context, supplies)
    for (const { solicitud, id } of supplies) {
      const problems = refused.get(id)
      if (problems === undefined) continue
      // Other parts of it may be back already: nothing of the set stays.
      if (supplies.length > 1) throw new ApiError(problems)
      batch.refuse(solicitud, ...problems)
    }
    const lines = await linesOf(context, batch.remaining)
    for (const row of batch.remaining) {
      for (const { id } of lines.get(row.id) ?? []) {
        const none = { cantidad_surtida: '0', importe: '0.00', movimiento_partida: null }
        changes.change(LINES, id, none)
      }
      move(row, { told: { motivo: reason } })
    }
    changes.post(
      await planTakenBack(context, books, {
        ...EVENT,
        reason,
        named: costBeyond,
        documents: batch.remaining.map((row) => {
          // A request is supplied in parts, each a movement: taken back as one.
          const own = supplies.filter(({ solicitud }) => solicitud === row.id)
          const back = joined(own.flatMap(({ id }) => moved.get(id) ?? []))
          return { ...documentOf(row, moment.today), moved: back }
        }),
      }),
    )
  },
})

type Request = Picked<typeof MODEL, 'folio' | (typeof FIELDS)[number]>

async function linesOf(
  context: ActionContext,
  requests: readonly Request[],
): Promise<ReadonlyMap<string, readonly RequestLine[]>> {
  return await rowsBelow(context, LINES, {
    parent: 'solicitud',
    ids: requests.map(({ id }) => id),
    fields: [
      'partida',
      'articulo',
      'lote',
      'ubicacion',
      'unidad',
      'cantidad_solicitada',
      'cantidad_surtida',
      'importe',
      'cuenta_contable',
    ],
  })
}

function documentOf({ id, folio, centro_costo: centroCosto, proyecto }: Request, fecha: string) {
  return { id, folio, fecha, centroCosto, proyecto }
}

function movementOf(row: Request, parts: readonly Part[], now: string): StockMovement {
  return {
    key: row.id,
    id: null,
    concepto: 'CONSUMO',
    fecha: now,
    source: { model: MODEL, id: row.id },
    referencia: row.folio,
    reversa: null,
    links: { centro_costo: row.centro_costo, proyecto: row.proyecto },
    lines: parts.map((part) => suppliedLine(row.almacen, part)),
  }
}

function joined([first, ...more]: readonly MovedStock[]): MovedStock | undefined {
  if (first === undefined) return undefined
  return { ...first, lines: [first, ...more].flatMap(({ lines }) => lines) }
}
