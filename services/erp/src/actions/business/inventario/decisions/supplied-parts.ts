import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import { DOCUMENT, HAS_NO_LINES } from '../../../../messages/documents.ts'
import { SUPPLIES_TOO_MUCH } from '../../../../messages/stock-documents.ts'
import { quantity, quantityText } from '../../quantity.ts'
import type { StockLine } from '../stock-movement.ts'

/** A line of a request for material. */
export type RequestLine = Picked<
  'SolicitudMaterialPartida',
  | 'partida'
  | 'articulo'
  | 'lote'
  | 'ubicacion'
  | 'unidad'
  | 'cantidad_solicitada'
  | 'cantidad_surtida'
  | 'importe'
  | 'cuenta_contable'
>

/** A part of a line that is handed out now, in the unit of the line, in millionths. */
export interface Part {
  readonly row: RequestLine
  readonly cantidad: bigint
}

function left({ cantidad_solicitada: asked, cantidad_surtida: supplied }: RequestLine): bigint {
  return quantity(asked) - quantity(supplied)
}

/** What is handed out of a request: all that is missing (`named` null), or what is named by the lines' numbers. */
export function partsOf(
  id: string,
  lines: readonly RequestLine[],
  named: ReadonlyMap<number, string> | null,
): { readonly parts: readonly Part[] } | { readonly problems: readonly ErrorEntry[] } {
  if (lines.length === 0) {
    const document = DOCUMENT({ model: 'SolicitudMaterial', folio: id })
    return { problems: [{ code: 'NO_LINES', message: HAS_NO_LINES({ document }) }] }
  }
  if (named === null) {
    const all = lines.map((row) => ({ row, cantidad: left(row) }))
    return { parts: all.filter(({ cantidad }) => cantidad > 0n) }
  }
  const byNumber = new Map(lines.map((row) => [row.partida, row]))
  const problems: ErrorEntry[] = []
  const parts = [...named].flatMap(([partida, text]): readonly Part[] => {
    const row = byNumber.get(partida)
    const cantidad = quantity(text)
    if (row !== undefined && cantidad <= left(row)) return [{ row, cantidad }]
    const missing = row === undefined ? '0' : quantityText(left(row))
    const message = SUPPLIES_TOO_MUCH({ line: partida, left: missing, given: text })
    problems.push({ code: 'VALIDATION', field: 'partidas', message })
    return []
  })
  return problems.length > 0 ? { problems } : { parts }
}

/** Whether nothing of a request is missing after these parts. */
export function isSupplied(lines: readonly RequestLine[], parts: readonly Part[]): boolean {
  const now = new Map(parts.map(({ row, cantidad }) => [row.id, cantidad]))
  return lines.every((row) => left(row) === (now.get(row.id) ?? 0n))
}

export function suppliedLine(almacen: string, { row, cantidad }: Part): StockLine {
  const { partida, articulo, lote, ubicacion, unidad } = row
  return {
    id: null,
    partida,
    articulo,
    lote,
    serie: null,
    from: { almacen, ubicacion },
    to: null,
    cantidad: quantityText(cantidad),
    unidad,
    importe: null,
    reserva: null,
    reversa: null,
  }
}
