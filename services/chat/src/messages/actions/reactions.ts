import { sql } from '@oficina/kit/sql.ts'

import { ApiError, refusal } from '../../errors.ts'
import { emojiCode as emojiCodeOf, emojiName } from '../../markdown/emoji-names.ts'
import { apiEmail } from '../../people/user-form.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { messageFacts } from '../store/message-row.ts'
import { senderOf } from '../store/sender-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { invalidMessages } from './fetch-messages.ts'
import { audienceOf } from './message-audience.ts'
import { act, type ActionTx, type Tools } from '../../tenancy/tools.ts'

/** An emoji as a client names it. */
export interface ReactionRequest {
  readonly emojiName: string | undefined
  readonly emojiCode: string | undefined
  readonly reactionType: string | undefined
}

interface Emoji {
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: string
}

// Zulip's own emoji that Unicode has not.
const EXTRA_EMOJI = 'zulip'

/** Adds or removes the caller's reaction. @source docs/contract/chat.md, GET /messages (reactions) */
export async function changeReaction(
  tools: Tools,
  caller: Caller,
  messageId: number,
  { op, ...request }: ReactionRequest & { readonly op: 'add' | 'remove' },
): Promise<void> {
  const { id: realmId } = caller.realm
  await act(tools, realmId, async (tx) => {
    const viewer = viewerOf(caller)
    const message = await messageFacts(tx, viewer, messageId, { isLocked: true })
    if (message === undefined) throw invalidMessages()
    const emoji =
      op === 'add'
        ? await emojiToVoteFor(tx, { caller, messageId }, request)
        : await emojiToRemove(tx, { caller, messageId }, request)
    await (op === 'add' ? add(tx, caller, messageId, emoji) : remove(tx, caller, messageId, emoji))
    const me = await senderOf(tx, realmId, caller.id)
    tx.emit(await audienceOf(tx, realmId, message), {
      type: 'reaction',
      op,
      message_id: messageId,
      ...emoji,
      user_id: caller.id,
      user: {
        user_id: caller.id,
        email: apiEmail(me, caller.realm.host),
        full_name: caller.fullName,
      },
    })
  })
}

async function add(tx: ActionTx, caller: Caller, messageId: number, emoji: Emoji): Promise<void> {
  const added = await tx.execute(
    sql`insert into reaction (realm_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
        values (${caller.realm.id}, ${messageId}, ${caller.id}, ${emoji.emoji_name}, ${emoji.emoji_code}, ${emoji.reaction_type})
        on conflict do nothing`,
  )
  if (added === 0) throw new ApiError('REACTION_ALREADY_EXISTS', 'Reaction already exists.')
  await tx.execute(
    sql`update message set has_reaction = true where realm_id = ${caller.realm.id} and id = ${messageId} and not has_reaction`,
  )
}

async function remove(
  tx: ActionTx,
  caller: Caller,
  messageId: number,
  emoji: Emoji,
): Promise<void> {
  const removed = await tx.execute(
    sql`delete from reaction where realm_id = ${caller.realm.id} and message_id = ${messageId} and user_id = ${caller.id}
          and emoji_code = ${emoji.emoji_code} and reaction_type = ${emoji.reaction_type}`,
  )
  if (removed === 0) throw new ApiError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
  await tx.execute(
    sql`update message set has_reaction = exists (select 1 from reaction e where e.realm_id = ${caller.realm.id}
          and e.message_id = ${messageId}) where realm_id = ${caller.realm.id} and id = ${messageId}`,
  )
}

/**
 * The emoji of a new reaction. Where somebody has reacted with the same code, that reaction is joined under the name that
 * it has: one picture must not stand twice under a message, and an emoji that has been deactivated since still counts.
 */
async function emojiToVoteFor(
  tx: ActionTx,
  { caller, messageId }: { readonly caller: Caller; readonly messageId: number },
  request: ReactionRequest,
): Promise<Emoji> {
  const { emojiCode: code, reactionType: type } = request
  // Without a code the name alone says which emoji it is.
  const wanted = code === undefined ? await emojiToAdd(tx, caller.realm.id, request) : undefined
  const there = await reactionOfCode(
    tx,
    { caller, messageId },
    {
      code: wanted?.emoji_code ?? code ?? '',
      type: wanted?.reaction_type ?? type ?? 'unicode_emoji',
    },
  )
  return there ?? wanted ?? (await emojiToAdd(tx, caller.realm.id, request))
}

/** The oldest reaction to a message with this emoji, whoever's it is. */
async function reactionOfCode(
  tx: ActionTx,
  { caller, messageId }: { readonly caller: Caller; readonly messageId: number },
  { code, type }: { readonly code: string; readonly type: string },
): Promise<Emoji | undefined> {
  const [row] = await tx.query<Emoji>(
    sql`select emoji_name, emoji_code, reaction_type from reaction where realm_id = ${caller.realm.id}
          and message_id = ${messageId} and emoji_code = ${code} and reaction_type = ${type} order by position limit 1`,
  )
  return row
}

