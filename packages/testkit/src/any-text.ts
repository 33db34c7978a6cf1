import fc from 'fast-check'

const LAST_CODE_POINT = 0x10ffff

const anyCharacter = fc
  .integer({ min: 0, max: LAST_CODE_POINT })
  .map((code) => String.fromCodePoint(code), codeOf)

/**
 * Texts of any characters, lone surrogates included: what `fc.string({ unit: 'binary' })` gives, without first building
 * a table of all characters, which takes most of a second of processor time.
 */
export function anyText(constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: anyCharacter })
}

function codeOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (code === undefined || String.fromCodePoint(code) !== character)
    throw new Error('not a single character')
  return code
}
