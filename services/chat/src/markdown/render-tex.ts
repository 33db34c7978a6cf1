/** TeX by KaTeX. It escapes its output, and commands that make links or HTML stay disabled. */

import { escapeLikeCode } from './escape.ts'
import { katex } from './silent-katex.ts'

// A larger length in `\rule` or `\hspace` is cut, so that no formula covers the page.
const MAX_SIZE_EM = 500
const MAX_EXPANSIONS = 1000

/** HTML of the formula, or nothing when KaTeX does not understand it. */
export function renderTex(tex: string, layout: 'inline' | 'display'): string | undefined {
  try {
    return katex.renderToString(tex, {
      displayMode: layout === 'display',
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxSize: MAX_SIZE_EM,
      maxExpand: MAX_EXPANSIONS,
    })
  } catch {
    // Whatever goes wrong in KaTeX (a parse error, a stack overflow), the reader sees the source.
    return undefined
  }
}

/** A ```math block: one formula per paragraph. */
export function renderMathBlock(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => {
      const html = renderTex(paragraph, 'display')
      return html ?? `<span class="tex-error">${escapeLikeCode(paragraph, '&#x27;')}</span>`
    })
    .join('\n\n')
}
