import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { CHANGED_RIGHTS } from '../../../messages/issuing.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { loadIssuer, type Issuer } from './issuer.ts'

type Issue = (
  context: ActionContext,
  issuer: Issuer,
  ids: readonly string[],
) => Promise<ActionOutcome>

/** `ask` and `run` of an action that issues CFDI: what the company lacks to issue any is told of each record. */
export function issuing(issue: Issue): Required<Pick<RecordAction, 'ask' | 'run'>> {
  return {
    ask: async (outside) => {
      const issuer = await loadIssuer(outside).catch((error: unknown) => {
        if (error instanceof ApiError) return error
        throw error
      })
      return async (context, ids) =>
        issuer instanceof ApiError
          ? refusedAll(ids, issuer.errors)
          : await issue(context, issuer, ids)
    },
    // Only of records that the caller could not reach a moment before.
    run: (_context, ids) => Promise.resolve(refusedAll(ids, [CHANGED])),
  }
}

const CHANGED: ErrorEntry = {
  code: 'INVALID_STATE',
  message: CHANGED_RIGHTS(),
}

function refusedAll(ids: readonly string[], errors: readonly ErrorEntry[]): ActionOutcome {
  return { refused: new Map(ids.map((id) => [id, errors])), warnings: new Map() }
}
