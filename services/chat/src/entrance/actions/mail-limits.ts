import type { Clock } from '@oficina/kit/clock.ts'
import type { Tx } from '@oficina/kit/database.ts'

import { rateLimitHit } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { countAttempt } from '../../tenancy/store/count-store.ts'

const WINDOW_MS = 1_800_000
// Nobody's mailbox is filled by others who know the address.
const MAX_TO_ADDRESS = 5
// Nor is this server one by which a stranger writes to all the world; people of one office share an address.
const MAX_FROM_CLIENT = 30

export interface MailRequest {
  readonly email: string
  /** Where the request comes from: a network, or an account. */
  readonly clientAddress: string
}

/**
 * Counts a mail to an address that nobody has confirmed, before it is known whether there is anything to send.
 * @throws ApiError RATE_LIMIT_HIT
 */
export async function countMailRequest(
  { database, now }: { readonly database: Tx; readonly now: Clock },
  realmId: RealmId,
  { email, clientAddress }: MailRequest,
): Promise<void> {
  const nowMs = now()
  const window = { now: new Date(nowMs), since: new Date(nowMs - WINDOW_MS) }
  for (const [name, max] of [
    [`mails from ${clientAddress}`, MAX_FROM_CLIENT],
    [`mails to ${email.toLowerCase()}`, MAX_TO_ADDRESS],
  ] as const) {
    const { used, startedAt } = await countAttempt(database, realmId, name, window)
    if (used > max) throw rateLimitHit((startedAt.getTime() + WINDOW_MS - nowMs) / 1000)
  }
}