/** The emoji that a client names for the first time. @throws ApiError naming what is wrong with it */
export async function emojiToAdd(
  tx: ActionTx,
  realmId: number,
  request: ReactionRequest,
): Promise<Emoji> {
  const { emojiName: name, emojiCode: code, reactionType: type } = request
  if (name === undefined) throw refusal("Missing 'emoji_name' argument")
  const own = await realmEmojiOf(tx, realmId, name)
  if (code === undefined && type === undefined) {
    if (own !== undefined && !own.is_deactivated) return named(name, String(own.id), 'realm_emoji')
    if (name === EXTRA_EMOJI) return named(name, EXTRA_EMOJI, 'zulip_extra_emoji')
    const unicode = emojiCodeOf(name)
    if (unicode === undefined) throw refusal(`Emoji '${name}' does not exist`)
    return named(name, unicode, 'unicode_emoji')
  }
  return await checkedEmoji(tx, realmId, { name, code: code ?? '', type: type ?? 'unicode_emoji' })
}

function named(name: string, code: string, type: string): Emoji {
  return { emoji_name: name, emoji_code: code, reaction_type: type }
}

interface GivenEmoji {
  readonly name: string
  readonly code: string
  readonly type: string
}

async function checkedEmoji(
  tx: ActionTx,
  realmId: number,
  { name, code, type }: GivenEmoji,
): Promise<Emoji> {
  if (type === 'realm_emoji') {
    const [row] = await tx.query<{ name: string; is_deactivated: boolean }>(
      sql`select name, is_deactivated from realm_emoji where realm_id = ${realmId} and id::text = ${code}`,
    )
    if (row === undefined) throw refusal('Invalid custom emoji.')
    if (row.name !== name) throw refusal('Invalid custom emoji name.')
    if (row.is_deactivated) throw refusal('This custom emoji has been deactivated.')
    return named(name, code, type)
  }
  if (type === 'zulip_extra_emoji') {
    if (code !== EXTRA_EMOJI) throw refusal('Invalid emoji code.')
    if (name !== EXTRA_EMOJI) throw refusal('Invalid emoji name.')
    return named(name, code, type)
  }
  if (type !== 'unicode_emoji') throw refusal('Invalid emoji type.')
  if (emojiName(code) === undefined) throw refusal('Invalid emoji code.')
  if (emojiCodeOf(name) !== code) throw refusal('Invalid emoji name.')
  return named(name, code, type)
}

/** Removing names what is there, which may be an emoji that nobody could add any more. */
async function emojiToRemove(
  tx: ActionTx,
  { caller, messageId }: { readonly caller: Caller; readonly messageId: number },
  { emojiName, emojiCode, reactionType }: ReactionRequest,
): Promise<Emoji> {
  if (emojiName === undefined && emojiCode === undefined) {
    throw refusal('At least one of the following arguments must be present: emoji_name, emoji_code')
  }
  // The code decides: the same emoji may stand there under another of its names.
  const named = emojiName === undefined ? undefined : emojiCodeOf(emojiName)
  const row = await ownReaction(
    tx,
    { caller, messageId },
    {
      emojiName: emojiCode === undefined ? emojiName : undefined,
      emojiCode: emojiCode ?? named,
      reactionType,
    },
  )
  if (row !== undefined) return row
  if (emojiCode === undefined && emojiName !== undefined && emojiCodeOf(emojiName) === undefined) {
    const own = await realmEmojiOf(tx, caller.realm.id, emojiName)
    if (own === undefined && emojiName !== EXTRA_EMOJI)
      throw refusal(`Emoji '${emojiName}' does not exist`)
  }
  throw new ApiError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
}

async function ownReaction(
  tx: ActionTx,
  { caller, messageId }: { readonly caller: Caller; readonly messageId: number },
  {
    emojiName = null,
    emojiCode = null,
    reactionType = null,
  }: Partial<Record<keyof ReactionRequest, string | null | undefined>>,
): Promise<Emoji | undefined> {
  const [row] = await tx.query<Emoji>(
    sql`select emoji_name, emoji_code, reaction_type from reaction where realm_id = ${caller.realm.id}
          and message_id = ${messageId} and user_id = ${caller.id}
          and (emoji_name = ${emojiName} or emoji_code = ${emojiCode})
          and (${reactionType}::text is null or reaction_type = ${reactionType}) order by position limit 1`,
  )
  return row
}

async function realmEmojiOf(
  tx: ActionTx,
  realmId: number,
  name: string,
): Promise<{ readonly id: number; readonly is_deactivated: boolean } | undefined> {
  const [row] = await tx.query<{ id: number; is_deactivated: boolean }>(
    sql`select id, is_deactivated from realm_emoji where realm_id = ${realmId} and name = ${name}
        order by is_deactivated limit 1`,
  )
  return row
}
