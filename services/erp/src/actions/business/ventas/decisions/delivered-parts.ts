import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import { DELIVERED_PART, DELIVERED_PARTS } from '../../../../messages/deliveries.ts'
import { NO_ARTICLE_TO_DELIVER, NO_SUCH_LINE } from '../../../../messages/goods-lines.ts'
import { quantity, quantityText } from '../../quantity.ts'
import type { SaleLineRow } from '../store/sale-store.ts'

/** What is delivered of a line of a sale, and which of it. */
export interface DeliveredLine {
  readonly line: SaleLineRow & { readonly articulo: string }
  readonly cantidad: string
  readonly lote: string | null
  readonly numero_serie: string | null
  readonly ubicacion: string | null
}

/** What a caller says is delivered: a line by its number. */
interface NamedPart {
  readonly partida: number
  readonly cantidad: string
  readonly lote: string | null
  readonly numero_serie: string | null
  readonly ubicacion: string | null
}

// A sale of more lines is delivered in several calls.
const MAX_PARTS = 5_000
const QUANTITY = /^\d{1,12}(\.\d{1,6})?$/

/** Reads `partidas` of a request; a line may stand there several times, once for each of its lots. */
export function readParts(given: unknown): Result<readonly NamedPart[], readonly ErrorEntry[]> {
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_PARTS) {
    const message = DELIVERED_PARTS({ most: MAX_PARTS })
    return fail([{ code: 'VALIDATION', field: 'partidas', message }])
  }
  const problems: ErrorEntry[] = []
  const parts = given.flatMap((item: unknown, index) => {
    const part = partOf(item)
    if (part !== null) return [part]
    const field = `partidas[${index}]`
    problems.push({ code: 'VALIDATION', field, message: DELIVERED_PART({ place: field }) })
    return []
  })
  return problems.length > 0 ? fail(problems) : ok(parts)
}

function partOf(item: unknown): NamedPart | null {
  if (typeof item !== 'object' || item === null) return null
  const given = new Map<string, unknown>(Object.entries(item))
  const partida = given.get('partida')
  const cantidad = String(given.get('cantidad'))
  if (typeof partida !== 'number' || !Number.isSafeInteger(partida)) return null
  if (!QUANTITY.test(cantidad) || !/[1-9]/.test(cantidad)) return null
  const [lote, ubicacion] = [idOf(given.get('lote')), idOf(given.get('ubicacion'))]
  const serie = given.get('numero_serie') ?? null
  if (lote === undefined || ubicacion === undefined) return null
  if (serie !== null && typeof serie !== 'string') return null
  return { partida, cantidad, lote, ubicacion, numero_serie: serie }
}

function idOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? String(value)
    : undefined
}

/** What is delivered of a sale: what was named, or everything that is pending. Lines without an article never are. */
export function deliveredParts(
  lines: readonly SaleLineRow[],
  named: readonly NamedPart[] | null,
): Result<readonly DeliveredLine[], readonly ErrorEntry[]> {
  if (named === null) return ok(lines.flatMap(pendingPart))
  const byNumber = new Map(lines.map((line) => [line.partida, line]))
  const problems: ErrorEntry[] = []
  const parts = named.flatMap(({ partida, ...part }) => {
    const line = byNumber.get(partida)
    if (line !== undefined && line.articulo !== null)
      return [{ line: { ...line, articulo: line.articulo }, ...part }]
    const of = { line: partida }
    const message = line === undefined ? NO_SUCH_LINE(of) : NO_ARTICLE_TO_DELIVER(of)
    problems.push({ code: 'VALIDATION', field: 'partidas', message })
    return []
  })
  return problems.length > 0 ? fail(problems) : ok(parts)
}

function pendingPart(line: SaleLineRow): readonly DeliveredLine[] {
  const left = quantity(line.cantidad) - quantity(line.entregada)
  const { articulo } = line
  if (articulo === null || left <= 0n) return []
  const all = { cantidad: quantityText(left), lote: null, numero_serie: null, ubicacion: null }
  return [{ line: { ...line, articulo }, ...all }]
}
