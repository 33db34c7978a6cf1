import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { Bilingual } from '@oficina/words/bilingual.ts'

import { inBoth, say, type Told } from '../messages/say.ts'
import { asDifferences, tokenizeExpression, type ExpressionToken } from './expression-tokens.ts'
import type { BinaryOperator, Expression, HyphenedName, PathStep } from './expression.ts'
import { formulaOf } from './formatter-arguments.ts'
import { checkFilter } from './formatters.ts'

// Deeper than any formula a person writes; keeps hostile templates from exhausting the stack.
const MAX_NESTING = 40
const MAX_LENGTH = 2_000

// Keys of customers' data may hold spaces and signs (`first name`, `1st`, `Sí/No`); none of these characters occurs in
// such a key.
const PLAIN_KEY = /^[^|(){}[\]<>=!?:"“”„+*,\\]+$/
const SIMPLE_NAME = /^[\p{L}_$][\p{L}\p{N}\p{M}_$]*$/u
const DOTTED_PATH = /^(?:this|[\p{L}_$][\p{L}\p{N}\p{M}_$]*)(?:\.[\p{L}_$][\p{L}\p{N}\p{M}_$]*)+$/u

type Parser = {
  readonly tokens: readonly ExpressionToken[]
  /** The hyphened names that were read as parts of paths, and where they stand. */
  readonly hyphened: { readonly at: number; readonly name: HyphenedName }[]
  at: number
  depth: number
  error: Told | undefined
}

/** Reads the expression in a tag. The grammar is our own: JavaScript evaluates nothing. */
export function parseExpression(source: string): Result<Expression, Told> {
  const text = source.replace(/\s+/g, ' ').trim()
  if (text === '') return fail('The tag names no value.')
  if (text.length > MAX_LENGTH)
    return fail(say('The tag is longer than %{max} characters.', { max: MAX_LENGTH }))
  const parsed = parseWhole(text)
  if (SIMPLE_NAME.test(text) || text === '.') return parsed
  if (!PLAIN_KEY.test(text)) return parsed
  if (parsed.ok && text.startsWith('.')) return parsed
  if (parsed.ok) return ok({ kind: 'named', name: text, otherwise: parsed.value })
  return ok(keyOrKeys(text))
}

/** `Razón Social`, which is no expression, or `cliente.Razón Social`. */
function keyOrKeys(text: string): Expression {
  const [root = text, ...keys] = text.split('.').map((key) => key.trim())
  if (keys.length === 0 || root === '' || keys.includes(''))
    return { kind: 'path', root: text, steps: [], text }
  const steps = keys.map((key) => ({ key }))
  return { kind: 'named', name: text, otherwise: { kind: 'path', root, steps, text } }
}

/** True for `a.b.c`, where the path is the likely reading and the key `"a.b.c"` the unlikely one. */
export function isDottedPath(text: string): boolean {
  return DOTTED_PATH.test(text)
}

function parseWhole(text: string): Result<Expression, Told> {
  const tokens = tokenizeExpression(text)
  if (!tokens.ok) return tokens
  const parser = createParser(tokens.value)
  const asNames = parseTokens(parser)
  const { hyphened } = parser
  if (!asNames.ok || hyphened.length === 0) return asNames
  if (hyphened.length > MAX_HYPHENED)
    return fail(
      say('The tag has more than %{max} names with hyphens; put spaces around "-".', {
        max: MAX_HYPHENED,
      }),
    )
  const readings = Array.from({ length: 1 << hyphened.length }, (_, mask) => {
    const differences = hyphened.filter((_name, i) => ((mask >> i) & 1) === 1)
    const split = asDifferences(tokens.value, new Set(differences.map(({ at }) => at)))
    const read = mask === 0 ? asNames : parseTokens(createParser(split))
    // `alto-o-no` may not be a difference at all.
    return read.ok ? read.value : asNames.value
  })
  return ok({ kind: 'hyphened', names: hyphened.map(({ name }) => name), readings })
}

// Each one doubles the number of ways to read the tag.
const MAX_HYPHENED = 4

function createParser(tokens: readonly ExpressionToken[]): Parser {
  return { tokens, hyphened: [], at: 0, depth: 0, error: undefined }
}

function parseTokens(parser: Parser): Result<Expression, Told> {
  const expression = parseFiltered(parser)
  if (parser.error !== undefined) return fail(parser.error)
  const rest = peek(parser)
  return rest.kind === 'end'
    ? ok(expression)
    : fail(say('%{what} is not expected here.', { what: describe(rest) }))
}

const NOTHING: Expression = { kind: 'constant', value: undefined }

function peek(parser: Parser): ExpressionToken {
  return parser.tokens[parser.at] ?? { kind: 'end' }
}

function isSymbol(parser: Parser, ...texts: readonly string[]): boolean {
  const token = peek(parser)
  return token.kind === 'symbol' && texts.includes(token.text)
}

function isWord(parser: Parser, word: string): boolean {
  const token = peek(parser)
  return token.kind === 'name' && token.text === word
}

function takeSymbol(parser: Parser, text: string): boolean {
  if (!isSymbol(parser, text)) return false
  parser.at++
  return true
}

function expect(parser: Parser, text: string): void {
  if (!takeSymbol(parser, text))
    refuse(
      parser,
      say('"%{text}" is missing before %{what}.', { text, what: describe(peek(parser)) }),
    )
}

function refuse(parser: Parser, message: Told): Expression {
  parser.error ??= message
  // Nothing after the first mistake can be trusted, so parsing ends here.
  parser.at = parser.tokens.length
  return NOTHING
}

function describe(token: ExpressionToken): string | Bilingual {
  switch (token.kind) {
    case 'name':
    case 'symbol':
      return `"${token.text}"`
    case 'number':
      return `"${token.value}"`
    case 'string':
      return `'${token.value}'`
    case 'end':
      return say('the end of the tag')
  }
}

/** choice { "|" name { ":" argument } } */
function parseFiltered(parser: Parser): Expression {
  if (++parser.depth > MAX_NESTING) return refuse(parser, 'The expression is nested too deep.')
  let input = parseChoice(parser)
  while (takeSymbol(parser, '|')) {
    const token = peek(parser)
    if (token.kind !== 'name')
      return refuse(parser, 'After "|" the name of a formatter is missing.')
    parser.at++
    const args: Expression[] = []
    while (takeSymbol(parser, ':')) args.push(parseOr(parser))
    const problem = checkFilter(token.text, args)
    if (problem !== undefined) return refuse(parser, problem)
    input = { kind: 'filter', name: token.text, input, args, ...formula(parser, token.text, args) }
  }
  parser.depth--
  return input
}

/** The formula that a formatter is given for the items of a list; nothing when it is given none. */
function formula(
  parser: Parser,
  name: string,
  args: readonly Expression[],
): { readonly each?: Expression } {
  const text = formulaOf(name, args)
  if (text === undefined) return {}
  const parsed = parseExpression(text)
  return {
    each: parsed.ok
      ? parsed.value
      : refuse(parser, say("In '%{text}': %{what}", { text, what: inBoth(parsed.error) })),
  }
}

/** or [ "?" choice ":" choice ] */
function parseChoice(parser: Parser): Expression {
  if (++parser.depth > MAX_NESTING) return refuse(parser, 'The expression is nested too deep.')
  const condition = parseOr(parser)
  let result = condition
  if (takeSymbol(parser, '?')) {
    const yes = parseChoice(parser)
    expect(parser, ':')
    result = { kind: 'choice', condition, yes, no: parseChoice(parser) }
  }
  parser.depth--
  return result
}

function parseOr(parser: Parser): Expression {
  let left = parseAnd(parser)
  while (isSymbol(parser, '||') || isWord(parser, 'or')) {
    parser.at++
    left = { kind: 'binary', operator: 'or', left, right: parseAnd(parser) }
  }
  return left
}

function parseAnd(parser: Parser): Expression {
  let left = parseNot(parser)
  while (isSymbol(parser, '&&') || isWord(parser, 'and')) {
    parser.at++
    left = { kind: 'binary', operator: 'and', left, right: parseNot(parser) }
  }
  return left
}

function parseNot(parser: Parser): Expression {
  if (
    !isSymbol(parser, '!') &&
    !(isWord(parser, 'not') && beginsOperand(parser.tokens[parser.at + 1]))
  ) {
    return parseComparison(parser)
  }
  parser.at++
  if (++parser.depth > MAX_NESTING) return refuse(parser, 'The expression is nested too deep.')
  const operand = parseNot(parser)
  parser.depth--
  return { kind: 'not', operand }
}

function beginsOperand(token: ExpressionToken | undefined): boolean {
  if (token === undefined || token.kind === 'end') return false
  return token.kind !== 'symbol' || token.text === '(' || token.text === '.' || token.text === '!'
}

const COMPARISONS: ReadonlyMap<string, BinaryOperator> = new Map([
  ['==', '=='],
  ['!=', '!='],
  ['<>', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
])
const SUMS: ReadonlyMap<string, BinaryOperator> = new Map([
  ['+', '+'],
  ['-', '-'],
])
const PRODUCTS: ReadonlyMap<string, BinaryOperator> = new Map([
  ['*', '*'],
  ['/', '/'],
  ['%', '%'],
])

function takeOperator(
  parser: Parser,
  operators: ReadonlyMap<string, BinaryOperator>,
): BinaryOperator | undefined {
  const token = peek(parser)
  const operator = token.kind === 'symbol' ? operators.get(token.text) : undefined
  if (operator !== undefined) parser.at++
  return operator
}

function parseComparison(parser: Parser): Expression {
  const left = parseSum(parser)
  if (isSymbol(parser, '='))
    return refuse(parser, 'Values are compared with "=="; a tag cannot set one with "=".')
  const operator = takeOperator(parser, COMPARISONS)
  return operator === undefined ? left : { kind: 'binary', operator, left, right: parseSum(parser) }
}

function parseSum(parser: Parser): Expression {
  let left = parseProduct(parser)
  for (
    let operator = takeOperator(parser, SUMS);
    operator !== undefined;
    operator = takeOperator(parser, SUMS)
  ) {
    left = { kind: 'binary', operator, left, right: parseProduct(parser) }
  }
  return left
}

function parseProduct(parser: Parser): Expression {
  let left = parseUnary(parser)
  for (
    let operator = takeOperator(parser, PRODUCTS);
    operator !== undefined;
    operator = takeOperator(parser, PRODUCTS)
  ) {
    left = { kind: 'binary', operator, left, right: parseUnary(parser) }
  }
  return left
}

function parseUnary(parser: Parser): Expression {
  if (!takeSymbol(parser, '-')) return parsePrimary(parser)
  if (++parser.depth > MAX_NESTING) return refuse(parser, 'The expression is nested too deep.')
  const operand = parseUnary(parser)
  parser.depth--
  return { kind: 'negative', operand }
}

const WORDS: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ['true', { kind: 'constant', value: true }],
  ['false', { kind: 'constant', value: false }],
  ['null', { kind: 'constant', value: null }],
  ['$index', { kind: 'loop', field: '$index' }],
  ['$first', { kind: 'loop', field: '$first' }],
  ['$last', { kind: 'loop', field: '$last' }],
])

