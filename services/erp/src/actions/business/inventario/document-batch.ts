import type { ErrorEntry } from '../../../errors.ts'
import type { ActionOutcome } from '../action.ts'

/** A document of stock that an action locked. */
export interface DocumentRow {
  readonly id: string
  readonly estado: string
}

/** Collects, while an action runs, which documents of a batch are refused and why. */
export class DocumentBatch<Row extends DocumentRow> {
  readonly #refused = new Map<string, readonly ErrorEntry[]>()
  readonly #rows: readonly Row[]

  /** Takes the documents that exist in one of the states, in the order of the ids; the others are refused. */
  constructor(
    ids: readonly string[],
    rows: ReadonlyMap<string, Row>,
    { model, states }: { readonly model: string; readonly states: readonly string[] },
  ) {
    this.#rows = ids.flatMap((id) => rows.get(id) ?? [])
    for (const id of ids) {
      const row = rows.get(id)
      if (row === undefined) {
        this.refuse(id, { code: 'NOT_FOUND', message: `There is no ${model} with id ${id}.` })
      } else if (!states.includes(row.estado)) {
        const message = `${model} ${id} is ${row.estado}; it must be ${states.join(' or ')}.`
        this.refuse(id, { code: 'INVALID_STATE', message })
      }
    }
  }

  refuse(id: string, ...problems: readonly ErrorEntry[]): void {
    if (!this.#refused.has(id)) this.#refused.set(id, problems)
  }

  refuseAll(refused: ReadonlyMap<string, readonly ErrorEntry[]>): void {
    for (const [id, problems] of refused) this.refuse(id, ...problems)
  }

  /** The documents that nothing has refused yet. */
  get remaining(): readonly Row[] {
    return this.#rows.filter(({ id }) => !this.#refused.has(id))
  }

  get outcome(): ActionOutcome {
    return { refused: this.#refused, warnings: new Map() }
  }
}
