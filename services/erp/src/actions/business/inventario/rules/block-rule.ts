import type { Callback, CallbackContext } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter } from '../../../rules/rule.ts'
import { lockStock } from '../store/stock-store.ts'

/** Stock is blocked and freed while nothing of it moves, so that no exit takes what was blocked a moment before. */
export const blockRule: Callback = {
  before: async (context, write) => {
    if (changedFields(write).length === 0) return write.values
    await lockPair(context, (field) => write.previous?.get(field) ?? null)
    await lockPair(context, (field) => valueAfter(write, field))
    return write.values
  },
}

async function lockPair(
  { tx, caller }: CallbackContext,
  details: (field: string) => string | null,
): Promise<void> {
  const [articulo, almacen] = [details('articulo'), details('almacen')]
  if (articulo === null || almacen === null) return
  await lockStock(tx, caller.empresa, [{ articulo, almacen }])
}
