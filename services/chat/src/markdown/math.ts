/** TeX by KaTeX. It escapes what it prints, and commands that make links or HTML stay refused. */

import katex from 'katex'

import { escapeLikeCode } from './escape.ts'

// A length in `\rule` or `\hspace` larger than this is cut, so that no formula covers the page.
const MAX_SIZE_EM = 500
const MAX_EXPANSIONS = 1000

/** HTML of the formula, or nothing when KaTeX does not understand it. */
export function renderTex(tex: string, layout: 'inline' | 'display'): string | undefined {
  try {
    return quietly(() =>
      katex.renderToString(tex, {
        displayMode: layout === 'display',
        throwOnError: true,
        trust: false,
        strict: 'ignore',
        maxSize: MAX_SIZE_EM,
        maxExpand: MAX_EXPANSIONS,
      }),
    )
  } catch {
    // Whatever KaTeX makes of wrong TeX (a parse error, a stack too deep), the reader sees the source.
    return undefined
  }
}

/** KaTeX tells the console of every character that its fonts lack, which is the author's business and not the operator's. */
function quietly<T>(work: () => T): T {
  // oxlint-disable-next-line no-console -- the only way to be told nothing
  const { warn } = console
  // oxlint-disable-next-line no-console -- as above; the work is synchronous, so nobody else is silenced
  console.warn = () => undefined
  try {
    return work()
  } finally {
    // oxlint-disable-next-line no-console -- as above
    console.warn = warn
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
