import {
  ARTICLE_HAS_MOVED,
  ARTICLE_HAS_STOCK,
  CATEGORY_HAS_STOCK,
} from '../../../../messages/stocked-articles.ts'
import type { Callback, CallbackContext, PendingWrite } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from '../../../rules/rule.ts'
import {
  findCategoryMethod,
  findStockedArticle,
  lockStockOfArticle,
} from '../store/article-stock-store.ts'

/** What decides how an article's stock is counted, and how it is valued. */
const COUNTED = ['control', 'tipo', 'se_inventaria']
const VALUED = ['metodo_costeo', 'categoria']
const DECIDING = [...COUNTED, ...VALUED, 'unidad']

/**
 * While there is stock of an article, it stays valued and counted as it is; once it has moved, so does its unit, in which
 * the kardex is written.
 * @source docs/decisions/0243-erp-stock.md
 */
export const articleRule: Callback = {
  before: async (context, write) => {
    const id = write.previous?.get('id') ?? null
    const deciding = changedFields(write).filter((name) => DECIDING.includes(name))
    if (id === null || deciding.length === 0) return write.values
    const stock = await lockStockOfArticle(context.tx, context.caller.empresa, id)
    if (deciding.includes('unidad') && stock.hasMoved) {
      throw wrongState(ARTICLE_HAS_MOVED({ id, field: 'unidad' }), 'unidad')
    }
    const field = stock.isThere ? await changedWithStock(context, write, deciding) : undefined
    if (field !== undefined) throw wrongState(ARTICLE_HAS_STOCK({ id, field }), field)
    return write.values
  },
}

/** The changed field that stock does not allow to change. */
async function changedWithStock(
  context: CallbackContext,
  write: PendingWrite,
  deciding: readonly string[],
): Promise<string | undefined> {
  const counted = deciding.find((name) => COUNTED.includes(name))
  const valued = deciding.find((name) => VALUED.includes(name))
  if (counted !== undefined || valued === undefined) return counted
  return (await changesMethod(context, write)) ? valued : undefined
}

/** Whether another method values the article afterwards: its own, or that of its category. */
async function changesMethod(
  { tx, caller }: CallbackContext,
  write: PendingWrite,
): Promise<boolean> {
  const method = async (details: (field: string) => string | null) =>
    details('metodo_costeo') ?? (await findCategoryMethod(tx, caller.empresa, details('categoria')))
  const before = await method((field) => write.previous?.get(field) ?? null)
  return before !== (await method((field) => valueAfter(write, field)))
}

/** The method of a category is that of its articles that have none of their own. */
export const categoryRule: Callback = {
  before: async ({ tx, caller }, write) => {
    const id = write.previous?.get('id') ?? null
    if (id === null || !changedFields(write).includes('metodo_costeo')) return write.values
    const stocked = await findStockedArticle(tx, caller.empresa, id)
    if (stocked === undefined) return write.values
    const field = 'metodo_costeo'
    throw wrongState(CATEGORY_HAS_STOCK({ id: stocked, field }), field)
  },
}
