import { ApiError, apiError, type ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext } from '../action.ts'
import { inStates, type BatchOutcome } from '../batch-outcome.ts'
import { recordAll } from '../record-deeds.ts'
import { CONCILIACION_BANCARIA_STATES } from './conciliacion-bancaria-states.ts'
import { lockReconciliations, type ReconciliationRow } from './store/reconciliation-store.ts'

const MODEL = CONCILIACION_BANCARIA_STATES.model

/** Locks reconciliations with their accounts; those that were closed are refused. */
export async function openReconciliations(
  { tx, caller }: ActionContext,
  ids: readonly string[],
  batch: BatchOutcome,
): Promise<readonly ReconciliationRow[]> {
  const states = statesBefore(CONCILIACION_BANCARIA_STATES, 'cerrar_conciliacion')
  const locked = await lockReconciliations(tx, caller.empresa, ids)
  return inStates(ids, locked, { batch, model: MODEL, states })
}

/** What an action did to a reconciliation: a row in the audit log, and the event where it moved. */
export async function recordDeed(
  context: ActionContext,
  of: {
    readonly action: string
    readonly row: ReconciliationRow
    readonly after: Readonly<Record<string, unknown>>
    readonly event: string | null
    readonly reason?: string | null
    readonly numbers: (counter: string) => number
  },
): Promise<void> {
  const { row, event } = of
  const before = { estado: row.estado, diferencia: row.diferencia }
  const after = { folio: row.folio, ...of.after }
  await recordAll(
    context,
    { name: of.action, reason: of.reason ?? null },
    { deeds: [{ model: MODEL, id: row.id, before, after, event }], numbers: of.numbers },
  )
}

export const ONE_DEED: ReadonlyMap<string, number> = new Map([[AUDIT_COUNTER, 1]])

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
  of: { readonly found: readonly { readonly id: string }[]; readonly reason?: string },
): void {
  const known = new Set(of.found.map(({ id }) => id))
  const problems = [...ids.entries()].flatMap(([index, id]): readonly ErrorEntry[] => {
    if (known.has(id)) return []
    const field = `${name}[${index}]`
    return [{ code: 'VALIDATION', field, message: `${field}: ${id} ${of.reason ?? NOT_FREE}.` }]
  })
  if (problems.length > 0) throw new ApiError(problems)
}
