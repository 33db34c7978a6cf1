import { ApiError, apiError, type ErrorEntry } from '../../../errors.ts'
import {
  ID_CANNOT,
  IDS_ONCE,
  LIST_OF_IDS,
  NOT_FREE,
} from '../../../messages/bank-reconciliation.ts'
import type { Message } from '../../../messages/message.ts'
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
    throw apiError('VALIDATION', LIST_OF_IDS({ name, most: MAX_NAMED }), name)
  }
  const problems: ErrorEntry[] = []
  const ids = new Set<string>()
  for (const [index, item] of list.entries()) {
    const id = typeof item === 'number' && Number.isSafeInteger(item) ? String(item) : null
    if (id === null || ids.has(id)) {
      const field = `${name}[${index}]`
      problems.push({ code: 'VALIDATION', field, message: IDS_ONCE({ field }) })
    } else ids.add(id)
  }
  if (problems.length > 0) throw new ApiError(problems)
  return [...ids]
}

/** @throws ApiError VALIDATION for each id that an input names and that is not among those found */
export function demandFound(
  name: string,
  ids: readonly string[],
  details: { readonly found: readonly { readonly id: string }[]; readonly reason?: Message },
): void {
  const known = new Set(details.found.map(({ id }) => id))
  const problems = [...ids.entries()].flatMap(([index, id]): readonly ErrorEntry[] => {
    if (known.has(id)) return []
    const field = `${name}[${index}]`
    const message = ID_CANNOT({ field, id, what: details.reason ?? NOT_FREE() })
    return [{ code: 'VALIDATION', field, message }]
  })
  if (problems.length > 0) throw new ApiError(problems)
}
