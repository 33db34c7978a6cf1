import type { ErrorEntry } from '../../../errors.ts'
import type { PurchaseRow } from './store/purchase-store.ts'
import type { ActionOutcome } from '../action.ts'

/**
 * Collects, while the checks of an action run, which records of a batch are refused and why, and warnings about others.
 */
export class BatchOutcome {
  readonly #refused = new Map<string, readonly ErrorEntry[]>()
  readonly #warnings = new Map<string, readonly ErrorEntry[]>()

  refuse(id: string, error: ErrorEntry): void {
    this.#refused.set(id, [error])
  }

  warn(id: string, warnings: readonly ErrorEntry[]): void {
    if (warnings.length > 0) this.#warnings.set(id, warnings)
  }

  remaining(purchases: readonly PurchaseRow[]): readonly PurchaseRow[] {
    return purchases.filter(({ id }) => !this.#refused.has(id))
  }

  outcome(): ActionOutcome {
    return { refused: this.#refused, warnings: this.#warnings }
  }
}

/** The purchases that exist in one of the states, in the order of the ids; the others are refused. */
export function inStates(
  ids: readonly string[],
  purchases: ReadonlyMap<string, PurchaseRow>,
  { batch, states }: { readonly batch: BatchOutcome; readonly states: readonly string[] },
): readonly PurchaseRow[] {
  return ids.flatMap((id) => {
    const purchase = purchases.get(id)
    if (purchase === undefined) {
      batch.refuse(id, { code: 'NOT_FOUND', message: `There is no Compra with id ${id}.` })
      return []
    }
    if (!states.includes(purchase.estado)) {
      const message = `Compra ${id} is ${purchase.estado}; it must be ${states.join(' or ')}.`
      batch.refuse(id, { code: 'INVALID_STATE', message })
      return []
    }
    return [purchase]
  })
}
