import type { Tx } from '@oficina/kit/database.ts'

import { emojiCode as emojiCodeOf, emojiName } from '../../markdown/emoji-names.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { say } from '../../tenancy/words/say.ts'
import { realmEmojiNamed, realmEmojiOfCode } from '../store/realm-emoji-store.ts'

/** An emoji as a client gives it. */
export interface EmojiRequest {
  readonly emojiName: string | undefined
  readonly emojiCode: string | undefined
  readonly reactionType: string | undefined
}

interface ChosenEmoji {
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: string
}

/** Zulip's own emoji, which is not in Unicode. */
export const EXTRA_EMOJI = 'zulip'

/** The emoji of a client's new reaction. @throws ApiError saying what is wrong with it */
export async function emojiToAdd(
  tx: Tx,
  realmId: RealmId,
  request: EmojiRequest,
): Promise<ChosenEmoji> {
  const { emojiName: name, emojiCode: code, reactionType: type } = request
  if (name === undefined) throw refusal(say("Missing '%{name}' argument", { name: 'emoji_name' }))
  const own = await realmEmojiNamed(tx, realmId, name)
  if (code === undefined && type === undefined) {
    if (own !== undefined && !own.is_deactivated) return named(name, String(own.id), 'realm_emoji')
    if (name === EXTRA_EMOJI) return named(name, EXTRA_EMOJI, 'zulip_extra_emoji')
    const unicode = emojiCodeOf(name)
    if (unicode === undefined) throw refusal(say("Emoji '%{name}' does not exist", { name }))
    return named(name, unicode, 'unicode_emoji')
  }
  return await checkedEmoji(tx, realmId, { name, code: code ?? '', type: type ?? 'unicode_emoji' })
}

function named(name: string, code: string, type: string): ChosenEmoji {
  return { emoji_name: name, emoji_code: code, reaction_type: type }
}

interface GivenEmoji {
  readonly name: string
  readonly code: string
  readonly type: string
}

async function checkedEmoji(
  tx: Tx,
  realmId: RealmId,
  { name, code, type }: GivenEmoji,
): Promise<ChosenEmoji> {
  if (type === 'realm_emoji') {
    const row = await realmEmojiOfCode(tx, realmId, code)
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
