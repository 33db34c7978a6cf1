import type { ErrorEntry } from '../../../../errors.ts'
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
    return wrong(line, 'articulo', `there is no Articulo with id ${line.articulo}`)
  }
  if (!article.tieneExistencia) {
    return wrong(line, 'articulo', `Articulo ${article.clave} keeps no stock`)
  }
  const problem = problemOfParts(facts, line, article) ?? problemOfPlaces(facts, line)
  return problem === null ? quantityOf(facts, line, article) : { problem }
}

function quantityOf(facts: StockFacts, line: StockLine, article: ArticleFact): LineCheck {
  const factor =
    line.unidad === null || line.unidad === article.unidad
      ? '1'
      : facts.factors.get(`${article.id}:${line.unidad}`)
  if (factor === undefined) {
    const what = `UnidadMedida ${line.unidad} is no unit of Articulo ${article.clave}: no ArticuloUnidad converts it`
    return wrong(line, 'unidad', what)
  }
  const cantidad = inUnitOfArticle(quantity(line.cantidad), factor)
  if (cantidad <= 0n) return wrong(line, 'cantidad', `must be above zero, not ${line.cantidad}`)
  if (line.importe !== null && line.importe < 0n) {
    return wrong(line, 'importe', 'the cost must not be below zero')
  }
  if (line.serie !== null && cantidad !== ONE) {
    return wrong(line, 'cantidad', `a serial number is one, not ${line.cantidad}`)
  }
  return { ok: { article, cantidad } }
}

/** An article that is kept by lot or by serial number moves by it. */
function problemOfControl(line: StockLine, article: ArticleFact): ErrorEntry | null {
  if (article.control === 'lote' && line.lote === null) {
    return problem(line, 'lote', `Articulo ${article.clave} moves by lot: say which`)
  }
  if (article.control === 'serie' && line.serie === null) {
    return problem(line, 'serie', `Articulo ${article.clave} moves by serial number: say which`)
  }
  return null
}

/** The lot and the serial number are the article's. */
function problemOfParts(
  facts: StockFacts,
  line: StockLine,
  article: ArticleFact,
): ErrorEntry | null {
  for (const kind of ['lote', 'serie'] as const) {
    const id = line[kind]
    if (id !== null && facts.parts.get(`${kind}:${id}`)?.de !== article.id) {
      return problem(line, kind, `${kind} ${id} is not of Articulo ${article.clave}`)
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
  return isSame ? problem(line, 'almacen_destino', 'it is already there') : null
}

function problemOfPlace(facts: StockFacts, line: StockLine, place: StockPlace): ErrorEntry | null {
  const warehouse = facts.warehouses.get(place.almacen)
  if (warehouse === undefined) {
    return problem(line, 'almacen', `there is no Almacen with id ${place.almacen}`)
  }
  if (!warehouse.activo) return problem(line, 'almacen', `Almacen ${warehouse.clave} is not active`)
  if (place.ubicacion === null) return null
  const location = facts.parts.get(`ubicacion:${place.ubicacion}`)
  if (location?.de === place.almacen) return null
  return problem(
    line,
    'ubicacion',
    `ubicacion ${place.ubicacion} is not of Almacen ${warehouse.clave}`,
  )
}

function problem({ partida }: StockLine, field: string, what: string): ErrorEntry {
  return { code: 'VALIDATION', field, message: `Line ${partida}: ${what}.` }
}

function wrong(line: StockLine, field: string, what: string): { readonly problem: ErrorEntry } {
  return { problem: problem(line, field, what) }
}
