// By their first bytes: PNG, JPEG, GIF, BMP, TIFF twice, WebP and placeable WMF hold pixels or lines alone.
const BITMAPS = [
  '\u0089PNG\r\n',
  '\u00ff\u00d8\u00ff',
  'GIF8',
  'BM',
  'II*\u0000',
  'MM\u0000*',
  'RIFF',
  '\u00d7\u00cd\u00c6\u009a',
]
const EMF_MARK = ' EMF'
const EMF_AT = 40

/** Whether these are the first bytes of a picture that cannot name another file. */
export function isBitmap(head: Buffer): boolean {
  const text = head.toString('latin1', 0, EMF_AT + EMF_MARK.length)
  return BITMAPS.some((mark) => text.startsWith(mark)) || text.startsWith(EMF_MARK, EMF_AT)
}

// The tag of an element with its attributes; a value may contain `>`.
const TAG = /<([^\s<>/!?"'=]+)((?:\s+[^\s<>/"'=]+\s*=\s*(?:"[^"]*"|'[^']*'))+)/g
const HREF = /((?:^|[\s:])href\s*=\s*)("[^"]*"|'[^']*')/g
// Base64 of PNG, JPEG and GIF.
const INSIDE = /^(?:data:image\/[a-z]+;base64,)?\s*(?:iVBORw0KGgo|\/9j\/|R0lGOD)/
// Its tag ends before the next one begins: many that never end would each be looked for until the end of the part.
const BINARY = /(<([\w-]+:)?binary-data\b[^<>]*>)([^<]*)/g
const SAFE_PLACE = /^(?:\.\/)?(?:[\w. -]+\/)*[\w. -]*$/
const WIDE = ['\u00ff\u00fe', '\u00fe\u00ff', '<\u0000', '\u0000<']
const ENCODING = /^(?:utf-8|us-ascii|iso-8859-\d+|windows-125\d)$/i

/** XML whose elements name nothing outside of their package, but for links that a reader follows. */
export function xmlWithoutLinks(xml: string): string {
  // In two bytes a letter, or by an encoding of another alphabet, it could hide any of this.
  if (WIDE.some((mark) => xml.startsWith(mark))) return ''
  const encoding = /^[^<]{0,3}<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(xml)?.[1]
  if (encoding !== undefined && !ENCODING.test(encoding)) return ''
  return xml
    .replaceAll(/<!ENTITY/g, '<!NONE')
    .replaceAll(TAG, (tag, name: string, attributes: string) =>
      isFollowed(name) ? tag : `<${name}${attributes.replaceAll(HREF, ownOnly)}`,
    )
    .replaceAll(BINARY, (whole, start: string, _prefix, content: string) =>
      INSIDE.test(content.trimStart()) ? whole : start,
    )
}

/** A link of a text or of a picture, at which the office only writes its address into the PDF. */
function isFollowed(name: string): boolean {
  return name.slice(name.indexOf(':') + 1) === 'a'
}

function ownOnly(whole: string, start: string, quoted: string): string {
  const value = quoted.slice(1, -1)
  const isOwn = value.startsWith('#') || INSIDE.test(value) || isInside(value)
  return isOwn ? whole : `${start}""`
}

function isInside(value: string): boolean {
  return SAFE_PLACE.test(value) && !value.split('/').includes('..')
}
