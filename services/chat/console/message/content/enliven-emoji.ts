/** Names of emoji become the signs themselves, drawn by the reader's own font; custom ones stay pictures. */
export function enlivenEmoji(root: ParentNode): void {
  for (const span of root.querySelectorAll('span.emoji')) {
    const sign = emojiSign(codeOf(span))
    if (sign !== undefined) span.textContent = sign
  }
}

/** The sign of a code such as `1f468-200d-1f373`; undefined when it is none. */
export function emojiSign(code: string): string | undefined {
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  const isCode = points.length > 0 && points.every((point) => point > 0 && point <= MAX_POINT)
  if (!isCode) return undefined
  // A sign that is also a letter or figure is drawn as a picture only when told so.
  const isPlain = points.length === 1 && (points[0] ?? 0) < FIRST_PICTURE
  return String.fromCodePoint(...points) + (isPlain ? PICTURE : '')
}

const MAX_POINT = 0x10_ff_ff
const FIRST_PICTURE = 0x1_f0_00
const PICTURE = '\uFE0F'

function codeOf(span: Element): string {
  const name = [...span.classList].find((one) => one.startsWith('emoji-'))
  return name?.slice('emoji-'.length) ?? ''
}

// A line of more than these is a text again.
const MAX_LARGE = 5

/** Whether a message says nothing but a few emoji, which are shown large then. */
export function isOnlyEmoji(root: ParentNode): boolean {
  const [paragraph] = root.children
  if (root.children.length !== 1 || paragraph?.localName !== 'p') return false
  if (paragraph.children.length === 0 || paragraph.children.length > MAX_LARGE) return false
  const isAll = [...paragraph.children].every((child) => child.classList.contains('emoji'))
  const says = [...paragraph.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.nodeValue ?? '')
  return isAll && says.join('').trim() === ''
}
