import { fail, ok, type Result } from '@oficina/kit/result.ts'

/** A symbology as a tag names it: `{%qr:liga}`. */
type CodeKind = keyof typeof KINDS

/** What is drawn for a tag of a code, apart from what it says. */
export type CodeStyle = { readonly kind: CodeKind; readonly option: string | undefined }

type Kind = {
  /** As a person calls it. */
  readonly name: string
  /** What may stand in brackets behind the name, and what that is for. */
  readonly options: readonly string[]
  readonly optionsAre: string
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
  code128: { name: 'Code 128', ...PLAIN },
  ean13: { name: 'EAN-13', ...PLAIN },
  ean8: { name: 'EAN-8', ...PLAIN },
} as const satisfies Readonly<Record<string, Kind>>

/** What a person calls a code of this style. */
export function codeName({ kind }: CodeStyle): string {
  return KINDS[kind].name
}

const TAG = /^([a-z][a-z\d]*)\s*(?:\(([^()]*)\))?\s*:(.*)$/is

/** The style and the expression of `qr(H): liga`; undefined for what is no code but the name of a picture. */
export function parseCode(
  text: string,
): Result<{ readonly style: CodeStyle; readonly expression: string }, string> | undefined {
  const [whole, name = '', written, expression = ''] = TAG.exec(text) ?? []
  if (whole === undefined) return undefined
  const kind = kindOf(name.toLowerCase())
  if (kind === undefined)
    return fail(`There is no code ${name}: write one of ${Object.keys(KINDS).join(', ')}.`)
  const option = written?.trim()
  const { options, optionsAre }: Kind = KINDS[kind]
  const known = options.find((one) => one.toLowerCase() === option?.toLowerCase())
  if (option !== undefined && known === undefined)
    return fail(`In the brackets of ${kind} stands ${optionsAre}; "${option}" is none of them.`)
  return ok({ style: { kind, option: known }, expression: expression.trim() })
}

function kindOf(name: string): CodeKind | undefined {
  // The keys of the table are its kinds.
  return Object.hasOwn(KINDS, name) ? (name as CodeKind) : undefined
}
