/**
 * The emoji that every organization has, with Zulip's names. A name stands for one code (code points in hexadecimal,
 * joined by hyphens, without variation selectors); the first name of a code is shown when the character itself was
 * typed.
 */

import names from '../../data/emoji.json' with { type: 'json' }

/** The names of every code, the shown one first. */
export const EMOJI_NAMES: Readonly<Record<string, readonly string[]>> = names

const CODE_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(EMOJI_NAMES).flatMap(([code, all]) => all.map((name) => [name, code] as const)),
)

export function emojiCode(name: string): string | undefined {
  return CODE_BY_NAME.get(name)
}

export function emojiName(code: string): string | undefined {
  return Object.hasOwn(EMOJI_NAMES, code) ? EMOJI_NAMES[code]?.[0] : undefined
}

/** The code of a character sequence. */
export function codeOfCharacters(characters: string): string {
  return Array.from(characters.replaceAll('\uFE0F', ''), (char) =>
    (char.codePointAt(0) ?? 0).toString(16).padStart(4, '0'),
  ).join('-')
}
