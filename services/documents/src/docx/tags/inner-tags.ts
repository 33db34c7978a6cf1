import { say } from '../messages/say.ts'
import { parseAddress } from './link-address.ts'
import { findCuts, type Cut, type Delimiters, type ParagraphText } from './tag-cuts.ts'
import type { TemplateProblem } from './template-problem.ts'

/** Where tags are looked for besides the text of a part. */
export type InnerText = {
  readonly source: ParagraphText
  readonly delimiters: Delimiters
  readonly problems: TemplateProblem[]
}

// Attributes whose text a reader sees or hears: alternative texts, watermarks, hints.
const ATTRIBUTES: ReadonlyMap<string, RegExp> = new Map([
  ...['wp:docPr', 'pic:cNvPr', 'wps:cNvPr', 'wpg:cNvPr', 'a:cNvPr'].map(
    (name): [string, RegExp] => [name, /\s(?:descr|title)\s*=\s*(["'])(.*?)\1/gs],
  ),
  ...['v:shape', 'v:rect', 'v:roundrect', 'v:oval', 'v:group', 'v:line'].map(
    (name): [string, RegExp] => [name, /\s(?:alt|title)\s*=\s*(["'])(.*?)\1/gs],
  ),
  ['v:textpath', /\sstring\s*=\s*(["'])(.*?)\1/gs],
  ['w:hyperlink', /\s\w*:?tooltip\s*=\s*(["'])(.*?)\1/gs],
  ['w:tblCaption', /\s\w*:?val\s*=\s*(["'])(.*?)\1/gs],
  ['w:tblDescription', /\s\w*:?val\s*=\s*(["'])(.*?)\1/gs],
  ['w:fldSimple', /\s\w*:?instr\s*=\s*(["'])(.*?)\1/gs],
])

/** The tags in the attributes of a start tag, by their places in it. */
export function attributeCuts(name: string, { source, ...rest }: InnerText): readonly Cut[] {
  const pattern = ATTRIBUTES.get(name)
  if (pattern === undefined) return []
  return [...source.text.matchAll(pattern)].flatMap((found) => {
    const [whole, , value = ''] = found
    const from = found.index + whole.length - 1 - value.length
    const inner = { ...rest, source: { ...source, text: value } }
    const cuts = name === 'w:fldSimple' ? instructionCuts(inner).cuts : valueCuts(inner)
    return cuts.map((cut) => ({ ...cut, from: cut.from + from, to: cut.to + from }))
  })
}

const REFERENCE = /\s(?:\w+:)?id\s*=\s*(["'])(.*?)\1/s
const LINKS: ReadonlySet<string> = new Set(['w:hyperlink', 'a:hlinkClick', 'a:hlinkHover'])

/** Where a link's relationship stands in its start tag, when there are tags in the address. */
export function linkCut(
  name: string,
  { source, delimiters, problems }: InnerText,
  targets: ReadonlyMap<string, string>,
): { readonly id: string; readonly cut: Cut } | undefined {
  const found = LINKS.has(name) ? REFERENCE.exec(source.text) : null
  const id = found?.[2] ?? ''
  const target = targets.get(id)
  if (found === null || target === undefined) return undefined
  const address = parseAddress({ ...source, text: target }, delimiters, problems)
  if (address === undefined) return undefined
  const attribute = found[0].slice(0, found[0].indexOf('='))
  // DrawingML demands the attribute; a hyperlink of Word may go without.
  const withoutLink = name === 'w:hyperlink' ? '' : `${attribute}=""`
  const tag = { kind: 'address', address, relationship: { attribute, withoutLink } } as const
  return { id, cut: { from: found.index, to: found.index + found[0].length, tag } }
}

const FIELD_TYPE = /^\s*(=|[a-z]+)/i
const ADDRESS = /^\s*HYPERLINK\s+(?:(?:"|&quot;)(.*?)(?:"|&quot;)|([^\s"\\&]\S*))/dis
const FILLED: ReadonlySet<string> = new Set(
  'HYPERLINK = QUOTE IF COMPARE SET SEQ DISPLAYBARCODE MERGEBARCODE DOCPROPERTY DOCVARIABLE REF PAGEREF STYLEREF'.split(
    ' ',
  ),
)
const FETCHING: ReadonlySet<string> = new Set(
  'INCLUDEPICTURE INCLUDETEXT INCLUDE IMPORT LINK DDE DDEAUTO DATABASE RD'.split(' '),
)

/**
 * The tags in the instruction of a field. Fields whose braces belong to another program are skipped: reference managers
 * keep JSON in theirs. `type` is that of the field when the text is not its beginning.
 */
export function instructionCuts(
  inner: InnerText,
  type = FIELD_TYPE.exec(inner.source.text)?.[1]?.toUpperCase() ?? '',
): { readonly cuts: readonly Cut[]; readonly type: string } {
  if (FETCHING.has(type)) reportFetching(inner, type)
  if (!FILLED.has(type)) return { cuts: [], type }
  const address = type === 'HYPERLINK' ? addressCut(inner) : undefined
  if (address === undefined) return { cuts: valueCuts(inner), type }
  const { source } = inner
  const behind = valueCuts({ ...inner, source: { ...source, text: source.text.slice(address.to) } })
  const rest = behind.map(({ from, to, tag }) => ({
    from: from + address.to,
    to: to + address.to,
    tag,
  }))
  return { cuts: [address, ...rest], type }
}

function reportFetching({ source, delimiters, problems }: InnerText, type: string): void {
  if (!source.text.includes(delimiters.open)) return
  const { part, paragraph, text } = source
  const message = say(
    'No tag can stand in %{type}, which would fetch what the data names; a picture is {%name}.',
    { type },
  )
  problems.push({ part, paragraph, tag: text.trim().slice(0, 200), message })
}

/** The address of a HYPERLINK field, when there are tags in it. */
function addressCut({ source, delimiters, problems }: InnerText): Cut | undefined {
  const { indices = [] } = ADDRESS.exec(source.text) ?? {}
  const [from, to] = indices[1] ?? indices[2] ?? [0, 0]
  const written = { ...source, text: source.text.slice(from, to) }
  const address = parseAddress(written, delimiters, problems)
  return address === undefined ? undefined : { from, to, tag: { kind: 'address', address } }
}

function valueCuts({ source, delimiters, problems }: InnerText): readonly Cut[] {
  if (!source.text.includes(delimiters.open)) return []
  return findCuts(source, delimiters, problems).cuts.filter(({ tag }) => {
    if (tag !== undefined && tag.kind !== 'value' && tag.kind !== 'address')
      problems.push({ ...tag.source, message: 'Only values can stand here.' })
    return tag?.kind === 'value'
  })
}
