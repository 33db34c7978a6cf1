import type { RichAlign, RichStyle } from './rich-text.ts'

const BY_ELEMENT: ReadonlyMap<string, RichStyle> = new Map<string, RichStyle>([
  ...['b', 'strong', 'th', 'dt'].map((name): [string, RichStyle] => [name, { isBold: true }]),
  ...['i', 'em', 'cite', 'dfn', 'var'].map((name): [string, RichStyle] => [
    name,
    { isItalic: true },
  ]),
  ...['u', 'ins'].map((name): [string, RichStyle] => [name, { isUnderlined: true }]),
  ...['s', 'del', 'strike'].map((name): [string, RichStyle] => [name, { isStruck: true }]),
  ...['code', 'kbd', 'samp', 'tt'].map((name): [string, RichStyle] => [name, { isCode: true }]),
  ['mark', { isMarked: true }],
  ['sup', { raised: 'superscript' }],
  ['sub', { raised: 'subscript' }],
])

export type Attributes = Readonly<Record<string, string>>

/** What an element adds to the style of the text in it. */
export function styleOf(name: string, attributes: Attributes): RichStyle {
  const link = name === 'a' ? attributes['href']?.trim() : undefined
  return {
    ...BY_ELEMENT.get(name),
    ...declaredStyle(attributes['style'] ?? ''),
    ...(link === undefined || link === '' ? {} : { link }),
  }
}

function declaredStyle(css: string): RichStyle {
  if (css === '') return {}
  const decoration = declared(css, 'text-decoration(?:-line)?')
  const colour = hexColour(declared(css, 'color'))
  return {
    ...(/^(?:bold|bolder|[6-9]00)\b/.test(declared(css, 'font-weight')) ? { isBold: true } : {}),
    ...(/^(?:italic|oblique)\b/.test(declared(css, 'font-style')) ? { isItalic: true } : {}),
    ...(decoration.includes('underline') ? { isUnderlined: true } : {}),
    ...(decoration.includes('line-through') ? { isStruck: true } : {}),
    ...(colour === undefined ? {} : { colour }),
  }
}

function declared(css: string, property: string): string {
  return (
    new RegExp(`(?:^|;)\\s*${property}\\s*:([^;]{1,80})`, 'i')
      .exec(css)?.[1]
      ?.trim()
      .toLowerCase() ?? ''
  )
}

function hexColour(written: string): string | undefined {
  const [, hex] = /^#([\da-f]{6}|[\da-f]{3})$/.exec(written) ?? []
  if (hex !== undefined) return hex.length === 6 ? hex : hex.replace(/./g, '$&$&')
  const [, ...parts] =
    /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(written) ?? []
  if (parts.length !== 3) return undefined
  return parts.map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0')).join('')
}

const ALIGNS: ReadonlyMap<string, RichAlign> = new Map([
  ['left', 'left'],
  ['center', 'center'],
  ['right', 'right'],
  ['justify', 'both'],
])

export function alignOf(attributes: Attributes): RichAlign | undefined {
  const written = declared(attributes['style'] ?? '', 'text-align') || attributes['align']
  return ALIGNS.get(written?.toLowerCase() ?? '')
}

/** The width that a picture asks for, in pixels. */
export function widthOf(attributes: Attributes): number | undefined {
  const written = attributes['width'] ?? declared(attributes['style'] ?? '', 'width')
  const [, digits] = /^(\d{1,5})(?:\.\d+)?(?:px)?$/.exec(written.trim()) ?? []
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits)
}
