import { fail, ok, type Result } from '@oficina/kit/result.ts'

/** One of these lists must hold whole. */
export type Condition = readonly (readonly Term[])[]

/** What a field must have. */
export type Term =
  | { readonly field: string; readonly in: readonly string[] }
  | { readonly field: string; readonly not_in: readonly string[] }
  | { readonly field: string; readonly empty: boolean }

const NAME = '[a-z][a-z0-9_]*(?:\\.[a-z][a-z0-9_]*)?'
const TERM = new RegExp(
  `^(${NAME}) (?:(is|is not) ([a-z0-9_]+(?:, [a-z0-9_]+)*)|(present|absent))$`,
)

/** A condition that stands in code. @throws Error for one that cannot be read */
export function condition(text: string): Condition {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.value
}

/** `estado is facturada, pagada`, `cfdi present`, joined by ` and `, and those by ` or `. */
export function parseCondition(text: string): Result<Condition, string> {
  const condition: Term[][] = []
  for (const part of text.trim().split(' or ')) {
    const terms: Term[] = []
    for (const one of part.split(' and ')) {
      const term = parseTerm(one.trim())
      if (term === null) {
        return fail(
          `"${one.trim()}" is no condition: write "campo is a, b", "campo is not a, b", "campo present" or "campo absent".`,
        )
      }
      terms.push(term)
    }
    condition.push(terms)
  }
  return ok(condition)
}

function parseTerm(text: string): Term | null {
  const [, field, is, values, presence] = TERM.exec(text) ?? []
  if (field === undefined) return null
  if (presence !== undefined) return { field, empty: presence === 'absent' }
  const list = (values ?? '').split(', ')
  return is === 'is' ? { field, in: list } : { field, not_in: list }
}

/** Whether a record fulfils a condition; `valueOf` gives a field’s value as text, null where it has none. */
export function holds(condition: Condition, valueOf: (field: string) => string | null): boolean {
  return condition.some((terms) => terms.every((term) => termHolds(term, valueOf(term.field))))
}

function termHolds(term: Term, value: string | null): boolean {
  const isEmpty = value === null || value.trim() === ''
  if ('empty' in term) return isEmpty === term.empty
  if ('in' in term) return !isEmpty && term.in.includes(value)
  return isEmpty || !term.not_in.includes(value)
}

/** The fields that a condition looks at. */
export function fieldsOf(condition: Condition): readonly string[] {
  return [...new Set(condition.flat().map(({ field }) => field))]
}
