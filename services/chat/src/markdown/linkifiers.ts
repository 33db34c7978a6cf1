/**
 * The organization's own link patterns. Administrators write them, so they run on RE2, whose time grows only linearly
 * with the text, never on the backtracking engine.
 *
 * @source docs/decisions/0301-chat-markdown.md
 */

import { RE2JS } from 're2js'
import { parseTemplate } from 'url-template'

import { CLAIMED, FENCED_OFF, type Claim } from './inline/claimed-text.ts'
import { EDGE } from './inline/delimiters.ts'
import { linkTo } from './inline/links.ts'
import type { CompiledLinkifier } from './markdown-context.ts'

export interface Linkifier {
  readonly id: number
  /** RE2 syntax; check with `linkifierProblem` before storing one. */
  readonly pattern: string
  /** RFC 6570. */
  readonly urlTemplate: string
}

/** The links that a linkifier finds in a partly masked text: none reaches into a masked stretch. */
export function linkifierClaims(
  compiled: CompiledLinkifier,
  mask: string,
  realmUrl: string,
): Claim[] {
  return stretchesOf(mask).flatMap(({ from, text }) =>
    linkifierMatches(compiled, text).flatMap(({ start, end, text: label, url }) => {
      const node = linkTo(realmUrl, url, label)
      const isLink = start < end && typeof node !== 'string' && !HIDDEN.test(label)
      return isLink ? [{ start: from + start, end: from + end, node }] : []
    }),
  )
}

const HIDDEN = new RegExp(`[${CLAIMED}${FENCED_OFF}]`, 'u')

/** Each side of three stars separately, since a pattern would match across them. */
function stretchesOf(mask: string): { readonly from: number; readonly text: string }[] {
  let from = 0
  return mask.split(EDGE).map((text) => {
    const stretch = { from, text }
    from += text.length + EDGE.length
    return stretch
  })
}

/** Where a linkifier links to in a text that is not a message. */
export function linkifierMatches(
  compiled: CompiledLinkifier,
  text: string,
): readonly {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly url: string
}[] {
  const matcher = compiled.pattern.matcher(text)
  const found = []
  let position = 0
  while (position <= text.length && matcher.find(position)) {
    const start = matcher.start(LINKED)
    const end = matcher.end(LINKED)
    found.push({ start, end, text: text.slice(start, end), url: compiled.expand(groups(matcher)) })
    position = Math.max(end, position + 1)
  }
  return found
}

// The name of the linked group; a pattern with a group of its own by this name is refused.
const LINKED = 'whole_link'

/** Nothing when the pattern or the template cannot be compiled. */
export function compileLinkifier(linkifier: Linkifier): CompiledLinkifier | undefined {
  try {
    const pattern = RE2JS.compile(inText(linkifier.pattern))
    const template = parseTemplate(linkifier.urlTemplate)
    return { pattern, expand: (values) => template.expand(values) }
  } catch {
    // The caller checks with `linkifierProblem` before storing one; a bad one links nothing.
    return undefined
  }
}

/** White space (including Unicode's), an opening mark, or the beginning of the text. */
const IN_FRONT = String.raw`(?:^|[\s\pZ\x{85}<(:,'"])`
/** The end of the text, or anything that is neither a letter nor a digit. */
const BEHIND = String.raw`(?:[^\pN\pL]|$)`

function inText(pattern: string): string {
  return `${IN_FRONT}(?P<${LINKED}>${pattern})${BEHIND}`
}

function groups(matcher: ReturnType<RE2JS['matcher']>): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of Object.keys(matcher.namedGroups)) {
    const value = matcher.group(name)
    if (value !== null) values[name] = value
  }
  return values
}

/** What is wrong with a linkifier's pattern, in words, or nothing. */
export function linkifierProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(inText(pattern))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'invalid pattern'
  }
}
