import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { say, type Told } from '../messages/say.ts'

export type ExpressionToken =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number; readonly text: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'symbol'; readonly text: string }
  | { readonly kind: 'end' }

const SPACE = /\s+/y
// A hyphen between letters is read as part of the name first, as in `first-name`; `parseWhole` tries the minus too.
const NAME = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*(?:-[\p{L}_$][\p{L}\p{N}\p{M}_$]*)*/uy
const NUMBER = /\d+(?:\.\d+)?/y
const SYMBOL = /&&|\|\||==|!=|<>|<=|>=|[|:?().[\]<>=!+\-*/%,]/y
const STRING = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/y

/** Cuts an expression into tokens; Word's typographic quotes count as plain ones. */
export function tokenizeExpression(source: string): Result<readonly ExpressionToken[], Told> {
  const text = source.replace(/[‘’‚‛]/g, "'").replace(/[“”„‟]/g, '"')
  const tokens: ExpressionToken[] = []
  let at = 0
  while (at < text.length) {
    const space = matchAt(SPACE, text, at)
    if (space !== undefined) {
      at += space[0].length
      continue
    }
    const found = readToken(text, at)
    if (found === undefined)
      return fail(say('"%{text}" is not understood.', { text: text.slice(at, at + 20) }))
    tokens.push(found.token)
    at += found.length
  }
  tokens.push({ kind: 'end' })
  return ok(tokens)
}

function readToken(
  text: string,
  at: number,
): { token: ExpressionToken; length: number } | undefined {
  const name = matchAt(NAME, text, at)
  if (name !== undefined) return { token: { kind: 'name', text: name[0] }, length: name[0].length }
  const number = matchAt(NUMBER, text, at)
  if (number !== undefined)
    return {
      token: { kind: 'number', value: Number(number[0]), text: number[0] },
      length: number[0].length,
    }
  const string = matchAt(STRING, text, at)
  if (string !== undefined) {
    const value = (string[1] ?? string[2] ?? '').replace(/\\(.)/gs, '$1')
    return { token: { kind: 'string', value }, length: string[0].length }
  }
  const symbol = matchAt(SYMBOL, text, at)
  if (symbol !== undefined)
    return { token: { kind: 'symbol', text: symbol[0] }, length: symbol[0].length }
  return undefined
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** The tokens, with the names at these places read as differences: `total-descuento` as `total - descuento`. */
export function asDifferences(
  tokens: readonly ExpressionToken[],
  places: ReadonlySet<number>,
): readonly ExpressionToken[] {
  return tokens.flatMap((token, at): readonly ExpressionToken[] => {
    if (token.kind !== 'name' || !places.has(at)) return [token]
    const minus: ExpressionToken = { kind: 'symbol', text: '-' }
    return token.text
      .split('-')
      .flatMap((text, i) => [...(i === 0 ? [] : [minus]), { kind: 'name' as const, text }])
  })
}
