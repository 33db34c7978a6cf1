import { channels, subscriptions, type Channel } from '../../state/conversations/channels.ts'
import { RESOLVED } from '../../state/conversations/topic-name.ts'
import { ownId } from '../../state/part.ts'
import { mayBy } from '../../state/people/groups.ts'
import { loadAllPeople, people, person, type Person } from '../../state/people/people.ts'
import { realm } from '../../state/realm/realm.ts'
import type { ComposeTarget } from '../compose-state.ts'
import { knownSubscribers } from '../recipient/channel-subscribers.ts'

/** Something that the writer may want to know before sending. */
export type Warning =
  | { readonly kind: 'notSubscribed'; readonly channelId: number }
  | { readonly kind: 'resolved'; readonly channelId: number; readonly topic: string }
  | { readonly kind: 'mentionedAway'; readonly channelId: number; readonly person: Person }
  | { readonly kind: 'privateLink'; readonly channel: Channel }
  | { readonly kind: 'guests'; readonly names: readonly string[] }
  | { readonly kind: 'wildcard'; readonly channelId: number; readonly count: number }

/** From this many subscribers on, a mention of all is asked about. */
export const MANY = 15

/** What is to be said of a message to these people, most important first. Subscribes to what it reads. */
export function warningsOf(target: ComposeTarget, content: string): readonly Warning[] {
  return target.kind === 'direct' ? ofDirect(target.userIds) : ofChannel(target, content)
}

function ofDirect(userIds: readonly number[]): readonly Warning[] {
  if (realm.value?.['realm_enable_guest_user_dm_warning'] === false) return []
  if (person(ownId())?.is_guest === true) return []
  const guests = userIds.map((id) => person(id)).filter((one) => one?.is_guest === true)
  const names = guests.map((guest) => guest?.full_name ?? '')
  return names.length === 0 ? [] : [{ kind: 'guests', names }]
}

function ofChannel(
  { channelId, topic }: Extract<ComposeTarget, { kind: 'channel' }>,
  content: string,
): readonly Warning[] {
  const channel = channelId === undefined ? undefined : channels.get(channelId)
  if (channel === undefined || channelId === undefined) return []
  const warnings: Warning[] = []
  if (subscriptions.get(channelId) === undefined && !channel.is_archived) {
    warnings.push({ kind: 'notSubscribed', channelId })
  }
  if (topic?.startsWith(RESOLVED) === true) warnings.push({ kind: 'resolved', channelId, topic })
  const wildcard = channel.subscriber_count
  if (wildcard > MANY && hasChannelWildcard(content)) {
    warnings.push({ kind: 'wildcard', channelId, count: wildcard })
  }
  return [...warnings, ...awayOf(channelId, content), ...linksOf(channel, content)]
}

/** Whether all of the channel are mentioned, but for code, where nothing is. */
export function hasChannelWildcard(content: string): boolean {
  return /(?<![\w@_])@\*\*(?:all|everyone|channel|stream)\*\*/.test(withoutCode(content))
}

/** Whether all of the topic are mentioned. */
export function hasTopicWildcard(content: string): boolean {
  return /(?<![\w@_])@\*\*topic\*\*/.test(withoutCode(content))
}

/** Why a mention of all may not be made here; undefined where it may. */
export function mayMentionAll(): boolean {
  return mayBy(realm.value?.['realm_can_mention_many_users_group'])
}

function withoutCode(content: string): string {
  return content.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?\n\1\s*$/gm, '').replaceAll(/`[^`\n]*`/g, '')
}

// More than these nobody reads.
const MAX_TOLD = 4

/** Mentioned people who are not subscribed, so that they would not see the message. */
function awayOf(channelId: number, content: string): readonly Warning[] {
  const text = withoutCode(content)
  const found = [...text.matchAll(/(?<![\w@])@\*\*([^*|\n]+)(?:\|(\d+))?\*\*/g)]
  if (found.length === 0) return []
  const subscribers = knownSubscribers(channelId)
  void loadAllPeople().catch(() => undefined)
  void people.watch()
  if (subscribers === undefined) return []
  const told = new Map<number, Warning>()
  for (const [, name = '', id] of found) {
    const one = id === undefined ? personNamed(name) : people.peek(Number(id))
    if (one === undefined || subscribers.has(one.user_id) || one.is_bot) continue
    told.set(one.user_id, { kind: 'mentionedAway', channelId, person: one })
  }
  return [...told.values()].slice(0, MAX_TOLD)
}

function personNamed(name: string): Person | undefined {
  for (const one of people.peekAll().values()) {
    if (one.full_name === name && one.is_active) return one
  }
  return undefined
}

/** Links to private channels, which not all who read the message may follow. */
function linksOf(to: Channel, content: string): readonly Warning[] {
  const names = [...withoutCode(content).matchAll(/#\*\*([^*>\n]+)(?:>[^*\n]*)?\*\*/g)]
  if (names.length === 0) return []
  const linked = new Set(names.map(([, name = '']) => name))
  const hidden = channels
    .values()
    .filter((one) => linked.has(one.name) && one.invite_only && one.stream_id !== to.stream_id)
  return hidden.slice(0, MAX_TOLD).map((channel) => ({ kind: 'privateLink', channel }))
}
