import type { ErrorEntry } from '../../../../errors.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  LINE_ABOVE_ZERO,
  LINE_COSTS_BELOW_ZERO,
  LINE_IS_THERE,
  LINE_KEEPS_NO_STOCK,
  LINE_NEEDS_LOT,
  LINE_NEEDS_SERIAL,
  LINE_OF_NO_ARTICLE,
  LINE_OF_NO_WAREHOUSE,
  LINE_OF_OTHER_UNIT,
  LINE_PART_OF_OTHER,
  LINE_PLACE_OF_OTHER,
  LINE_SERIAL_IS_ONE,
  LINE_WAREHOUSE_INACTIVE,
} from '../../../../messages/stock-lines.ts'
import { inUnitOfArticle, ONE, quantity } from '../../quantity.ts'
import type { StockLine, StockPlace } from '../stock-movement.ts'
import type { ArticleFact, StockFacts } from '../store/stock-facts.ts'

/** A line whose article, unit and places fit each other. */
export interface CheckedLine {
  readonly article: ArticleFact
  /** In the article's unit, in millionths. */
  readonly cantidad: bigint
}

export type LineCheck = { readonly ok: CheckedLine } | { readonly problem: ErrorEntry }

/** Whether a line can move at all, whatever the stock is. */
export function checkLine(facts: StockFacts, line: StockLine): LineCheck {
  const article = facts.articles.get(line.articulo)
  const problem = article === undefined ? null : problemOfControl(line, article)
  return problem === null ? checkPlaces(facts, line) : { problem }
}

/** The same for what is only reserved, which need not say its lot or serial number yet. */
export function checkPlaces(facts: StockFacts, line: StockLine): LineCheck {
  const article = facts.articles.get(line.articulo)
  if (article === undefined) {
    return wrong('articulo', LINE_OF_NO_ARTICLE({ line: line.partida, id: line.articulo }))
  }
  if (!article.tieneExistencia) {
    return wrong('articulo', LINE_KEEPS_NO_STOCK({ line: line.partida, article: article.clave }))
  }
  const problem = problemOfParts(facts, line, article) ?? problemOfPlaces(facts, line)
  return problem === null ? quantityOf(facts, line, article) : { problem }
}

function quantityOf(facts: StockFacts, line: StockLine, article: ArticleFact): LineCheck {
  const { partida: number } = line
  const factor =
    line.unidad === null || line.unidad === article.unidad
      ? '1'
      : facts.factors.get(`${article.id}:${line.unidad}`)
  if (factor === undefined) {
    const unit = String(line.unidad)
    return wrong('unidad', LINE_OF_OTHER_UNIT({ line: number, unit, article: article.clave }))
  }
  const cantidad = inUnitOfArticle(quantity(line.cantidad), factor)
  const given = line.cantidad
  if (cantidad <= 0n) return wrong('cantidad', LINE_ABOVE_ZERO({ line: number, given }))
  if (line.importe !== null && line.importe < 0n) {
    return wrong('importe', LINE_COSTS_BELOW_ZERO({ line: number }))
  }
  if (line.serie !== null && cantidad !== ONE) {
    return wrong('cantidad', LINE_SERIAL_IS_ONE({ line: number, given }))
  }
  return { ok: { article, cantidad } }
}

/** An article that is kept by lot or by serial number moves by it. */
function problemOfControl(line: StockLine, article: ArticleFact): ErrorEntry | null {
  const of = { line: line.partida, article: article.clave }
  if (article.control === 'lote' && line.lote === null) return problem('lote', LINE_NEEDS_LOT(of))
  if (article.control === 'serie' && line.serie === null) {
    return problem('serie', LINE_NEEDS_SERIAL(of))
  }
  return null
}

/** The lot and the serial number are the article's. */
function problemOfParts(
  facts: StockFacts,
  line: StockLine,
  article: ArticleFact,
): ErrorEntry | null {
  for (const field of ['lote', 'serie'] as const) {
    const id = line[field]
    if (id !== null && facts.parts.get(`${field}:${id}`)?.de !== article.id) {
      const of = { line: line.partida, article: article.clave }
      return problem(field, LINE_PART_OF_OTHER({ ...of, field, id }))
    }
  }
  return null
}

function problemOfPlaces(facts: StockFacts, line: StockLine): ErrorEntry | null {
  for (const place of [line.from, line.to]) {
    const found = place === null ? null : problemOfPlace(facts, line, place)
    if (found !== null) return found
  }
  const { from, to } = line
  const isSame = from !== null && from.almacen === to?.almacen && from.ubicacion === to.ubicacion
  return isSame ? problem('almacen_destino', LINE_IS_THERE({ line: line.partida })) : null
}

function problemOfPlace(facts: StockFacts, line: StockLine, place: StockPlace): ErrorEntry | null {
  const { partida: number } = line
  const warehouse = facts.warehouses.get(place.almacen)
  if (warehouse === undefined) {
    return problem('almacen', LINE_OF_NO_WAREHOUSE({ line: number, id: place.almacen }))
  }
  const of = { line: number, warehouse: warehouse.clave }
  if (!warehouse.activo) return problem('almacen', LINE_WAREHOUSE_INACTIVE(of))
  if (place.ubicacion === null) return null
  const location = facts.parts.get(`ubicacion:${place.ubicacion}`)
  if (location?.de === place.almacen) return null
  return problem('ubicacion', LINE_PLACE_OF_OTHER({ ...of, id: place.ubicacion }))
}

function problem(field: string, message: Message): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

function wrong(field: string, message: Message): { readonly problem: ErrorEntry } {
  return { problem: problem(field, message) }
}
