import type { Element } from 'happy-dom'

/** What a text is compared with: a text is found as a part whatever its case, and exactly where that is asked. */
export type Wanted = string | RegExp

export interface Exactness {
  readonly exact?: boolean | undefined
}

/** Spaces as a person sees them: one between words, none at the ends. */
export function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Whether a text is the wanted one. */
export function fits(text: string, wanted: Wanted, { exact = false }: Exactness = {}): boolean {
  const shown = plain(text)
  if (wanted instanceof RegExp)
    return new RegExp(wanted.source, wanted.flags.replace(/[gy]/, '')).test(shown)
  if (exact) return shown === plain(wanted)
  return shown.toLowerCase().includes(plain(wanted).toLowerCase())
}

/** The text of an element and all in it, that of a button whose value is its text included. */
export function textOf(element: Element): string {
  if (/^(?:SCRIPT|STYLE|NOSCRIPT|HEAD)$/.test(element.tagName)) return ''
  const isTextButton = element.matches('input[type=submit], input[type=button]')
  return isTextButton ? (element.getAttribute('value') ?? '') : element.textContent
}

const BLOCK =
  /^(?:ADDRESS|ARTICLE|ASIDE|BLOCKQUOTE|DD|DETAILS|DIALOG|DIV|DL|DT|FIELDSET|FIGURE|FOOTER|FORM|H[1-6]|HEADER|HR|LEGEND|LI|MAIN|NAV|OL|P|PRE|SECTION|SUMMARY|TABLE|TR|UL)$/

/** The text of an element with a line a block, and a tab between the cells of a row. */
export function innerText(element: Element): string {
  const written = (one: Element): string => {
    if (/^(?:SCRIPT|STYLE|NOSCRIPT|svg)$/i.test(one.tagName) || one.hasAttribute('hidden'))
      return ''
    if (one.tagName === 'BR') return '\n'
    if (one.tagName === 'PRE' || one.tagName === 'TEXTAREA') return `\n${one.textContent}\n`
    const inside = [...one.childNodes].map((node) =>
      // 1: an element; 3: a text.
      node.nodeType === 1
        ? written(node as Element)
        : node.nodeType === 3
          ? (node.textContent ?? '').replaceAll(/\s+/g, ' ')
          : '',
    )
    const text = inside.join('')
    if (BLOCK.test(one.tagName)) return `\n${text}\n`
    return /^T[DH]$/.test(one.tagName) && one.nextElementSibling !== null ? `${text}\t` : text
  }
  return written(element)
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n+/g, '\n')
    .trim()
}
