import type { PresenceAnswer, UserPresence } from '../../../wire/people.ts'
import { accountById } from '../../access/store/account.ts'
import { visibleUser } from '../../access/visible-user.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { apiEmail } from '../../tenancy/person-form.ts'
import { userSetting } from '../../tenancy/settings.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { personById } from '../../tenancy/store/person-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import {
  legacyPresence,
  OFFLINE_SECONDS,
  presences,
  slimPresence,
  type SeenTimes,
} from '../store/presence-state.ts'
import { noteSeen, seenTimes, type PresenceStep } from '../store/presence-store.ts'

/** Notes that the caller's client is there; whoever comes online is told to all. @source docs/decisions/0303-chat-events.md */
export async function notePresence(
  tools: Tools,
  caller: Caller,
  status: 'active' | 'idle',
): Promise<void> {
  if (userSetting(caller, 'presence_enabled') !== true) return
  const { realm, id: userId } = caller
  const nowMs = tools.now()
  await act(tools, realm.id, async (tx) => {
    const step = await noteSeen(tx, realm.id, userId, {
      now: new Date(nowMs),
      isActive: status === 'active',
    })
    if (!realm.settings.presence_disabled && isNews(step, nowMs / 1000)) {
      await emitPresence(tx, caller, step.after, nowMs)
    }
  })
}

/** Clients ask for all presences every minute; in between, only somebody coming online is reported. */
function isNews({ before, after }: PresenceStep, nowSeconds: number): boolean {
  const isOnline = ({ active }: SeenTimes) =>
    active !== null && nowSeconds - active < OFFLINE_SECONDS
  return before === undefined || (isOnline(after) && !isOnline(before))
}

async function emitPresence(
  tx: ActionTx,
  { realm, id }: Caller,
  seen: SeenTimes,
  nowMs: number,
): Promise<void> {
  const me = await personById(tx, realm.id, id)
  const { website } = legacyPresence(seen, nowMs / 1000)
  const to = { realm: 'everyone', about: id } as const
  const event = {
    type: 'presence',
    user_id: id,
    server_timestamp: nowMs / 1000,
    presence: { website },
  } as const
  tx.emit(to, { ...event, email: apiEmail(me, realm.host) }, { clients: 'legacy_presence' })
  tx.emit(to, event, { clients: 'slim_presence' })
  const presences = { [id]: slimPresence(seen) }
  tx.emit(to, { type: 'presence', presences }, { clients: 'modern_presence' })
}

export interface PresenceRequest {
  readonly isSlim: boolean
  /** Only changes since that update; -1 for all. */
  readonly after: number
  readonly days: number | undefined
}

/** Users who were seen recently. */
export async function listPresences(
  tools: Tools,
  caller: Caller,
  request: PresenceRequest,
): Promise<Required<PresenceAnswer>> {
  const nowMs = tools.now()
  const viewer = viewerOf(caller)
  const seen = caller.realm.settings.presence_disabled
    ? { presences: {}, lastUpdateId: request.after }
    : await presences(tools.database, viewer, { ...request, nowMs, host: caller.realm.host })
  return {
    presences: seen.presences,
    server_timestamp: nowMs / 1000,
    presence_last_update_id: seen.lastUpdateId,
  }
}

/** One user's presence, by id or address. @throws ApiError */
export async function presenceOf(
  tools: Tools,
  caller: Caller,
  name: string,
): Promise<UserPresence> {
  const { database, now } = tools
  const realmId = caller.realm.id
  const id = await visibleUser(tools, caller, name)
  const account = await accountById(database, realmId, id)
  if (account === undefined) throw refusal('No such user')
  if (account.bot_type !== null) throw refusal('Presence is not supported for bot users.')
  const seen = await seenTimes(database, realmId, id)
  if (seen === undefined) throw refusal(say('No presence data for %{name}', { name }))
  const legacy = legacyPresence(seen, now() / 1000)
  return Object.fromEntries(
    Object.entries(legacy).map(([client, { status, timestamp }]) => [
      client,
      { status, timestamp },
    ]),
  )
}
