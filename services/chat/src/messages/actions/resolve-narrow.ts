import type { Tx } from '@oficina/kit/database.ts'

import { conversationOf } from '../../access/store/message-access.ts'
import { usersByAddress } from '../../access/store/people-store.ts'
import {
  isOwnOnly,
  parseSearch,
  type Condition,
  type NarrowPlan,
  type PlannedCondition,
  type Scope,
} from '../../narrow/narrow-plan.ts'
import { badNarrow, type NarrowTerm } from '../../narrow/narrow-term.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../tenancy/realm-settings.ts'
import { channelById, channelByName } from '../../tenancy/store/channel-store.ts'
import {
  hasHistoryAccess,
  hasMetadataAccess,
  type Channel,
  type Viewer,
} from '../../tenancy/viewer.ts'
import { type Told, say } from '../../tenancy/words/say.ts'
import { FLAG } from '../flag-bits.ts'
import { recipientOfUsers } from '../store/recipient-store.ts'

interface Context {
  readonly tx: Tx
  readonly viewer: Viewer
  readonly host: string
}

const MAX_MESSAGE_ID = 2_147_483_647

/**
 * Looks up what the terms of a narrow name, and decides in which history to search.
 * @throws ApiError BAD_NARROW saying what is unknown
 * @source docs/decisions/0307-chat-narrow.md
 */
export async function resolveNarrow(
  context: Context,
  given: readonly NarrowTerm[],
): Promise<NarrowPlan> {
  const terms = (await withoutWith(context, given)).filter((term) => !isVoid(term))
  refuseContradictions(terms)
  const isOwn = terms.some(isOwnOnly)
  const conditions: PlannedCondition[] = []
  let scope: Scope = { kind: 'own' }
  for (const term of terms) {
    const { condition, widens } = await resolveTerm(context, term)
    conditions.push({ condition, isNegated: term.isNegated })
    const isWider = widens !== undefined && !term.isNegated && !isOwn
    if (isWider && scope.kind !== 'conversation') scope = widens
  }
  return { scope, conditions }
}

/** `near` only tells a client where to start; `in:all` excludes nothing. */
function isVoid({ operator, operand }: NarrowTerm): boolean {
  return operator === 'near' || (operator === 'in' && operand === 'all')
}

interface ResolvedTerm {
  readonly condition: Condition
  /** The history that the term gives access to, if the viewer may read it. */
  readonly widens?: Scope
}

function refuseContradictions(terms: readonly NarrowTerm[]): void {
  const asks = (...operators: string[]) =>
    terms.some(({ operator, isNegated }) => !isNegated && operators.includes(operator))
  const isDm = terms.some(
    ({ operator, operand, isNegated }) =>
      !isNegated &&
      (operator === 'dm' || (operator === 'is' && (operand === 'dm' || operand === 'private'))),
  )
  if (isDm && asks('channel', 'channels', 'topic')) {
    throw badNarrow('No message can be both a channel message and direct message')
  }
}

/** The recipients that a narrow names without negation: a search need not look at others. */
export function namedRecipients({ conditions }: NarrowPlan): readonly number[] | null {
  const named = conditions.flatMap(({ condition, isNegated }) =>
    !isNegated && condition.kind === 'recipient' ? [condition.recipientId] : [],
  )
  return named.length === 0 ? null : named
}

async function channelOfOperand(
  { tx, viewer }: Context,
  operand: NarrowTerm['operand'],
): Promise<Channel> {
  const channel =
    typeof operand === 'number'
      ? await channelById(tx, viewer, operand)
      : ((await channelByName(tx, viewer, String(operand))) ??
        (/^\d{1,15}$/.test(String(operand))
          ? await channelById(tx, viewer, Number(operand))
          : undefined))
  if (channel === undefined || !hasMetadataAccess(viewer, channel)) {
    throw badNarrow(say('unknown channel %{name}', { name: String(operand) }))
  }
  return channel
}

type Resolver = (context: Context, operand: NarrowTerm['operand']) => Condition | Promise<Condition>

const IS_OPERANDS: Readonly<Record<string, Condition>> = {
  private: { kind: 'dm' },
  dm: { kind: 'dm' },
  starred: { kind: 'flag', bits: FLAG.starred },
  alerted: { kind: 'flag', bits: FLAG.has_alert_word },
  unread: { kind: 'unread' },
  mentioned: { kind: 'mentioned' },
  followed: { kind: 'user_topic', policy: 3 },
  muted: { kind: 'muted' },
  resolved: { kind: 'resolved' },
}

const HAS_OPERANDS: Readonly<Record<string, Condition>> = {
  attachment: { kind: 'has', column: 'has_attachment' },
  image: { kind: 'has', column: 'has_image' },
  link: { kind: 'has', column: 'has_link' },
  reaction: { kind: 'has', column: 'has_reaction' },
}