function parsePrimary(parser: Parser): Expression {
  const token = peek(parser)
  if (token.kind === 'number' || token.kind === 'string') {
    parser.at++
    return { kind: 'constant', value: token.value }
  }
  if (token.kind === 'name') {
    parser.at++
    const word = WORDS.get(token.text)
    if (word !== undefined) return word
    if (token.text === 'this') return parsePath(parser, undefined)
    const key = peek(parser)
    if (token.text === 't' && key.kind === 'string') {
      parser.at++
      return { kind: 'filter', name: 't', input: { kind: 'constant', value: key.value }, args: [] }
    }
    noteHyphens(parser, token.text, (name) => pathTo(name, []))
    return parsePath(parser, token.text)
  }
  if (isSymbol(parser, '.')) return parseSelf(parser)
  if (takeSymbol(parser, '(')) {
    const inner = parseFiltered(parser)
    expect(parser, ')')
    return inner
  }
  return refuse(parser, say('A value is missing before %{what}.', { what: describe(token) }))
}

/** `.` alone, or `.name` for a name of the innermost scope only. */
function parseSelf(parser: Parser): Expression {
  const next = parser.tokens[parser.at + 1]
  if (next?.kind === 'name') return parsePath(parser, undefined)
  parser.at++
  if (isSymbol(parser, '[')) return parsePath(parser, undefined)
  return { kind: 'path', root: undefined, steps: [], text: '.' }
}

