import { condition } from '../../../dictionary/condition.ts'
import { statesBefore } from '../../../dictionary/document-moves.ts'
import { lineColumn, lineReference, pending } from '../../../dictionary/input-shape.ts'
import type { New, Picked } from '../../../dictionary/row-types.ts'
import type { Model } from '../../../dictionary/types.ts'
import { ApiError, apiError } from '../../../errors.ts'
import { decimal, decimalText, rounded, times } from '../../../fiscal/decimal.ts'
import { DELIVERY_WAREHOUSE_REQUIRED, NOTHING_TO_DELIVER } from '../../../messages/deliveries.ts'
import type { FieldValue } from '../../../query/field-value.ts'
import { numberSource, takeNumbers } from '../../../store/numbers/counter-store.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import { fillFolios } from '../../documents/folios.ts'
import { refuseOutside } from '../../reachable-records.ts'
import { momentOf } from '../../write-tools.ts'
import { jsonInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { cents, amountText, sumOf } from '../cents.ts'
import { Changes } from '../changes.ts'
import { runLocked } from '../document-action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { Later } from '../later.ts'
import type { Outside } from '../outside.ts'
import { deliveredParts, readParts, type DeliveredLine } from './decisions/delivered-parts.ts'
import { deliver, DELIVERED } from './remision-venta.ts'
import { findSaleLines } from './store/sale-store.ts'

const NOTE = 'RemisionVenta'
const NOTE_LINE = 'RemisionVentaPartida'

/**
 * Delivers what is pending of a sale, or what the caller names, by a delivery note that it makes.
 * @source docs/decisions/0250-erp-selling.md
 */
export const entregarVenta: RecordAction = {
  model: 'Venta',
  name: 'entregar',
  label: 'Entregar',
  mode: 'url_action',
  inputs: [
    jsonInput(
      {
        name: 'partidas',
        label: 'Partidas',
        help: 'Lo que se entrega: [{"partida": 1, "cantidad": "5", "lote": 3}]. Sin ello, todo lo pendiente.',
        required: false,
      },
      {
        lines: {
          relation: 'partidas',
          key: 'partida',
          pending_if: condition('articulo present'),
          columns: [
            pending('cantidad', 'cantidad_entregada'),
            lineReference('lote', 'Lote', 'Lote'),
            lineReference('ubicacion', 'Ubicación', 'UbicacionAlmacen'),
            lineColumn('numero_serie', 'Número de serie'),
          ],
        },
      },
    ),
    referenceInput('Almacen', { name: 'almacen', label: 'Almacén', required: false }),
  ],
  emits: [],
  ask: async (outside, ids) => {
    const reserved = await reserveNumbers(outside, ids)
    return (context, [id = '']) => deliverSale(context, id, reserved)
  },
  run: () => Promise.reject(new Error('the numbers of the delivery were not reserved')),
}

/** The numbers of a delivery note, taken before its transaction, so that no other delivery waits for it. */
interface Reserved {
  readonly id: string
  readonly lineIds: readonly string[]
  readonly folio: string
}

async function reserveNumbers(
  { database, registry, caller, inputs, now }: Outside,
  ids: readonly string[],
): Promise<Reserved> {
  const { empresa } = caller
  const model = modelOf(registry.models, NOTE)
  const lineModel = modelOf(registry.models, NOTE_LINE)
  const { today, now: moment } = momentOf(now())
  const named = namedParts(inputs)
  return await writeAs(database, empresa, async (tx) => {
    const lines = named ?? (await findSaleLines(tx, empresa, ids))
    const row = new Map<string, FieldValue | null>([['fecha', moment]])
    await fillFolios(tx, { model, empresa, rows: [row], today, now: moment })
    const wanted = new Map([
      [model.table, 1],
      [lineModel.table, lines.length],
    ])
    const numbers = numberSource(await takeNumbers(tx, empresa, wanted))
    return {
      id: String(numbers(model.table)),
      lineIds: lines.map(() => String(numbers(lineModel.table))),
      folio: String(row.get('folio')),
    }
  })
}

function modelOf(models: ReadonlyMap<string, Model>, name: string): Model {
  const model = models.get(name)
  if (model === undefined) throw new Error(`there is no model ${name}`)
  return model
}

/** @throws ApiError VALIDATION */
function namedParts(inputs: ActionContext['inputs']) {
  const given = inputs.get('partidas')
  if (given === undefined || given === null) return null
  const parts = readParts(JSON.parse(String(given)))
  if (!parts.ok) throw new ApiError(parts.error)
  return parts.value
}

const SALE = ['folio', 'estado', 'cliente', 'domicilio_entrega', 'almacen', 'moneda'] as const
type Sale = Picked<'Venta', (typeof SALE)[number]>

async function deliverSale(
  context: ActionContext,
  id: string,
  reserved: Reserved,
): Promise<ActionOutcome> {
  const { tx, caller, inputs } = context
  const { model, name } = entregarVenta
  const batch = new DocumentBatch(
    [id],
    await lockRows(context, 'Venta', { ids: [id], fields: SALE }),
    { model, states: statesBefore('Venta', name) },
  )
  const [sale] = batch.remaining
  if (sale === undefined) return batch.outcome
  const lines = await findSaleLines(tx, caller.empresa, [id])
  const parts = deliveredParts(lines, namedParts(inputs))
  if (!parts.ok) throw new ApiError(parts.error)
  if (parts.value.length === 0) {
    throw apiError('INVALID_STATE', NOTHING_TO_DELIVER({ sale: id }))
  }
  await writeNote(context, { sale, parts: parts.value, reserved })
  const rows = await lockRows(context, NOTE, {
    ids: [reserved.id],
    fields: ['folio', 'estado', ...DELIVERED],
  })
  const delivered = await runLocked(
    'RemisionVenta',
    { name, reason: null, run: deliver },
    { context, ids: [reserved.id], rows },
  )
  const refused = delivered.refused.get(reserved.id)
  if (refused !== undefined) throw new ApiError(refused)
  await auditSale(context, { sale, reserved })
  return batch.outcome
}

interface Note {
  readonly sale: Sale
  readonly parts: readonly DeliveredLine[]
  readonly reserved: Reserved
}

/** Writes the note, which is delivered as any other. It takes no numbers: those of stock come after other locks. */
async function writeNote(context: ActionContext, note: Note): Promise<void> {
  const { tx, caller, registry, moment, inputs, views } = context
  const { sale, parts, reserved } = note
  const almacen = inputs.get('almacen') ?? sale.almacen
  if (almacen === null) {
    throw apiError('VALIDATION', DELIVERY_WAREHOUSE_REQUIRED({ sale: sale.id }), 'almacen')
  }
  const changes = new Changes(context, { name: entregarVenta.name, reason: null })
  const lines = parts.map((part, index) => lineOf(part, { partida: index + 1, reserved }))
  const head = {
    folio: reserved.folio,
    fecha: moment.now,
    venta: sale.id,
    cliente: sale.cliente,
    domicilio_entrega: sale.domicilio_entrega,
    almacen: String(almacen),
    moneda: sale.moneda,
    total: amountText(sumOf(lines.map(({ importe }) => cents(importe)))),
    estado: 'borrador',
  } as const
  changes.insert(NOTE, head, new Later(reserved.id))
  for (const [index, line] of lines.entries())
    changes.insert(NOTE_LINE, line, new Later(lineId(reserved, index)))
  await changes.write()
  const reach = { views, caller, model: modelOf(registry.models, NOTE) }
  await refuseOutside(tx, { ...reach, right: 'crear' }, [reserved.id])
}

function lineId({ lineIds }: Reserved, index: number): string {
  const id = lineIds[index]
  if (id === undefined) throw new Error('more lines are delivered than numbers were reserved for')
  return id
}

function lineOf(
  { line, cantidad, lote, numero_serie, ubicacion }: DeliveredLine,
  of: { readonly partida: number; readonly reserved: Reserved },
): New<typeof NOTE_LINE> {
  const importe = rounded(times(decimal(cantidad), decimal(line.precio)), 2)
  return {
    remision: of.reserved.id,
    partida: of.partida,
    venta_partida: line.id,
    articulo: line.articulo,
    lote,
    numero_serie,
    ubicacion,
    cantidad,
    unidad: line.unidad,
    precio: line.precio,
    importe: decimalText(importe),
  }
}

/** The note is new, and the sale was delivered by it. */
async function auditSale(
  context: ActionContext,
  { sale, reserved: { id, folio } }: Omit<Note, 'parts'>,
): Promise<void> {
  const changes = new Changes(context, { name: entregarVenta.name, reason: null })
  const entry = { before: null, event: null }
  const after = { folio, venta: sale.id }
  changes.record({ ...entry, model: NOTE, id, operation: 'alta', after })
  changes.record({ ...entry, model: 'Venta', id: sale.id, after: { remision: folio } })
  await changes.write()
}