const RESOLVERS: Readonly<Record<string, Resolver>> = {
  channels: (_context, operand) => {
    if (operand === 'public') return { kind: 'public_channels', webOnly: false }
    if (operand === 'web-public') return { kind: 'public_channels', webOnly: true }
    throw badNarrow(say('unknown channels operand %{name}', { name: String(operand) }))
  },
  topic: (_context, operand) => {
    const topic = String(operand)
    return { kind: 'topic', topic: topic === EMPTY_TOPIC_DISPLAY_NAME ? '' : topic }
  },
  sender: async (context, operand) => {
    const [id] = await peopleOf(
      context,
      operand,
      say('unknown user %{name}', { name: String(operand) }),
    )
    return { kind: 'sender', userId: id ?? 0 }
  },
  dm: async (context, operand) => {
    const named = await peopleOf(
      context,
      operand,
      say('unknown user in %{names}', { names: String(operand) }),
    )
    const users = [...new Set([...named, context.viewer.userId])].toSorted((a, b) => a - b)
    const recipientId = await recipientOfUsers(context.tx, context.viewer.realmId, users)
    return recipientId === undefined ? { kind: 'nothing' } : { kind: 'recipient', recipientId }
  },
  'dm-including': async (context, operand) => {
    const userIds = await peopleOf(
      context,
      operand,
      say('unknown user in %{names}', { names: String(operand) }),
    )
    return { kind: 'dm_including', userIds, groupOnly: false }
  },
  'group-pm-with': async (context, operand) => {
    const userIds = await peopleOf(
      context,
      operand,
      say('unknown user %{name}', { name: String(operand) }),
    )
    return { kind: 'dm_including', userIds, groupOnly: true }
  },
  is: (_context, operand) => {
    const condition = IS_OPERANDS[String(operand)]
    if (condition === undefined)
      throw badNarrow(say("unknown 'is' operand %{name}", { name: String(operand) }))
    return condition
  },
  in: (_context, operand) => {
    if (operand === 'home') return { kind: 'home' }
    throw badNarrow(say("unknown 'in' operand %{name}", { name: String(operand) }))
  },
  has: (_context, operand) => {
    const condition = HAS_OPERANDS[String(operand)]
    if (condition === undefined)
      throw badNarrow(say("unknown 'has' operand %{name}", { name: String(operand) }))
    return condition
  },
  id: (_context, operand) => {
    const id = Number(operand)
    if (!Number.isInteger(id) || id < 0 || id > MAX_MESSAGE_ID)
      throw badNarrow('Invalid message ID')
    return { kind: 'id', id }
  },
  search: (_context, operand) => ({ kind: 'search', ...parseSearch(String(operand)) }),
}

async function resolveTerm(
  context: Context,
  { operator, operand }: NarrowTerm,
): Promise<ResolvedTerm> {
  if (operator === 'channel') return await resolveChannel(context, operand)
  const resolve = RESOLVERS[operator]
  if (resolve === undefined) throw badNarrow(say('unknown operator %{name}', { name: operator }))
  const condition = await resolve(context, operand)
  return condition.kind === 'public_channels'
    ? { condition, widens: { kind: 'public', webOnly: condition.webOnly } }
    : { condition }
}

async function resolveChannel(
  context: Context,
  operand: NarrowTerm['operand'],
): Promise<ResolvedTerm> {
  const channel = await channelOfOperand(context, operand)
  const { recipientId } = channel
  const condition = { kind: 'recipient', recipientId } as const
  return hasHistoryAccess(context.viewer, channel)
    ? { condition, widens: { kind: 'conversation', recipientId } }
    : { condition }
}

/** The ids of users given by address or id, one or several. */
async function peopleOf(
  { tx, viewer, host }: Context,
  operand: NarrowTerm['operand'],
  unknown: Told,
): Promise<readonly number[]> {
  const names = Array.isArray(operand)
    ? operand
    : typeof operand === 'number'
      ? [operand]
      : String(operand).split(',')
  const given = names
    .map((name) => (typeof name === 'string' ? name.trim() : name))
    .filter((name) => name !== '')
  const found = await usersByAddress(tx, viewer, host, given)
  if (found.some((id) => id === undefined)) throw badNarrow(unknown)
  return found.filter((id) => id !== undefined)
}

/** `with` means the conversation that a message is in now, wherever it was when the link to it was made. */
async function withoutWith(
  context: Context,
  terms: readonly NarrowTerm[],
): Promise<readonly NarrowTerm[]> {
  const withs = terms.filter(({ operator }) => operator === 'with')
  const [only] = withs
  if (only === undefined) return terms
  if (withs.length > 1) {
    throw badNarrow("Invalid narrow operator combination: Duplicate 'with' operators.")
  }
  const rest = terms.filter(({ operator }) => operator !== 'with')
  const id = Number(only.operand)
  if (!Number.isSafeInteger(id) || only.isNegated) throw badNarrow("Invalid 'with' operator")
  const conversation = await conversationOf(context.tx, context.viewer, id)
  const has = (operator: string) => rest.some((term) => term.operator === operator)
  if (conversation === undefined) {
    if ((has('channel') && has('topic')) || has('dm')) return rest
    throw badNarrow("Invalid 'with' operator")
  }
  const others = rest.filter(({ operator }) => !['channel', 'topic', 'dm'].includes(operator))
  return conversation.streamId === null
    ? [...others, asked('dm', conversation.userIds)]
    : [...others, asked('channel', conversation.streamId), asked('topic', conversation.topic)]
}

function asked(operator: string, operand: NarrowTerm['operand']): NarrowTerm {
  return { operator, operand, isNegated: false }
}
