import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { escapeText } from '@oficina/xml/xml-text.ts'

import { say, type Told } from '../messages/say.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../package/package-limits.ts'
import type { TemplateProblem } from '../tags/template-problem.ts'
import { closeParts, openParts, textOfPart, type DocumentParts } from './document-parts.ts'
import { findIncludes, type IncludeTag } from './include-tags.ts'
import { mergeLists } from './merge-lists.ts'
import { mergeNamespaces, withNamespaces } from './merge-namespaces.ts'
import { mergeRelationships } from './merge-relationships.ts'
import { mergeStyles } from './merge-styles.ts'

/** A document to be included, or why it cannot be. */
export type Guest = Result<Buffer, Told>

/** The slugs of the templates that a .docx includes, each once. */
export function includedSlugs(docx: Buffer): readonly string[] {
  const host = openParts(docx)
  if (!host.ok) return []
  const found = findIncludes(textOfPart(host.value, host.value.main) ?? '')
  return [...new Set(found.map(({ slug }) => slug))]
}

/**
 * The .docx with the bodies of other templates in place of its tags for them. Their tags stay and are filled with the
 * host's; what cannot be included is a problem, and leaves nothing.
 * @source docs/decisions/0147-documents-included-templates.md
 */
export function includeDocuments(
  docx: Buffer,
  guests: ReadonlyMap<string, Guest>,
): { readonly docx: Buffer; readonly problems: readonly TemplateProblem[] } {
  const opened = openParts(docx)
  if (!opened.ok) return { docx, problems: [] }
  const host = opened.value
  const xml = textOfPart(host, host.main) ?? ''
  const problems: TemplateProblem[] = []
  const bodies = new Map<string, Result<string, Told>>()
  const pieces: string[] = []
  let at = 0
  let length = xml.length
  for (const tag of findIncludes(xml)) {
    const body = bodies.get(tag.slug) ?? bodyFor(host, guests.get(tag.slug))
    bodies.set(tag.slug, body)
    length += body.ok ? body.value.length : 0
    const problem = length > DEFAULT_PACKAGE_LIMITS.maxPartBytes ? TOO_LARGE : errorOf(body)
    if (problem !== undefined) problems.push(problemAt(host, tag, problem))
    pieces.push(xml.slice(at, tag.from))
    // A cell must not be left without a paragraph.
    pieces.push(problem === undefined && body.ok ? withData(body.value, tag) : '<w:p/>')
    at = tag.to
  }
  host.changed.set(host.main, withNamespaces(host, pieces.join('') + xml.slice(at)))
  return { docx: closeParts(host), problems }
}

const TOO_LARGE = say('The document grows beyond %{max} bytes with it.', {
  max: DEFAULT_PACKAGE_LIMITS.maxPartBytes,
})

function errorOf(body: Result<string, Told>): Told | undefined {
  return body.ok ? undefined : body.error
}

function problemAt({ main }: DocumentParts, tag: IncludeTag, message: Told): TemplateProblem {
  return { part: main, paragraph: tag.paragraph, tag: tag.tag, message }
}

function paragraph(text: string): string {
  return `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

/** The data of its own opens around it as a section does. */
function withData(body: string, { data }: IncludeTag): string {
  if (data.trim() === '') return body
  return `${paragraph(`{#${escapeText(data.trim())}}`)}${body}${paragraph('{/}')}`
}

function bodyFor(host: DocumentParts, guest: Guest | undefined): Result<string, Told> {
  if (guest === undefined) return fail('It cannot be included here.')
  if (!guest.ok) return guest
  const opened = openParts(guest.value)
  if (!opened.ok) return opened
  const parts = opened.value
  const xml = textOfPart(parts, parts.main) ?? ''
  const spaces = mergeNamespaces(host, xml)
  if (!spaces.ok) return spaces
  const body = mergeRelationships(host, parts, bodyOf(xml))
  if (!body.ok) return body
  const listed = mergeLists(host, parts, body.value)
  mergeStyles(host, parts, listed)
  return ok(/<\/w:tbl>\s*$/.test(listed) ? `${listed}<w:p/>` : listed)
}

// What refers to parts that stay behind, and places that a document may have only once.
const LEFT_BEHIND =
  /<w:(?:footnoteReference|endnoteReference|commentReference|commentRangeStart|commentRangeEnd|bookmarkStart|bookmarkEnd)(?=[\s/])[^<>]*\/>/g

function bodyOf(xml: string): string {
  const from = /<w:body(?:\s[^<>]*)?>/.exec(xml)
  const to = xml.lastIndexOf('</w:body>')
  if (from === null || to === -1) return ''
  const body = xml.slice(from.index + from[0].length, to)
  return withoutPages(body).replace(LEFT_BEHIND, '')
}

/** Without the set-ups of pages, which are the host's. */
function withoutPages(body: string): string {
  const kept: string[] = []
  let at = 0
  let depth = 0
  for (const piece of body.matchAll(/<w:sectPr(?=[\s/>])[^<>]*>|<\/w:sectPr>/g)) {
    const [tag] = piece
    const end = piece.index + tag.length
    if (depth === 0) kept.push(body.slice(at, piece.index))
    if (tag.startsWith('</')) depth = Math.max(0, depth - 1)
    else if (!tag.endsWith('/>')) depth++
    at = end
  }
  return depth === 0 ? kept.join('') + body.slice(at) : kept.join('')
}
