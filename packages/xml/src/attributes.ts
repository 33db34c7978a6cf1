import { elementName } from './markup.ts'
import { unescapeText } from './xml-text.ts'

const ATTRIBUTE = /[ \t\r\n]+([^\s=<>"'/]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y
const END = /[ \t\r\n]*\/?>$/y
// A & that begins nothing XML knows.
const LOOSE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/

/**
 * All attributes of a start tag by their names, prefixes included, values unescaped and their white space as XML
 * normalizes it; undefined when the tag is not written as XML wants it, or names an attribute twice.
 */
export function attributesOf(startTag: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  let at = elementName(startTag).length + 1
  for (;;) {
    END.lastIndex = at
    if (END.test(startTag)) return found
    ATTRIBUTE.lastIndex = at
    const [whole, name, inDouble, inSingle] = ATTRIBUTE.exec(startTag) ?? []
    if (whole === undefined || name === undefined || found.has(name)) return undefined
    const raw = inDouble ?? inSingle ?? ''
    if (LOOSE_AMPERSAND.test(raw)) return undefined
    found.set(name, unescapeText(raw.replaceAll(/\r\n|[\t\r\n]/g, ' ')))
    at += whole.length
  }
}
