import { ApiError, apiError, type ErrorEntry } from '../../../../errors.ts'
import { LIST_OF_LINES } from '../../../../messages/documents.ts'
import { WANTED_LINE } from '../../../../messages/receiving.ts'
import type { FieldValue } from '../../../../query/field-value.ts'
import { quantity } from '../../quantity.ts'

/** What a caller says arrived of a line of an order. */
export interface WantedLine {
  /** The number of the order's line. */
  readonly partida: number
  /** What is accepted, in millionths. */
  readonly cantidad: bigint
  readonly rechazada: bigint
  readonly motivo: string | null
  readonly lote: string | null
  readonly serie: string | null
  readonly ubicacion: string | null
}

// A purchase of more lines is received in several calls.
const MAX_LINES = 5_000
const QUANTITY = /^\d{1,12}(\.\d{1,6})?$/
const ID = /^\d{1,18}$/
const MAX_REASON = 250
const KEYS: ReadonlySet<string> = new Set([
  'partida',
  'cantidad',
  'rechazada',
  'motivo_rechazo',
  'lote',
  'serie',
  'ubicacion',
])

/** Reads `partidas` of `recibir_compra`; null: everything that is pending. @throws ApiError VALIDATION */
export function wantedLines(given: FieldValue | undefined): readonly WantedLine[] | null {
  if (given === undefined) return null
  const list: unknown = JSON.parse(String(given))
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_LINES) {
    const message = LIST_OF_LINES({ field: 'partidas', most: MAX_LINES })
    throw apiError('VALIDATION', message, 'partidas')
  }
  const problems: ErrorEntry[] = []
  const lines = list.flatMap((item: unknown, index) => {
    const line = wantedLine(item)
    if (line !== null) return [line]
    const field = `partidas[${index}]`
    const message = WANTED_LINE({ place: field, most: MAX_REASON })
    problems.push({ code: 'VALIDATION', field, message })
    return []
  })
  if (problems.length > 0) throw new ApiError(problems)
  return lines
}

function wantedLine(item: unknown): WantedLine | null {
  if (typeof item !== 'object' || item === null) return null
  const values = new Map<string, unknown>(Object.entries(item))
  if ([...values.keys()].some((key) => !KEYS.has(key))) return null
  const partida = values.get('partida')
  const amounts = amountsOf(values)
  const parts = partsOf(values)
  const motivo = reasonOf(values.get('motivo_rechazo') ?? null)
  if (amounts === null || parts === null || motivo === undefined) return null
  if (typeof partida !== 'number' || !Number.isSafeInteger(partida)) return null
  return { partida, motivo, ...amounts, ...parts }
}

function amountsOf(values: ReadonlyMap<string, unknown>) {
  const cantidad = amountOf(values.get('cantidad'))
  const rechazada = amountOf(values.get('rechazada') ?? 0)
  if (cantidad === null || rechazada === null || cantidad + rechazada === 0n) return null
  return { cantidad, rechazada }
}

function amountOf(value: unknown): bigint | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  return QUANTITY.test(String(value)) ? quantity(String(value)) : null
}

function partsOf(values: ReadonlyMap<string, unknown>) {
  const lote = idOf(values.get('lote'))
  const serie = idOf(values.get('serie'))
  const ubicacion = idOf(values.get('ubicacion'))
  if (lote === undefined || serie === undefined || ubicacion === undefined) return null
  return { lote, serie, ubicacion }
}

/** Null where there is none, undefined where it is no id. */
function idOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  return ID.test(String(value)) ? String(value) : undefined
}

function reasonOf(value: unknown): string | null | undefined {
  if (value === null) return null
  return typeof value === 'string' && value.length <= MAX_REASON ? value : undefined
}
