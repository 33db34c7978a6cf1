import type { ErrorEntry } from '../../errors.ts'
import { NO_RECORD } from '../../messages/requests.ts'
import { STATE_MUST_BE } from '../../messages/states.ts'
import type { ActionOutcome } from './action.ts'

/**
 * Collects, while the checks of an action run, which records of a batch are refused and why, and warnings about others.
 */
export class BatchOutcome {
  readonly #refused = new Map<string, readonly ErrorEntry[]>()
  readonly #warnings = new Map<string, readonly ErrorEntry[]>()

  refuse(id: string, ...errors: readonly [ErrorEntry, ...ErrorEntry[]]): void {
    this.#refused.set(id, errors)
  }

  warn(id: string, warnings: readonly ErrorEntry[]): void {
    if (warnings.length === 0) return
    this.#warnings.set(id, [...(this.#warnings.get(id) ?? []), ...warnings])
  }

  remaining<Row extends { readonly id: string }>(records: readonly Row[]): readonly Row[] {
    return records.filter(({ id }) => !this.#refused.has(id))
  }

  outcome(): ActionOutcome {
    return { refused: this.#refused, warnings: this.#warnings }
  }
}

/** The documents that exist in one of the states, in the order of the ids; the others are refused. */
export function inStates<Row extends { readonly id: string; readonly estado: string }>(
  ids: readonly string[],
  records: ReadonlyMap<string, Row>,
  {
    batch,
    model,
    states,
  }: {
    readonly batch: BatchOutcome
    readonly model: string
    readonly states: readonly string[]
  },
): readonly Row[] {
  return ids.flatMap((id) => {
    const record = records.get(id)
    if (record === undefined) {
      batch.refuse(id, { code: 'NOT_FOUND', message: NO_RECORD({ model, id }) })
      return []
    }
    if (!states.includes(record.estado)) {
      const message = STATE_MUST_BE({ model, id, state: record.estado, states })
      batch.refuse(id, { code: 'INVALID_STATE', message })
      return []
    }
    return [record]
  })
}