function pathTo(root: string | undefined, steps: readonly PathStep[]): Expression {
  const keys = steps.map((step) => ('key' in step ? `.${step.key}` : '[…]'))
  return { kind: 'path', root, steps, text: (root ?? 'this') + keys.join('') }
}

/** Remembers a hyphened name that was just read, for `parseWhole`. */
function noteHyphens(parser: Parser, name: string, pathOf: (name: string) => Expression): void {
  const hyphen = name.indexOf('-')
  if (hyphen === -1) return
  const names = { whole: pathOf(name), first: pathOf(name.slice(0, hyphen)) }
  parser.hyphened.push({ at: parser.at - 1, name: names })
}

function parsePath(parser: Parser, root: string | undefined): Expression {
  const steps: PathStep[] = []
  let text = root ?? 'this'
  for (;;) {
    if (takeSymbol(parser, '.')) {
      const token = peek(parser)
      if (token.kind !== 'name' && token.kind !== 'number')
        return refuse(parser, 'After "." a name is missing.')
      parser.at++
      const above = [...steps]
      noteHyphens(parser, token.text, (key) => pathTo(root, [...above, { key }]))
      // `items.0.1` is two steps, though its digits look like one number.
      steps.push(...token.text.split('.').map((key) => ({ key })))
      text += `.${token.text}`
    } else if (takeSymbol(parser, '[')) {
      if (++parser.depth > MAX_NESTING) return refuse(parser, 'The expression is nested too deep.')
      const index = parseOr(parser)
      parser.depth--
      expect(parser, ']')
      steps.push({ index })
      text += index.kind === 'constant' ? `[${String(index.value)}]` : '[…]'
    } else {
      return { kind: 'path', root, steps, text }
    }
  }
}
