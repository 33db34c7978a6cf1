import { quantity } from '../../quantity.ts'
import type { SaleLineRow } from '../store/sale-store.ts'

/** A line of a sale whose deliveries go to a line of another one. Ids. */
export interface HandedLine {
  readonly de: string
  readonly a: string
}

/**
 * Where the deliveries of a sale go in the one that replaces it: each line to one of the same article and unit that sells
 * at least as much as was delivered, and of which nothing was delivered yet. Null: one has no place.
 * @source docs/decisions/0250-erp-selling.md
 */
export function handedLines(
  delivered: readonly SaleLineRow[],
  substitute: readonly SaleLineRow[],
): readonly HandedLine[] | null {
  const taken = new Set<string>()
  const handed: HandedLine[] = []
  for (const line of delivered) {
    if (quantity(line.entregada) === 0n) continue
    const place = substitute.find(
      (one) =>
        !taken.has(one.id) &&
        one.articulo === line.articulo &&
        one.unidad === line.unidad &&
        quantity(one.entregada) === 0n &&
        quantity(one.cantidad) >= quantity(line.entregada),
    )
    if (place === undefined) return null
    taken.add(place.id)
    handed.push({ de: line.id, a: place.id })
  }
  return handed
}
