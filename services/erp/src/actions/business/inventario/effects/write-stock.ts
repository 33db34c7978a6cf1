import { AUDIT_COUNTER, recordAudit } from '../../../../store/audit-store.ts'
import type { ActionContext } from '../../action.ts'
import { amountText } from '../../cents.ts'
import { quantity, quantityText, unitCost } from '../../quantity.ts'
import type { CostLayer, Taken } from '../decisions/costing.ts'
import type { PlannedLine, PlannedMovement, StockPlan } from '../decisions/plan-stock.ts'
import type { ValuedHolding } from '../decisions/stock-state.ts'
import type { MovedStock, StockLine, StockPlace } from '../stock-movement.ts'
import {
  changeLayers,
  changeReservations,
  insertConsumptions,
  insertLayers,
  insertLines,
  insertMovements,
  moveLines,
  moveSerials,
  writeStockRows,
  type LayerChange,
  type LineMove,
  type NewConsumption,
  type NewMovement,
  type SerialChange,
} from '../store/stock-write-store.ts'
import { takeStockNumbers, type StockNumbering } from './stock-numbers.ts'
import { changedRows, dayOf, stockChange } from './stock-rows.ts'

/** A movement with the ids that its rows get. */
interface Numbered {
  readonly planned: PlannedMovement
  readonly id: string
  readonly folio: string | null
  readonly lineIds: ReadonlyMap<string, string>
}

/**
 * Writes what was decided: movements with their lines, rows of Existencia, layers and what was taken from them, serial
 * numbers and reservations, in a fixed number of statements.
 */
export async function writeStock(
  context: ActionContext,
  plan: StockPlan,
): Promise<ReadonlyMap<string, MovedStock>> {
  const { tx, caller, moment } = context
  const { now } = moment
  const holdings = changedRows(plan.facts, plan.state)
  const made = newLayers(plan)
  const numbering = await takeStockNumbers(context, {
    counters: countersOf(plan, holdings, made),
    concepts: plan.movements.flatMap(({ movement }) =>
      movement.id === null ? [movement.concepto] : [],
    ),
  })
  const numbered = plan.movements.map((planned) => numberedMovement(planned, numbering))
  const lineIds = new Map(numbered.flatMap((numbered) => [...numbered.lineIds]))
  const layerIds = new Map(
    made.map(({ layer }) => [layer, String(numbering.numbers('capa_costo'))]),
  )
  const written = numbered.filter(({ planned }) => planned.movement.id === null)
  const lines = numbered.flatMap(linesOf)
  const { empresa } = caller
  const isNew = new Set(
    plan.movements
      .flatMap((movement) => movement.lines.filter(({ line }) => line.id === null))
      .map(({ key }) => lineIds.get(key)),
  )
  await Promise.all([
    insertMovements(tx, empresa, {
      movements: written.map((numbered) => movementRow(numbered, numbering)),
      writing: { usuarioId: caller.usuarioId, now },
    }),
    insertLines(tx, empresa, { lines: lines.filter(({ id }) => isNew.has(id)), now }),
    moveLines(tx, empresa, { lines: lines.filter(({ id }) => !isNew.has(id)), now }),
    writeStockRows(tx, empresa, {
      rows: holdings.map((holding) => stockChange(holding, numbering)),
      now,
    }),
    insertLayers(tx, empresa, {
      layers: made.map((newLayer) => layerRow(newLayer, { lineIds, layerIds })),
      now,
    }),
    changeLayers(tx, empresa, { layers: changedLayers(plan), now }),
    insertConsumptions(tx, empresa, {
      consumptions: consumptionsOf(plan, { lineIds, layerIds, numbering }),
      now,
    }),
    moveSerials(tx, empresa, { serials: serialsOf(plan), now }),
    changeReservations(tx, empresa, { reservations: reservationsOf(plan), now }),
    recordAudit(tx, caller, {
      entries: written.map((numbered) => auditOf(numbered, numbering)),
      now,
    }),
  ])
  return new Map(numbered.map((numbered) => [numbered.planned.movement.key, movedOf(numbered)]))
}

function movedOf({ planned, id, folio, lineIds }: Numbered): MovedStock {
  const lines = planned.lines.map((line) => ({
    ...line,
    line: { ...line.line, id: lineIds.get(line.key) ?? line.line.id },
  }))
  return { key: planned.movement.key, id, folio, lines }
}

