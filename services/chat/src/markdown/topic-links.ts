import { searchBareUrls } from './inline/bare-urls.ts'
import { linkifierMatches } from './linkifiers.ts'
import type { CompiledLinkifier } from './markdown-context.ts'
import { safeUrl } from './tree/urls.ts'

/** A link that clients offer beside a topic. */
export interface TopicLink {
  readonly text: string
  readonly url: string
}

interface Placed extends TopicLink {
  readonly start: number
  readonly end: number
}

/**
 * Targets of the organization's linkifiers and of addresses in a topic, in text order; of two that overlap, the first.
 */
export function topicLinks(
  topic: string,
  linkifiers: readonly CompiledLinkifier[],
): readonly TopicLink[] {
  const found = [
    ...linkifiers.flatMap((linkifier) => linkifierMatches(linkifier, topic)),
    ...addresses(topic),
  ]
  const links: TopicLink[] = []
  let end = 0
  for (const link of found.toSorted((a, b) => a.start - b.start)) {
    if (link.start < end) continue
    links.push({ text: link.text, url: link.url })
    end = link.end
  }
  return links
}

function addresses(topic: string): readonly Placed[] {
  const search = searchBareUrls(topic)
  const found: Placed[] = []
  for (let range = search(0); range !== undefined; range = search(range.end)) {
    const text = topic.slice(range.start, range.end)
    // Mail addresses and the like are links in messages only.
    if (!/^https?:/i.test(text) && /[@:]/.test(text)) continue
    const url = safeUrl(/^[a-z][\w+.-]*:/i.test(text) ? text : `https://${text}`)
    if (url !== undefined) found.push({ text, url, start: range.start, end: range.end })
  }
  return found
}
