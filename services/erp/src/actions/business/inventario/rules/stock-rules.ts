import { apiError } from '../../../../errors.ts'
import { MUST_NOT_BE_ZERO } from '../../../../messages/stock-documents.ts'
import type { Callback } from '../../../callbacks/callback.ts'
import { valueAfter } from '../../../rules/rule.ts'
import { articleRule, categoryRule } from './article-rules.ts'
import { blockRule } from './block-rule.ts'
import { countLineRule, countRule } from './count-rules.ts'

/** A line that moves nothing is a mistake; one of an adjustment may be below zero. */
function notZero(name: string): Callback {
  return {
    before: (_context, write) => {
      const quantity = valueAfter(write, name)
      if (quantity !== null && !/[1-9]/.test(quantity)) {
        throw apiError('VALIDATION', MUST_NOT_BE_ZERO({ field: name }), name)
      }
      return Promise.resolve(write.values)
    },
  }
}

/**
 * What the generic API may not do to records of stock beyond what the states of its documents say, by model.
 * @source docs/decisions/0243-erp-stock.md
 */
export const STOCK_RULES: ReadonlyMap<string, Callback> = new Map([
  ['Articulo', articleRule],
  ['CategoriaInventario', categoryRule],
  ['InventarioFisicoPartida', countLineRule],
  ['ConteoInventario', countRule],
  ['KardexBloqueo', blockRule],
  ['AjusteInventarioPartida', notZero('cantidad')],
  ['MovimientoInventarioPartida', notZero('cantidad')],
  ['TraspasoAlmacenPartida', notZero('cantidad_enviada')],
])
