import { ApiError, apiError, type ErrorEntry } from '../../../errors.ts'
import type { ActionContext } from '../action.ts'

/** Lines of the bank that are free, of the reconciliation's account. */
export const NAMED_LINES = {
  items: {
    references: 'EstadoCuentaBancarioRenglon',
    filter: {
      conciliado: { value: 'false' },
      estado_cuenta__cuenta_bancaria: { field: 'cuenta_bancaria' },
    },
  },
} as const

// Of one call; what is more takes several.
const MAX_NAMED = 500

/** Ids that an input names, each once; none where it was left out. @throws ApiError VALIDATION */
export function namedIds({ inputs }: ActionContext, name: string): readonly string[] {
  const given = inputs.get(name) ?? null
  if (given === null) return []
  const list: unknown = JSON.parse(String(given))
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_NAMED) {
    throw apiError('VALIDATION', `${name} must be a list of 1 to ${MAX_NAMED} ids.`, name)
  }
  const problems: ErrorEntry[] = []
  const ids = new Set<string>()
  for (const [index, item] of list.entries()) {
    const id = typeof item === 'number' && Number.isSafeInteger(item) ? String(item) : null
    if (id === null || ids.has(id)) {
      const field = `${name}[${index}]`
      problems.push({ code: 'VALIDATION', field, message: `${field} must be an id, each once.` })
    } else ids.add(id)
  }
  if (problems.length > 0) throw new ApiError(problems)
  return [...ids]
}

const NOT_FREE =
  'is not of the account, is later than the reconciliation, or is reconciled or cancelled'

/** @throws ApiError VALIDATION for each id that an input names and that is not among those found */
export function demandFound(
  name: string,
  ids: readonly string[],
  details: { readonly found: readonly { readonly id: string }[]; readonly reason?: string },
): void {
  const known = new Set(details.found.map(({ id }) => id))
  const problems = [...ids.entries()].flatMap(([index, id]): readonly ErrorEntry[] => {
    if (known.has(id)) return []
    const field = `${name}[${index}]`
    return [
      { code: 'VALIDATION', field, message: `${field}: ${id} ${details.reason ?? NOT_FREE}.` },
    ]
  })
  if (problems.length > 0) throw new ApiError(problems)
}
