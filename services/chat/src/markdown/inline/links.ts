/** `[label](address "title")` links, players for uploaded recordings, and bare addresses. */

import type { MarkdownContext } from '../markdown-context.ts'
import { element, type Element, type Node } from '../tree/tree.ts'
import { relativeWithin, safeUrl } from '../tree/urls.ts'
import { uploadPathId } from '../uploaded-image.ts'
import { assemble } from './assemble.ts'
import { searchBareUrls } from './bare-urls.ts'
import { scan, type Claim, type ClaimedText } from './claimed-text.ts'
import { spansWithin, type Span } from './delimiters.ts'
import { destinationReader, matchPairs, type Destination } from './link-destination.ts'

/** Links and players, in one pass. A link's label may contain names and code, but nothing that is read later. */
export function links(
  source: ClaimedText,
  triples: readonly Span[],
  context: MarkdownContext,
): Claim[] {
  const { text, mask } = source
  if (!mask.includes('](')) return []
  const closers = matchPairs(mask, '[', ']')
  const destinationAt = destinationReader(text, mask)
  return scan(mask, /!?\[/g, (start) => {
    const isPlayer = mask[start] === '!'
    const label = start + (isPlayer ? 2 : 1)
    const close = closers.get(label - 1)
    const destination = close === undefined ? undefined : destinationAt(close + 1)
    if (close === undefined || destination === undefined) return undefined
    const range = { start: label, end: close }
    const node = isPlayer
      ? player(text.slice(label, close), destination, context)
      : link(context.realmUrl, destination, () =>
          assemble(source, range, spansWithin(triples, range), asItIs),
        )
    return node === undefined ? undefined : { start, end: destination.end, node }
  })
}

function asItIs(nodes: Node[]): Node[] {
  return nodes
}

function link(
  realmUrl: string,
  { href: written, title }: Destination,
  readLabel: () => Node[],
): Element | undefined {
  const url = safeUrl(written.trim())
  if (url === undefined) return undefined
  const href = relativeWithin(realmUrl, url)
  const label = readLabel()
  const isBlank = label.every((node) => typeof node === 'string' && node.trim() === '')
  const node = element('a', { href }, isBlank ? [href] : label)
  if (title !== undefined) {
    node.attributes.set('title', unquote(title.trim().replaceAll(/\s/g, ' ')))
  }
  return node
}

function unquote(title: string): string {
  return /^(["'])[^]*\1$/.test(title) && title.length > 1 ? title.slice(1, -1) : title
}

/** `![title](address)` of an uploaded recording: a player. */
function player(
  title: string,
  { href }: Destination,
  { uploads, realmUrl }: MarkdownContext,
): Element | undefined {
  const source = relativeWithin(realmUrl, href.trim())
  if (!uploads.isAudio(uploadPathId(source) ?? '')) return undefined
  const src = source.startsWith('/') ? source : `/${source}`
  return element('audio', { controls: '', preload: 'metadata', src, title })
}

export function bareLinks(mask: string, realmUrl: string): Claim[] {
  const find = searchBareUrls(mask)
  const claims: Claim[] = []
  for (let found = find(0); found !== undefined; found = find(found.end)) {
    const url = mask.slice(found.start, found.end)
    claims.push({ ...found, node: linkTo(realmUrl, url, url) })
  }
  return claims
}

/** A link, or the address as plain text when its scheme is not allowed. */
export function linkTo(realmUrl: string, url: string, text: string): Element | string {
  const href = safeUrl(url)
  return href === undefined ? url : element('a', { href: relativeWithin(realmUrl, href) }, [text])
}
