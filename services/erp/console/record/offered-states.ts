/** What metadata says of the life of a document. */
interface Life {
  readonly state_field?: string | null
  readonly states?: {
    readonly initial: readonly string[]
    readonly moves: readonly {
      readonly from: readonly string[]
      readonly to: string
      readonly by: string
    }[]
  } | null
}

interface StateColumn {
  readonly name: string
  readonly choices: readonly { readonly value: string }[] | null
}

/**
 * The state of a document as a person may type it: where it begins, or where a hand may move it from where it is; the rest
 * is for actions. Undefined where there is nothing to choose.
 * @param state as it was read; undefined for a new record
 */
export function offeredStates<T extends StateColumn>(
  { state_field: field, states }: Life,
  column: T,
  state: string | undefined,
): T | undefined {
  if (column.name !== field || states === null || states === undefined) return column
  const byHand = states.moves.filter(
    ({ from, by }) => by === 'hand' && state !== undefined && from.includes(state),
  )
  const offered = state === undefined ? states.initial : [state, ...byHand.map(({ to }) => to)]
  if (offered.length < 2) return undefined
  return {
    ...column,
    choices: column.choices?.filter(({ value }) => offered.includes(value)) ?? null,
  }
}
