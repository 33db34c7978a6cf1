import { ApiError, apiError, type ErrorEntry } from '../../../errors.ts'
import { LIST_OF_LINES } from '../../../messages/documents.ts'
import { QUANTITY_OF_LINE } from '../../../messages/stock-documents.ts'
import type { ActionContext } from '../action.ts'

// A document of more lines takes several calls.
const MAX_LINES = 5_000

/**
 * What `partidas` says of an action: quantities above zero, by the number of the line; null: nothing, which means all.
 *
 * @throws ApiError VALIDATION
 */
export function lineQuantities({ inputs }: ActionContext): ReadonlyMap<number, string> | null {
  const given = inputs.get('partidas')
  if (given === undefined || given === null) return null
  const list: unknown = JSON.parse(String(given))
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_LINES) {
    const message = LIST_OF_LINES({ field: 'partidas', most: MAX_LINES })
    throw apiError('VALIDATION', message, 'partidas')
  }
  const problems: ErrorEntry[] = []
  const named = new Map<number, string>()
  for (const [index, item] of list.entries()) {
    const line = lineOf(item)
    if (line === null || named.has(line.partida)) problems.push(unreadable(index))
    else named.set(line.partida, line.cantidad)
  }
  if (problems.length > 0) throw new ApiError(problems)
  return named
}

function unreadable(index: number): ErrorEntry {
  const field = `partidas[${index}]`
  return { code: 'VALIDATION', field, message: QUANTITY_OF_LINE({ place: field }) }
}

const QUANTITY = /^\d{1,12}(\.\d{1,6})?$/

function lineOf(item: unknown): { readonly partida: number; readonly cantidad: string } | null {
  if (typeof item !== 'object' || item === null) return null
  if (!('partida' in item) || !('cantidad' in item)) return null
  const { partida } = item
  const cantidad = String(item.cantidad)
  if (typeof partida !== 'number' || !Number.isSafeInteger(partida)) return null
  return QUANTITY.test(cantidad) && /[1-9]/.test(cantidad) ? { partida, cantidad } : null
}
