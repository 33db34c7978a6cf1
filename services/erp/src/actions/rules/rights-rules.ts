import { bumpEveryCompany, bumpPermissionVersion } from '../../store/user-store.ts'
import type { Callback, CallbackContext } from '../callbacks/callback.ts'

/** Has every process read anew, from the next request on, what the users of the company may do. */
export async function staleCompany({ tx, caller }: CallbackContext): Promise<void> {
  await bumpPermissionVersion(tx, caller.empresa, null)
}

/**
 * Records that make up rights: whatever is written of them holds at the next request of every process.
 * @source docs/decisions/0221-erp-access-at-once.md
 */
export const wholeCompanyRule: Callback = { after: staleCompany, beforeDelete: staleCompany }

/** The catalog of rights, which all companies share. */
export const everyCompanyRule: Callback = {
  after: ({ tx }) => bumpEveryCompany(tx),
  beforeDelete: ({ tx }) => bumpEveryCompany(tx),
}
