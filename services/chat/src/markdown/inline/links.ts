/** `[text](address)` links, and addresses that stand in the text by themselves. */

import { plainText, type InlineRule } from './inline.ts'
import { destinationReader, matchPairs } from './link-destination.ts'
import { PIECE_PLACEHOLDER, type Piece, type Stash } from '../tree/stash.ts'
import { element, sealed, type Element } from '../tree/tree.ts'
import { relativeWithin, safeUrl } from '../tree/urls.ts'
import { searchBareUrls } from './bare-urls.ts'

/** A link, or the address as plain text when its scheme is not allowed. */
export function linkTo(realmUrl: string, url: string, text: string): Element | string {
  const href = safeUrl(url)
  if (href === undefined) return url
  const link = element('a', { href: relativeWithin(realmUrl, href) })
  link.text = sealed(text)
  return link
}

export function markdownLinks(stash: Stash, realmUrl: string): InlineRule {
  return {
    next: 'onwards',
    search(text) {
      const linkAt = bracketReader(text)
      if (linkAt === undefined) return () => undefined
      return (from) => {
        for (
          let start = nextOpener(text, from);
          start !== -1;
          start = nextOpener(text, start + 1)
        ) {
          const written = linkAt(start)
          const link = written === undefined ? undefined : namedLink(stash, realmUrl, written)
          if (written !== undefined && link !== undefined) {
            return { start, end: written.end, piece: link }
          }
        }
        return undefined
      }
    },
  }
}

interface WrittenLink {
  readonly label: string
  readonly href: string
  readonly title: string | undefined
  /** Behind the closing parenthesis. */
  readonly end: number
}

/** Reads `[label](address "title")` at an opening bracket; nothing for a text without any. */
export function bracketReader(
  text: string,
): ((start: number) => WrittenLink | undefined) | undefined {
  if (!text.includes('](')) return undefined
  const closers = matchPairs(text, '[', ']')
  const destinationAt = destinationReader(text)
  return (start) => {
    const close = closers.get(start)
    const destination = close === undefined ? undefined : destinationAt(close + 1)
    if (close === undefined || destination === undefined) return undefined
    return { ...destination, label: text.slice(start + 1, close) }
  }
}

function nextOpener(text: string, from: number): number {
  let start = text.indexOf('[', from)
  while (start > 0 && text[start - 1] === '!') start = text.indexOf('[', start + 1)
  return start
}

function namedLink(stash: Stash, realmUrl: string, link: WrittenLink): Piece | undefined {
  const url = safeUrl(plainText(stash, link.href).trim())
  if (url === undefined) return undefined
  const href = relativeWithin(realmUrl, url)
  const node = element('a', { href })
  if (link.title !== undefined) {
    const title = plainText(stash, link.title.trim()).replaceAll(/\s/g, ' ')
    node.attributes.set('title', unquote(title))
  }
  // No later rule may look into the label: a linkifier would put a link inside the link.
  const isBlank = link.label.replace(PIECE_PLACEHOLDER, 'x').trim() === ''
  node.text = sealed(isBlank ? href : link.label)
  return node
}

function unquote(title: string): string {
  return /^(["'])[^]*\1$/.test(title) && title.length > 1 ? title.slice(1, -1) : title
}

export function bareLinks(realmUrl: string): InlineRule {
  return {
    next: 'onwards',
    search(text) {
      const find = searchBareUrls(text)
      return (from) => {
        const found = find(from)
        if (found === undefined) return undefined
        const url = text.slice(found.start, found.end)
        return { ...found, piece: linkTo(realmUrl, url, url) }
      }
    },
  }
}
