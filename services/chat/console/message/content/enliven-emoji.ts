import { emojiText } from '../../emoji/emoji-text.ts'

/** Names of emoji become the signs themselves, drawn by the reader's own font; custom ones stay pictures. */
export function enlivenEmoji(root: ParentNode): void {
  for (const span of root.querySelectorAll('span.emoji')) {
    const sign = emojiText(codeOf(span))
    if (sign !== '') span.textContent = sign
  }
}

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
