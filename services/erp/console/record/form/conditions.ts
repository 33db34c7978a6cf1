/** One of these lists must hold whole. */
type Condition = readonly (readonly Term[])[]

interface Term {
  readonly field: string
  readonly in?: readonly string[]
  readonly not_in?: readonly string[]
  readonly empty?: boolean
}

/** Whether a record fulfils a condition of the dictionary: one of its lists must hold whole. */
export function holds(
  condition: Condition | null | undefined,
  valueOf: (field: string) => unknown,
): boolean {
  if (condition === null || condition === undefined) return true
  return condition.some((terms) => terms.every((term) => termHolds(term, valueOf(term.field))))
}

function termHolds(term: Term, value: unknown): boolean {
  const text = value === null || value === undefined ? '' : String(value).trim()
  if (term.empty !== undefined) return (text === '') === term.empty
  if (term.in !== undefined) return text !== '' && term.in.includes(text)
  return text === '' || term.not_in?.includes(text) !== true
}
