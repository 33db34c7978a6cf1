import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { emojiCode as emojiCodeOf } from '../../markdown/emoji-names.ts'
import { emojiToAdd, EXTRA_EMOJI, type EmojiRequest } from '../../realm/actions/choose-emoji.ts'
import { realmEmojiNamed } from '../../realm/store/realm-emoji-store.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { apiEmail } from '../../tenancy/person-form.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { personById } from '../../tenancy/store/person-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { messageFacts } from '../store/message-row.ts'
import {
  insertReaction,
  oldestReaction,
  reactionOfUser,
  removeReaction,
  type ReactionEmoji,
} from '../store/reaction-store.ts'
import { invalidMessages } from './fetch-messages.ts'
import { takePart } from './follow-topic.ts'
import { audienceOf } from './message-audience.ts'

/** Adds or removes the caller's reaction. @source docs/contract/chat.md, GET /messages (reactions) */
export async function changeReaction(
  tools: Tools,
  caller: Caller,
  messageId: number,
  { op, ...request }: EmojiRequest & { readonly op: 'add' | 'remove' },
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
    const reactor = { messageId, userId: caller.id }
    if (op === 'add') {
      if (!(await insertReaction(tx, realmId, reactor, emoji))) {
        throw new ApiError('REACTION_ALREADY_EXISTS', 'Reaction already exists.')
      }
    } else if (!(await removeReaction(tx, realmId, reactor, emoji))) throw noSuchReaction()
    if (op === 'add') await takePart(tx, caller, message, tools.now())
    const me = await personById(tx, realmId, caller.id)
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

/**
 * The emoji of a new reaction. If somebody has reacted with the same code, the new reaction uses that one's name: a
 * picture must not appear twice below a message, and an emoji that was deactivated since still counts.
 */
async function emojiToVoteFor(
  tx: ActionTx,
  { caller, messageId }: { readonly caller: Caller; readonly messageId: number },
  request: EmojiRequest,
): Promise<ReactionEmoji> {
  const { emojiCode: code, reactionType: type } = request
  // Without a code the name alone identifies the emoji.
  const wanted = code === undefined ? await emojiToAdd(tx, caller.realm.id, request) : undefined
  const there = await oldestReaction(tx, caller.realm.id, messageId, {
    code: wanted?.emoji_code ?? code ?? '',
    type: wanted?.reaction_type ?? type ?? 'unicode_emoji',
  })
  return there ?? wanted ?? (await emojiToAdd(tx, caller.realm.id, request))
}

/** A removal names an existing reaction, whose emoji may no longer be available for new ones. */
async function emojiToRemove(
  tx: ActionTx,
  { caller, messageId }: { readonly caller: Caller; readonly messageId: number },
  { emojiName, emojiCode, reactionType }: EmojiRequest,
): Promise<ReactionEmoji> {
  if (emojiName === undefined && emojiCode === undefined) {
    throw refusal('At least one of the following arguments must be present: emoji_name, emoji_code')
  }
  // The code decides: the same emoji may have been used under another of its names.
  const code = emojiCode ?? (emojiName === undefined ? undefined : emojiCodeOf(emojiName))
  const row = await reactionOfUser(
    tx,
    caller.realm.id,
    { messageId, userId: caller.id },
    { name: emojiCode === undefined ? emojiName : undefined, code, type: reactionType },
  )
  if (row !== undefined) return row
  if (emojiName !== undefined && code === undefined) {
    const own = await realmEmojiNamed(tx, caller.realm.id, emojiName)
    if (own === undefined && emojiName !== EXTRA_EMOJI)
      throw refusal(say("Emoji '%{name}' does not exist", { name: emojiName }))
  }
  throw noSuchReaction()
}

function noSuchReaction(): ApiError {
  return new ApiError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
}
