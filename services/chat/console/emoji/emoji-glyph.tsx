import type { Emoji } from './emoji-kind.ts'
import { emojiText } from './emoji-text.ts'

export type GlyphOf = Pick<Emoji, 'kind' | 'code' | 'name' | 'url' | 'toned'>

/** An emoji as it looks; its name is said by what it stands in. */
export function EmojiGlyph({ emoji }: { readonly emoji: GlyphOf }) {
  if (emoji.url !== undefined) {
    return <img class="emoji-picture" src={emoji.url} alt="" loading="lazy" />
  }
  return (
    <span class="emoji-glyph" aria-hidden="true">
      {emoji.toned ?? emojiText(emoji.code)}
    </span>
  )
}
