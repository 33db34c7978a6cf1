import { inBoth, say, type Told } from '../messages/say.ts'
import { tokenizeXml } from './xml-tokens.ts'

const MAX_DEPTH = 200

/**
 * What is wrong with XML that data inserts into a document; undefined when nothing is. It must be balanced and must not
 * refer to relationships: an id would mean something else in this template than its author meant, or nothing.
 */
export function checkRawXml(xml: string): Told | undefined {
  const document = tokenizeXml(xml, { maxXmlDepth: MAX_DEPTH })
  if (!document.ok)
    return say('The raw XML cannot be used: %{why}', { why: inBoth(document.error) })
  for (const token of document.value.tokens) {
    if (token.kind === 'other' && !token.raw.startsWith('<!--'))
      return 'The raw XML must be elements only.'
    if (token.parent === -1 && token.kind === 'text' && token.raw.trim() !== '') {
      return 'The raw XML must be whole elements, such as paragraphs, with no text between them.'
    }
    if (/\sr:[a-z]+\s*=|\so:relid\s*=/i.test(token.raw) && token.kind !== 'text') {
      return 'The raw XML must not refer to relationships.'
    }
  }
  return undefined
}
