import type { ErrorEntry } from '../../errors.ts'
import type { ActionOutcome } from './action.ts'
import { BatchOutcome, inStates } from './batch-outcome.ts'

/** A document of stock that an action locked. */
export interface DocumentRow {
  readonly id: string
  readonly estado: string
}

/** The documents of a batch while an action runs: those that nothing has refused yet, and why the others are. */
export class DocumentBatch<Row extends DocumentRow> {
  readonly #batch = new BatchOutcome()
  readonly #rows: readonly Row[]

  /** Takes the documents that exist in one of the states, in the order of the ids; the others are refused. */
  constructor(
    ids: readonly string[],
    rows: ReadonlyMap<string, Row>,
    details: { readonly model: string; readonly states: readonly string[] },
  ) {
    this.#rows = inStates(ids, rows, { ...details, batch: this.#batch })
  }

  /** Nothing is refused where there is no problem. */
  refuse(id: string, ...problems: readonly ErrorEntry[]): void {
    const [first, ...more] = problems
    if (first !== undefined) this.#batch.refuse(id, first, ...more)
  }

  refuseAll(refused: ReadonlyMap<string, readonly ErrorEntry[]>): void {
    for (const [id, problems] of refused) this.refuse(id, ...problems)
  }

  warn(id: string, warnings: readonly ErrorEntry[]): void {
    this.#batch.warn(id, warnings)
  }

  /** The documents that nothing has refused yet. */
  get remaining(): readonly Row[] {
    return this.#batch.remaining(this.#rows)
  }

  get outcome(): ActionOutcome {
    return this.#batch.outcome()
  }
}
