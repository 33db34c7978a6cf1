/**
 * The emoji that every organization has. A name stands for one code (code points in hexadecimal,
 * joined by hyphens, without variation selectors); the first name of a code is the one shown when
 * the character itself was typed.
 */

import codes from '../../data/emoji.json' with { type: 'json' }

const CODE_BY_NAME: ReadonlyMap<string, string> = new Map(Object.entries(codes))

const NAME_BY_CODE: ReadonlyMap<string, string> = new Map(
  Object.entries(codes)
    .toReversed()
    .map(([name, code]) => [code, name]),
)

export function emojiCode(name: string): string | undefined {
  return CODE_BY_NAME.get(name)
}

export function emojiName(code: string): string | undefined {
  return NAME_BY_CODE.get(code)
}

/** The code of a character sequence. */
export function codeOfCharacters(characters: string): string {
  return Array.from(characters.replaceAll('\uFE0F', ''), (char) =>
    (char.codePointAt(0) ?? 0).toString(16).padStart(4, '0'),
  ).join('-')
}
