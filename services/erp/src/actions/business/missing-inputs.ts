import { ApiError, type ErrorEntry } from '../../errors.ts'
import { NO_SUCH_ID } from '../../messages/records.ts'
import { findReached } from '../../store/records/record-store.ts'
import type { ActionContext, RecordAction } from './action.ts'

/**
 * An action's inputs may point only to records that the caller may refer to, as fields of records may.
 * @throws ApiError UNKNOWN_REFERENCE for each that does not
 */
export async function refuseMissingInputs(
  { tx, caller, views, inputs }: ActionContext,
  { inputs: expected }: Pick<RecordAction, 'inputs'>,
): Promise<void> {
  const { reachable } = views.of(caller.rights)
  const missing = await Promise.all(
    expected.map(async ({ field }): Promise<readonly ErrorEntry[]> => {
      const value = inputs.get(field.name)
      if (field.type !== 'reference' || value === undefined) return []
      const model = reachable.models.get(field.target)
      const id = String(value)
      const details = { empresa: caller.empresa, lock: 'read' } as const
      const found =
        model === undefined ? new Set() : await findReached(tx, { ...details, model }, [id])
      if (found.has(id)) return []
      const message = NO_SUCH_ID({ field: field.name, target: field.target, id })
      return [{ code: 'UNKNOWN_REFERENCE', field: field.name, message }]
    }),
  )
  const problems = missing.flat()
  if (problems.length > 0) throw new ApiError(problems)
}
