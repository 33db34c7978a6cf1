import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { Bilingual } from '@oficina/words/bilingual.ts'

import { say, type Plain, type Told } from '../messages/say.ts'

/** A symbology as a tag names it: `{%qr:liga}`. */
export type CodeKind = keyof typeof KINDS

/** What is drawn for a tag of a code, apart from what it says. */
export type CodeStyle = { readonly kind: CodeKind; readonly option: string | undefined }

type Kind = {
  /** As a person calls it. */
  readonly name: string
  /** What may stand in brackets behind the name, and what that is for. */
  readonly options: readonly string[]
  readonly optionsAre: Plain
  /** What it holds, and an example, where that is not any text. */
  readonly holds?: Plain
  readonly example?: string
}

const PLAIN = { options: ['plain'], optionsAre: 'plain, without the text below' } as const

const KINDS = {
  qr: {
    name: 'QR code',
    options: ['L', 'M', 'Q', 'H'],
    optionsAre: 'the error correction: L, M, Q or H',
  },
  pdf417: {
    name: 'PDF417',
    options: ['0', '1', '2', '3', '4', '5', '6', '7', '8'],
    optionsAre: 'the error correction: 0 to 8',
  },
  code128: {
    name: 'Code 128',
    ...PLAIN,
    holds: 'At most 80 characters of ASCII.',
    example: 'ABC-12345',
  },
  ean13: {
    name: 'EAN-13',
    ...PLAIN,
    holds: '13 digits, or 12 without the check digit.',
    example: '7501031311309',
  },
  ean8: {
    name: 'EAN-8',
    ...PLAIN,
    holds: '8 digits, or 7 without the check digit.',
    example: '96385074',
  },
} as const satisfies Readonly<Record<string, Kind>>

/** What a person calls a code of this style, in English. */
export function codeName({ kind }: CodeStyle): string {
  return KINDS[kind].name
}

/** The same, where people are told something. */
export function toldCode({ kind }: CodeStyle): string | Bilingual {
  return kind === 'qr' ? say('QR code') : KINDS[kind].name
}

/** What a code of this kind holds, and an example of it, when that is not any text. */
export function contentOf(
  kind: CodeKind,
): { readonly holds: Plain; readonly example: string } | undefined {
  const { holds, example }: Kind = KINDS[kind]
  return holds === undefined || example === undefined ? undefined : { holds, example }
}

const TAG = /^([a-z][a-z\d]*)\s*(?:\(([^()]*)\))?\s*:(.*)$/is

/** The style and the expression of `qr(H): liga`; undefined for what is no code but the name of a picture. */
export function parseCode(
  text: string,
): Result<{ readonly style: CodeStyle; readonly expression: string }, Told> | undefined {
  const [whole, name = '', written, expression = ''] = TAG.exec(text) ?? []
  if (whole === undefined) return undefined
  const kind = kindOf(name.toLowerCase())
  if (kind === undefined)
    return fail(
      say('There is no code %{name}: write one of %{known}.', {
        name,
        known: Object.keys(KINDS).join(', '),
      }),
    )
  const option = written?.trim()
  const { options, optionsAre }: Kind = KINDS[kind]
  const known = options.find((one) => one.toLowerCase() === option?.toLowerCase())
  if (option !== undefined && known === undefined)
    return fail(
      say('In the brackets of %{code} stands %{options}; "%{option}" is none of them.', {
        code: kind,
        options: say(optionsAre),
        option,
      }),
    )
  return ok({ style: { kind, option: known }, expression: expression.trim() })
}

function kindOf(name: string): CodeKind | undefined {
  // The keys of the table are its kinds.
  return Object.hasOwn(KINDS, name) ? (name as CodeKind) : undefined
}
