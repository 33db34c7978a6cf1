import { signal } from '@preact/signals'
import { readStored, writeStored } from '@oficina/web/stored.ts'

import type { Emoji } from './emoji-kind.ts'
import { emojiText } from './emoji-text.ts'

/** The skin tones of Unicode, from light to dark; the first of all is yellow, which has no sign. */
export const SKIN_TONES = ['', '1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'] as const

export type SkinTone = (typeof SKIN_TONES)[number]

const KEY = 'oficina.chat.skin-tone'

/** The tone in which this person writes hands and people. */
export const skinTone = signal<SkinTone>(SKIN_TONES.find((tone) => tone === readStored(KEY)) ?? '')

export function chooseSkinTone(tone: SkinTone): void {
  skinTone.value = tone
  writeStored(KEY, tone === '' ? undefined : tone)
}

/** An emoji with how it looks in a skin tone, where it has any. */
export function toned(emoji: Emoji, tone: SkinTone): Emoji {
  const characters = emoji.kind === 'unicode_emoji' ? inTone(emoji.code, tone) : undefined
  return characters === undefined ? emoji : { ...emoji, toned: characters }
}

/** The characters of an emoji in a skin tone; undefined where it has none. Names stand for the yellow ones alone. */
export function inTone(code: string, tone: SkinTone): string | undefined {
  const parts = code.split('-')
  const isBase = (part: string): boolean =>
    /^\p{Emoji_Modifier_Base}$/u.test(String.fromCodePoint(Number.parseInt(part, 16)))
  // Of several people each would have a tone of their own.
  if (tone === '' || !/^[\da-f-]+$/.test(code) || parts.filter(isBase).length !== 1)
    return undefined
  return emojiText(parts.flatMap((part) => (isBase(part) ? [part, tone] : [part])).join('-'))
}