interface NewLayer {
  readonly layer: CostLayer
  readonly planned: PlannedLine
  readonly fecha: string
}

function newLayers({ movements }: StockPlan): readonly NewLayer[] {
  return movements.flatMap(({ movement, lines }) =>
    lines.flatMap((planned) =>
      planned.layer === null ? [] : [{ layer: planned.layer, planned, fecha: movement.fecha }],
    ),
  )
}

function countersOf(
  { movements }: StockPlan,
  holdings: readonly ValuedHolding[],
  made: readonly NewLayer[],
): ReadonlyMap<string, number> {
  const lines = movements.flatMap((movement) => movement.lines)
  const written = movements.filter(({ movement }) => movement.id === null).length
  return new Map([
    ['movimiento_inventario', written],
    ['movimiento_inventario_partida', lines.filter(({ line }) => line.id === null).length],
    ['existencia', holdings.filter(({ holding }) => holding.id === null).length],
    ['capa_costo', made.length],
    [
      'consumo_capa',
      lines.reduce((sum, line) => sum + line.taken.length + line.returned.length, 0),
    ],
    [AUDIT_COUNTER, written],
  ])
}

function numberedMovement(planned: PlannedMovement, numbering: StockNumbering): Numbered {
  const { movement, lines } = planned
  const isNew = movement.id === null
  return {
    planned,
    id: movement.id ?? String(numbering.numbers('movimiento_inventario')),
    folio: isNew ? numbering.nextFolio() : null,
    lineIds: new Map(
      lines.map(({ key, line }) => [
        key,
        line.id ?? String(numbering.numbers('movimiento_inventario_partida')),
      ]),
    ),
  }
}

const NO_LINKS = { recepcion: null, venta: null, orden: null, centro_costo: null, proyecto: null }

function movementRow({ planned, id, folio }: Numbered, numbering: StockNumbering): NewMovement {
  const { movement, lines } = planned
  const source = movement.source ?? { model: null, id: null }
  return {
    id: Number(id),
    folio: folio ?? '',
    fecha: movement.fecha,
    concepto: numbering.conceptOf(movement.concepto),
    ...warehousesOf(movement.lines[0]),
    referencia: movement.referencia,
    ...NO_LINKS,
    ...movement.links,
    importe: amountText(movementValue(lines)),
    modelo: source.model,
    registro: source.id,
    reversa: movement.reversa,
  }
}

function warehousesOf(line: StockLine | undefined) {
  const [first, second] = placesOf(line)
  return { almacen: first?.almacen ?? '', almacen_destino: second?.almacen ?? null }
}

/** Where a line is written to begin and to end: an entry begins where it enters. */
function placesOf(line: StockLine | undefined): readonly StockPlace[] {
  return [line?.from, line?.to].flatMap((place) => place ?? [])
}

/** The value that moved, in cents: what changed its place counts once. */
export function movementValue(lines: readonly Pick<PlannedLine, 'valueIn' | 'valueOut'>[]): bigint {
  return lines.reduce((sum, line) => sum + lineValue(line), 0n)
}

function lineValue({ valueIn, valueOut }: Pick<PlannedLine, 'valueIn' | 'valueOut'>): bigint {
  return valueIn ?? valueOut ?? 0n
}

function linesOf({ planned, id, lineIds }: Numbered): readonly LineMove[] {
  return planned.lines.map((plannedLine) => {
    const { line } = plannedLine
    const importe = lineValue(plannedLine)
    const [first, second] = placesOf(line)
    return {
      id: lineIds.get(plannedLine.key) ?? '',
      movimiento: id,
      partida: line.partida,
      articulo: line.articulo,
      lote: line.lote,
      serie: line.serie,
      reserva: line.reserva,
      ubicacion: first?.ubicacion ?? null,
      ubicacion_destino: second?.ubicacion ?? null,
      cantidad: line.cantidad,
      unidad: line.unidad ?? plannedLine.unidad,
      costo_unitario: quantityText(unitCost(importe, quantity(line.cantidad))),
      importe: amountText(importe),
      cantidad_base: quantityText(plannedLine.cantidad),
      almacen_salida: line.from?.almacen ?? null,
      valor_salida: textOf(plannedLine.valueOut),
      almacen_entrada: line.to?.almacen ?? null,
      valor_entrada: textOf(plannedLine.valueIn),
      variacion: amountText(plannedLine.variance),
      fecha: planned.movement.fecha,
    }
  })
}

