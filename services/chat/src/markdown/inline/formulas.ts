/** `$$formula$$` that no word or further dollar touches. */

import { either, group, many, notAhead, notBehind, sequence } from '../pattern-parts.ts'
import { renderTex } from '../render-tex.ts'
import { element } from '../tree/tree.ts'
import type { Claim, ClaimedText } from './claimed-text.ts'

const TOUCHING = /[\p{L}\p{N}_$]/u
// A dollar inside is escaped, and an underscore has nothing before it to be a subscript of.
const TEX = sequence(/[^_$\n]/, many(either('\\$', /[^$\n]/)))
const FORMULA = new RegExp(
  sequence(notBehind(TOUCHING), '$$', group(TEX), '$$', notAhead(TOUCHING)).source,
  'uy',
)

export function formulaAt(
  { text, mask }: Pick<ClaimedText, 'text' | 'mask'>,
  start: number,
): Claim | undefined {
  FORMULA.lastIndex = start
  const match = FORMULA.exec(mask)
  if (match === null) return undefined
  const end = start + match[0].length
  const source = text.slice(start, end)
  const html = renderTex(source.slice(2, -2), 'inline')
  if (html !== undefined) return { start, end, node: { html, source, isBlock: false } }
  return { start, end, node: element('span', { class: 'tex-error' }, [source]) }
}
