import { ApiError, type ErrorEntry } from '../../errors.ts'
import { placed } from '../../query/document-body.ts'
import { refuseChange } from '../../query/write-plan.ts'
import { refuseStale } from '../write-tools.ts'
import type { ChangedLine } from './line-plan.ts'

type Stored = ReadonlyMap<string, string | null>

/** @throws ApiError STALE_VERSION with the place of the line */
export function refuseStaleLine({ place, plan }: ChangedLine, current: Stored): void {
  try {
    refuseStale(current, [plan.version])
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.errors.map((problem) => placed(place, problem)))
  }
}

/** A field that holds what the line holds changes nothing, though it might not be written; any other value is a problem. */
export function refuseUnlessSame(
  { place, plan }: ChangedLine,
  current: Stored,
): readonly ErrorEntry[] {
  const problems = refuseChange(plan, (field) => current.get(field.name) ?? null)
  return problems.map((problem) => placed(place, problem))
}
