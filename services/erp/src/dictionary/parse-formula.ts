import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Computed, Formula, Range, SumOfLines } from './types.ts'

const TOKEN = /\s*(\d+(?:\.\d+)?|[a-z][a-z0-9_]*|[-+*().:=])/y

/**
 * Reads what a field is made of: fields and numbers with `+`, `-`, `*` and parentheses, and sums over lines,
 * `sum(partidas.importe)`, `sum(partidas: cantidad * costo)`, `sum(desglose.importe where tipo = traslado)`. With
 * `or given` at the end, what was written stands as long as the lines make nothing; with `even without lines` a record
 * without lines is held to it too.
 */
export function parseComputed(text: string): Result<Computed, string> {
  const [, body = '', given, always] =
    /^(.*?)(\s+or given)?(\s+even without lines)?$/s.exec(text.trim()) ?? []
  const formula = parseWhole(body)
  if (!formula.ok) return formula
  const needsLines = always === undefined
  return ok({ formula: formula.value, orGiven: given !== undefined, needsLines })
}

/** `above 0`, `from 0`, or `from 0 to importe - descuento`. */
export function parseRange(text: string): Result<Range, string> {
  const bounds = text.trim()
  const [, start, limit] = /^(above|from) 0(?: to (.+))?$/s.exec(bounds) ?? []
  if (start === undefined)
    return fail(`"${text}" is no range: write above 0 or from 0, and to a formula after it.`)
  const isAbove = start === 'above'
  if (limit === undefined) return ok({ isAbove, most: null })
  const most = parseWhole(limit)
  return most.ok ? ok({ isAbove, most: most.value }) : most
}

/** What is left to read, and what is wrong with what was read. */
interface Reader {
  readonly tokens: readonly string[]
  at: number
  problem: string | null
}

function parseWhole(text: string): Result<Formula, string> {
  const tokens = tokensOf(text)
  if (tokens === null) return fail(`"${text}" is no formula.`)
  const reader: Reader = { tokens, at: 0, problem: null }
  const formula = takeTerms(reader)
  if (reader.problem !== null) return fail(`"${text}": ${reader.problem}.`)
  return reader.at === tokens.length
    ? ok(formula)
    : fail(`"${text}": "${tokens[reader.at] ?? ''}" is not understood here.`)
}

function tokensOf(text: string): readonly string[] | null {
  const tokens: string[] = []
  const pattern = new RegExp(TOKEN)
  let end = 0
  while (end < text.trimEnd().length) {
    pattern.lastIndex = end
    const [, token] = pattern.exec(text) ?? []
    if (token === undefined) return null
    tokens.push(token)
    end = pattern.lastIndex
  }
  return tokens
}

function takeTerms(reader: Reader): Formula {
  let left = takeFactors(reader)
  for (let operator = peek(reader); operator === '+' || operator === '-'; operator = peek(reader)) {
    reader.at += 1
    left = { kind: 'operation', operator, left, right: takeFactors(reader) }
  }
  return left
}

function takeFactors(reader: Reader): Formula {
  let left = takeFactor(reader)
  while (peek(reader) === '*') {
    reader.at += 1
    left = { kind: 'operation', operator: '*', left, right: takeFactor(reader) }
  }
  return left
}

function takeFactor(reader: Reader): Formula {
  const token = take(reader)
  if (token === '(') {
    const inner = takeTerms(reader)
    expect(reader, ')')
    return inner
  }
  if (/^\d/.test(token)) return { kind: 'number', value: token }
  if (token === 'sum' && peek(reader) === '(') return { kind: 'sum', sum: takeSum(reader) }
  if (!/^[a-z]/.test(token)) complain(reader, `a field or a number is missing before "${token}"`)
  return { kind: 'field', name: token }
}

function takeSum(reader: Reader): SumOfLines {
  expect(reader, '(')
  const lines = take(reader)
  const isFormula = peek(reader) === ':'
  expect(reader, isFormula ? ':' : '.')
  const formula: Formula = isFormula ? takeTerms(reader) : { kind: 'field', name: take(reader) }
  const where = peek(reader) === 'where' ? takeWhere(reader) : null
  expect(reader, ')')
  return { lines, formula, where }
}

function takeWhere(reader: Reader): SumOfLines['where'] {
  expect(reader, 'where')
  const field = take(reader)
  expect(reader, '=')
  return { field, value: take(reader) }
}

function peek({ tokens, at }: Reader): string | undefined {
  return tokens[at]
}

function take(reader: Reader): string {
  const token = peek(reader)
  if (token === undefined) complain(reader, 'something is missing at the end')
  reader.at += 1
  return token ?? ''
}

function expect(reader: Reader, wanted: string): void {
  const token = take(reader)
  if (token !== wanted) complain(reader, `"${wanted}" is missing before "${token}"`)
}

function complain(reader: Reader, problem: string): void {
  reader.problem ??= problem
}