function textOf(value: bigint | null): string | null {
  return value === null ? null : amountText(value)
}

interface Ids {
  readonly lineIds: ReadonlyMap<string, string>
  readonly layerIds: ReadonlyMap<CostLayer, string>
}

function layerRow({ layer, planned, fecha }: NewLayer, { lineIds, layerIds }: Ids): LayerChange {
  const { line } = planned
  const { original } = layer
  return {
    id: layerIds.get(layer) ?? '',
    articulo: line.articulo,
    almacen: line.to?.almacen ?? '',
    lote: line.lote,
    linea: lineIds.get(planned.key) ?? '',
    fecha,
    cantidad_original: quantityText(original.cantidad),
    cantidad: quantityText(layer.cantidad),
    costo_unitario: quantityText(unitCost(original.importe, original.cantidad)),
    importe: amountText(layer.importe),
  }
}

function changedLayers({ movements }: StockPlan) {
  const touched = new Set(
    movements.flatMap(({ lines }) =>
      lines.flatMap((line) => [
        ...[...line.taken, ...line.returned].map(({ layer }) => layer),
        ...line.revalued,
      ]),
    ),
  )
  return [...touched].flatMap(({ id, cantidad, importe }) =>
    id === null ? [] : [{ id, cantidad: quantityText(cantidad), importe: amountText(importe) }],
  )
}

/** What exits took from layers; what an entry gives back to them stands there below zero. */
function consumptionsOf(
  { movements }: StockPlan,
  { lineIds, layerIds, numbering }: Ids & { readonly numbering: StockNumbering },
): readonly NewConsumption[] {
  return movements.flatMap(({ movement, lines }) =>
    lines.flatMap((line) =>
      [...line.taken, ...line.returned.map(negative)].flatMap(({ layer, cantidad, importe }) => {
        const capa = layer.id ?? layerIds.get(layer)
        // Of stock from before layers were kept there is no record.
        if (capa === undefined) return []
        return [
          {
            id: numbering.numbers('consumo_capa'),
            capa,
            salida: lineIds.get(line.key) ?? '',
            fecha: movement.fecha,
            cantidad: quantityText(cantidad),
            costo_unitario: quantityText(unitCost(importe, cantidad)),
            importe: amountText(importe),
          },
        ]
      }),
    ),
  )
}

function negative({ layer, cantidad, importe }: Taken): Taken {
  return { layer, cantidad: -cantidad, importe: -importe }
}

function serialsOf({ movements }: StockPlan): readonly SerialChange[] {
  const last = new Map<string, SerialChange>()
  for (const { movement, lines } of movements) {
    for (const { line, valueIn } of lines) {
      if (line.serie === null) continue
      last.set(line.serie, {
        id: line.serie,
        almacen: line.to?.almacen ?? null,
        estado: line.to === null ? (movement.serieEstado ?? 'baja') : 'disponible',
        dia: dayOf(movement.fecha),
        costo: valueIn === null ? null : amountText(valueIn),
      })
    }
  }
  return [...last.values()]
}

function reservationsOf({ state }: StockPlan) {
  return [...state.reservations.values()]
    .filter(({ row, surtida }) => surtida !== quantity(row.cantidad_surtida))
    .map(({ row, surtida }) => ({
      id: row.id,
      cantidad_surtida: quantityText(surtida),
      estado: surtida === quantity(row.cantidad) ? 'surtida' : 'vigente',
    }))
}

function auditOf({ planned, id, folio }: Numbered, { numbers }: StockNumbering) {
  const { movement, lines } = planned
  return {
    id: numbers(AUDIT_COUNTER),
    model: 'MovimientoInventario',
    recordId: id,
    operation: 'alta' as const,
    action: null,
    reason: null,
    before: null,
    after: {
      folio,
      estado: 'aplicado',
      importe: amountText(movementValue(lines)),
      modelo: movement.source?.model ?? null,
      registro: movement.source?.id ?? null,
    },
  }
}
