import { findPrincipals, type Principals } from '../../access/find-principals.ts'
import { refuseGuest } from '../../access/require-role.ts'
import { botsAmong } from '../../access/store/people-store.ts'
import type { ActionTx } from '../../events/act.ts'
import type { Actor } from '../../events/actor.ts'
import { botMessage } from '../../messages/actions/bot-message.ts'
import type { MessageTools } from '../../messages/message-tools.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { silentMention } from '../../tenancy/silent-mention.ts'
import { channelByName } from '../../tenancy/store/channel-store.ts'
import { canAdminister, hasContentAccess, holds, type Channel } from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import { channelDescription, channelName } from '../channel-name.ts'
import { addSubscribers } from './add-subscribers.ts'
import { mayAddSubscribersEverywhere } from './channel-rules.ts'
import {
  announceChannels,
  describeChannels,
  makeChannel,
  type ChannelPlan,
} from './create-channel.ts'

interface WantedChannel {
  readonly name: string
  readonly description?: string | undefined
  readonly color?: string | undefined
}

export interface SubscribeRequest {
  readonly wanted: readonly WantedChannel[]
  readonly principals: Principals
  /** The properties of channels that do not exist yet. */
  readonly plan: ChannelPlan
  readonly areRefusalsFatal: boolean
  readonly isToldToUsers: boolean
}

export interface SubscribeResult {
  /** Names of channels by user id. */
  readonly subscribed: Readonly<Record<string, readonly string[]>>
  readonly already_subscribed: Readonly<Record<string, readonly string[]>>
  readonly unauthorized: readonly string[]
  readonly areUsersTold: boolean
}

interface Target {
  readonly channel: Channel
  readonly color: string | null
  readonly isNew: boolean
}

/**
 * Subscribes users to channels, creating those that do not exist.
 * @source docs/decisions/0311-chat-channels.md, "Subscribing"
 */
export async function subscribeUsers(
  tx: ActionTx<MessageTools>,
  actor: Actor,
  request: SubscribeRequest,
): Promise<SubscribeResult> {
  refuseGuest(actor.viewer)
  const { targets, unauthorized } = await findTargets(tx, actor, request)
  const users = await findPrincipals(tx, actor, request.principals)
  if (users.some((id) => id !== actor.caller.id)) await requireAddRight(tx, actor, targets)
  const subscribed: Record<string, string[]> = {}
  const already: Record<string, string[]> = {}
  for (const { channel, color, isNew } of targets) {
    const { realm } = actor.caller
    const joining = { realm, channel, userIds: users, color, isNew }
    const added = new Set(await addSubscribers(tx, actor.tools, joining))
    for (const id of users) {
      const names = added.has(id) ? subscribed : already
      names[id] = [...(names[id] ?? []), channel.name]
    }
  }
  const made = targets.filter(({ isNew }) => isNew).map(({ channel }) => channel)
  if (request.plan.announce) tx.afterwards((tools) => announceChannels(tools, actor, made))
  tx.afterwards((tools) => describeChannels(tools, actor, made))
  const areUsersTold = request.isToldToUsers && Object.keys(subscribed).length <= MAX_TOLD
  if (areUsersTold) await tellUsers(tx, actor, subscribed, new Set(made.map(({ name }) => name)))
  return { subscribed, already_subscribed: already, unauthorized, areUsersTold }
}

async function findTargets(
  tx: ActionTx,
  actor: Actor,
  { wanted, plan, areRefusalsFatal }: SubscribeRequest,
): Promise<{ readonly targets: readonly Target[]; readonly unauthorized: readonly string[] }> {
  const targets: Target[] = []
  const unauthorized: string[] = []
  for (const { name, description = '', color = null } of distinctByName(wanted)) {
    const found = await channelByName(tx, actor.viewer, name)
    if (found === undefined) {
      const channel = await makeChannel(
        tx,
        actor,
        { name, description: channelDescription(description) },
        plan,
      )
      targets.push({ channel, color, isNew: true })
    } else if (hasContentAccess(actor.viewer, found) && !found.isArchived) {
      targets.push({ channel: found, color, isNew: false })
    } else unauthorized.push(found.name)
  }
  if (unauthorized.length > 0 && areRefusalsFatal) {
    throw refusal(
      say('Unable to access channel (%{channel}).', { channel: String(unauthorized[0]) }),
    )
  }
  return { targets, unauthorized }
}

/** A channel that is named twice counts once; names are checked before anything is created. */
function distinctByName(wanted: readonly WantedChannel[]): readonly WantedChannel[] {
  const named = wanted.map((one) => ({ ...one, name: channelName(one.name) }))
  const seen = new Set<string>()
  return named.filter(({ name }) => {
    const isFirst = !seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    return isFirst
  })
}

/** @throws ApiError "Insufficient permission" unless the actor may subscribe others to all of the channels */
async function requireAddRight(
  tx: ActionTx,
  actor: Actor,
  targets: readonly Target[],
): Promise<void> {
  if (await mayAddSubscribersEverywhere(tx, actor)) return
  const { viewer } = actor
  const isAllowed = targets.every(
    ({ channel, isNew }) =>
      // The viewer's own list may not yet include the group of a channel that was just created.
      (isNew && channel.creatorId === viewer.userId) ||
      canAdminister(viewer, channel) ||
      holds(viewer, channel, 'can_add_subscribers_group'),
  )
  if (!isAllowed) throw refusal('Insufficient permission')
}

// The limit that `max_bulk_new_subscription_messages` of POST /register gives.
const MAX_TOLD = 100

/** Writes to people whom somebody else subscribed to channels that existed before. */
async function tellUsers(
  tx: ActionTx<MessageTools>,
  actor: Actor,
  subscribed: SubscribeResult['subscribed'],
  made: ReadonlySet<string>,
): Promise<void> {
  const { caller, viewer } = actor
  const ids = Object.keys(subscribed).map(Number)
  const bots = await botsAmong(tx, viewer.realmId, ids)
  for (const userId of ids) {
    const names = (subscribed[userId] ?? []).filter((name) => !made.has(name)).toSorted()
    if (userId === caller.id || bots.has(userId) || names.length === 0) continue
    const user = silentMention(caller)
    const content =
      names.length === 1
        ? say('%{user} subscribed you to #**%{name}**.', { user, name: names.join('') })
        : say('%{user} subscribed you to the following channels:\n\n%{names}', {
            user,
            names: names.map((name) => `* #**${name}**\n`).join(''),
          })
    tx.afterwards((tools) => botMessage(tools, { to: { userId }, content, actor }))
  }
}
