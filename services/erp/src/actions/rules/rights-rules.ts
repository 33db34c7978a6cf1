import { bumpEveryCompany, bumpPermissionVersion } from '../../store/people/user-store.ts'
import type { Callback, CallbackContext } from '../callbacks/callback.ts'

/** Makes every process read the rights of the company's users again, from the next request on. */
export async function staleCompany({ tx, caller }: CallbackContext): Promise<void> {
  await bumpPermissionVersion(tx, caller.empresa, null)
}

/**
 * Records that make up rights: a change of them takes effect at the next request of every process.
 * @source docs/decisions/0221-erp-access-at-once.md
 */
export const wholeCompanyRule: Callback = { after: staleCompany, beforeDelete: staleCompany }

/** The catalog of rights, which all companies share. */
export const everyCompanyRule: Callback = {
  after: ({ tx }) => bumpEveryCompany(tx),
  beforeDelete: ({ tx }) => bumpEveryCompany(tx),
}
