import { emojiText } from '../../emoji/emoji-text.ts'
import type { ReactionEmoji } from '../../state/conversations/reactions.ts'
import { customEmoji } from '../../state/realm/emoji.ts'

const ZULIP_EXTRA = '/static/generated/emoji/images/emoji/unicode/zulip.png'

/** The emoji of a reaction: a sign of the reader's font, or the organization's own picture. */
export function ReactionSign({ emoji }: { readonly emoji: ReactionEmoji }) {
  const { emoji_name: name, emoji_code: code, reaction_type: kind } = emoji
  if (kind === 'unicode_emoji') {
    return (
      <span class="reaction-sign" aria-hidden="true">
        {emojiText(code)}
      </span>
    )
  }
  const url = kind === 'realm_emoji' ? customEmoji.value[code]?.source_url : ZULIP_EXTRA
  if (url === undefined) return <span class="reaction-sign">{`:${name}:`}</span>
  return <img class="reaction-picture" src={url} alt="" />
}
