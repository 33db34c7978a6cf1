import { operatorOf, type OperatorDeclaration } from './operators.ts'

/** One piece of what was typed: `-channel:general`, or words to look for. */
export type SearchWord =
  | {
      readonly kind: 'term'
      readonly operator: OperatorDeclaration
      readonly operand: string
      readonly isNegated: boolean
    }
  | { readonly kind: 'text'; readonly text: string }

/**
 * Takes apart what was typed. An operand with spaces stands in quotes, or has `+` for them; what has no known operator is
 * text, quotes included, since the service looks for a quoted phrase as it stands.
 */
export function searchWords(typed: string): readonly SearchWord[] {
  const found: SearchWord[] = []
  const texts: string[] = []
  for (const [piece] of typed.matchAll(/-?[\w-]+:"[^"]*"?|"[^"]*"?|\S+/g)) {
    const term = termOf(piece)
    if (term === undefined) texts.push(piece)
    else found.push(term)
  }
  return texts.length === 0 ? found : [...found, { kind: 'text', text: texts.join(' ') }]
}

/** The beginning of what was typed, and the piece that the cursor is at the end of. */
export function lastPiece(typed: string): { readonly before: string; readonly piece: string } {
  const piece = /(?:-?[\w-]+:"[^"]*"?|"[^"]*"?|\S+)$/.exec(typed)?.[0] ?? ''
  return { before: typed.slice(0, typed.length - piece.length), piece }
}

function termOf(piece: string): SearchWord | undefined {
  const parts = /^(-?)([\w-]+):(.+)$/s.exec(piece)
  const operator = operatorOf(parts?.[2] ?? '')
  const operand = plainOperand(parts?.[3] ?? '')
  if (operator === undefined || operand === '') return undefined
  const isNegated = parts?.[1] === '-' && operator.isNeverNegated !== true
  return { kind: 'term', operator, operand, isNegated }
}

function plainOperand(written: string): string {
  if (written.startsWith('"')) return written.replaceAll('"', '').trim()
  return written.replaceAll('+', ' ').replaceAll('%2B', '+').trim()
}
