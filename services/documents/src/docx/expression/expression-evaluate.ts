import { exactly, isShort, quickly, type ArithmeticOperator } from './exact-arithmetic.ts'
import { isDottedPath } from './expression-parse.ts'
import type { BinaryOperator, Expression, HyphenedName, LoopField, PathStep } from './expression.ts'
import type { WriterCache } from './formatter-call.ts'
import { applyFormatter } from './formatters.ts'
import { isForbiddenKey, ownValue, reportMissing, type Scope } from './scope.ts'
import { UnusableArgument } from './unusable-argument.ts'
import { compareValues, isEqual, isTruthy, toNumber, toText } from './values.ts'

/** @throws RangeError when a formatter gets an argument that it cannot use */
export type Evaluate = (scope: Scope) => unknown

/** Turns an expression into a function, so that nothing about its form is decided again for each row. */
export function compileExpression(expression: Expression): Evaluate {
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression
      return () => value
    }
    case 'path':
      return compilePath(expression.root, expression.steps, expression.text)
    case 'named':
      return compileNamed(expression.name, compileExpression(expression.otherwise))
    case 'hyphened':
      return compileHyphened(expression.names, expression.readings)
    case 'loop':
      return compileLoopField(expression.field)
    case 'not': {
      const operand = tolerant(compileExpression(expression.operand))
      return (scope) => !isTruthy(operand(scope))
    }
    case 'negative': {
      const operand = compileExpression(expression.operand)
      return (scope) => negated(operand(scope))
    }
    case 'binary':
      return compileBinary(
        expression.operator,
        compileExpression(expression.left),
        compileExpression(expression.right),
      )
    case 'choice': {
      const condition = compileExpression(expression.condition)
      const yes = compileExpression(expression.yes)
      const no = compileExpression(expression.no)
      return (scope) => (isTruthy(condition(scope)) ? yes(scope) : no(scope))
    }
    case 'filter':
      return compileFilter(expression)
  }
}

/** The same evaluation, where a missing value is not reported. */
export function tolerant(evaluate: Evaluate): Evaluate {
  return (scope) => {
    scope.tolerance++
    const value = evaluate(scope)
    scope.tolerance--
    return value
  }
}

function compilePath(root: string | undefined, steps: readonly PathStep[], text: string): Evaluate {
  if (root !== undefined && isForbiddenKey(root)) return missing(text)
  const start: Evaluate =
    root === undefined ? (scope) => scope.values[scope.depth] : (scope) => lookUp(scope, root)
  const walk = steps.map(compileStep)
  const [only] = walk
  if (only === undefined) return (scope) => start(scope) ?? absent(scope, start, text)
  return (scope) => {
    let value = start(scope)
    for (const step of walk) value = step(value, scope)
    if (value === undefined) reportMissing(scope, text)
    return value
  }
}

function missing(text: string): Evaluate {
  return (scope) => {
    reportMissing(scope, text)
    return undefined
  }
}

function absent(scope: Scope, evaluate: Evaluate, text: string): undefined | null {
  if (scope.missing !== undefined && evaluate(scope) === undefined) reportMissing(scope, text)
  return undefined
}

/**
 * A name is looked up in the innermost section that has a value for it; `null` counts as no value when an outer section
 * has one, as in docxtemplater.
 */
function lookUp(scope: Scope, key: string): unknown {
  let nothing: null | undefined
  for (let depth = scope.depth; depth >= 0; depth--) {
    const holder = scope.values[depth]
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) continue
    // `holder` is known to be an object with this own property; its shape is the customer's.
    const value = (holder as Readonly<Record<string, unknown>>)[key]
    if (value !== null && value !== undefined) return value
    nothing = null
  }
  return nothing
}

function compileStep(step: PathStep): (holder: unknown, scope: Scope) => unknown {
  if ('key' in step) {
    const { key } = step
    return (holder) => ownValue(holder, key)
  }
  const index = compileExpression(step.index)
  return (holder, scope) => ownValue(holder, toText(index(scope)))
}

/** A dotted name is first looked up as a path; any other name as a key, as written. */
function compileNamed(name: string, otherwise: Evaluate): Evaluate {
  if (isForbiddenKey(name)) return otherwise
  if (!name.includes('.')) return (scope) => lookUp(scope, name) ?? otherwise(scope)
  if (!isDottedPath(name)) {
    const keys = pathOfKeys(name)
    return (scope) => lookUp(scope, name) ?? keys(scope) ?? otherwise(scope)
  }
  const quiet = tolerant(otherwise)
  return (scope) => quiet(scope) ?? lookUp(scope, name) ?? otherwise(scope)
}

/** Each name is a difference when the data lacks it but has its first part. */
function compileHyphened(
  names: readonly HyphenedName[],
  readings: readonly Expression[],
): Evaluate {
  const probes = names.map(({ whole, first }) => ({
    whole: tolerant(compileExpression(whole)),
    first: tolerant(compileExpression(first)),
  }))
  const evaluations = readings.map(compileExpression)
  return (scope) => {
    let mask = 0
    for (const [i, { whole, first }] of probes.entries()) {
      if (whole(scope) === undefined && first(scope) !== undefined) mask |= 1 << i
    }
    return evaluations[mask]?.(scope)
  }
}

/** `cliente.Sí/No` as the key `Sí/No` of `cliente`. */
function pathOfKeys(name: string): Evaluate {
  const [root = '', ...keys] = name.split('.').map((key) => key.trim())
  if (isForbiddenKey(root)) return () => undefined
  return (scope) =>
    keys.reduce<unknown>((holder, key) => ownValue(holder, key), lookUp(scope, root))
}

function compileLoopField(field: LoopField): Evaluate {
  switch (field) {
    case '$index':
      return (scope) => scope.indexes[scope.depth]
    case '$first':
      return (scope) => scope.indexes[scope.depth] === 0
    case '$last':
      return (scope) =>
        scope.indexes[scope.depth] === Math.max(1, scope.lengths[scope.depth] ?? 1) - 1
  }
}

function negated(value: unknown): number | undefined {
  const number = toNumber(value)
  return number === undefined ? undefined : -number
}

function compileBinary(operator: BinaryOperator, left: Evaluate, right: Evaluate): Evaluate {
  switch (operator) {
    case 'or':
      return (scope) => {
        const value = left(scope)
        return isTruthy(value) ? value : right(scope)
      }
    case 'and':
      return (scope) => {
        const value = left(scope)
        return isTruthy(value) ? right(scope) : value
      }
    case '==':
      return (scope) => isEqual(left(scope), right(scope))
    case '!=':
      return (scope) => !isEqual(left(scope), right(scope))
    case '<':
      return (scope) => isOrdered(left(scope), right(scope), (order) => order < 0)
    case '<=':
      return (scope) => isOrdered(left(scope), right(scope), (order) => order <= 0)
    case '>':
      return (scope) => isOrdered(left(scope), right(scope), (order) => order > 0)
    case '>=':
      return (scope) => isOrdered(left(scope), right(scope), (order) => order >= 0)
    case '+':
      return (scope) => plus(left(scope), right(scope))
    case '-':
      return (scope) => arithmetic('-', left(scope), right(scope))
    case '*':
      return (scope) => arithmetic('*', left(scope), right(scope))
    case '/':
      return (scope) => arithmetic('/', left(scope), right(scope))
    case '%':
      return (scope) => arithmetic('%', left(scope), right(scope))
  }
}

function isOrdered(left: unknown, right: unknown, test: (order: number) => boolean): boolean {
  const order = compareValues(left, right)
  return order !== undefined && test(order)
}

// Some thousand pages; joining a text to itself repeatedly would fill the memory.
const MAX_JOINED_CHARACTERS = 4_000_000

/** Two numbers, or texts that are numbers, are added; anything else is joined as text. */
function plus(left: unknown, right: unknown): unknown {
  if (toNumber(left) !== undefined && toNumber(right) !== undefined)
    return arithmetic('+', left, right)
  const text = toText(left) + toText(right)
  if (text.length > MAX_JOINED_CHARACTERS)
    throw new UnusableArgument('The joined text is too long.')
  return text
}

const FLOATING: Readonly<Record<ArithmeticOperator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
}

/**
 * Anything that is not a number, and a division by zero, gives nothing: better an empty cell than NaN on an invoice.
 */
function arithmetic(
  operator: ArithmeticOperator,
  left: unknown,
  right: unknown,
): number | string | undefined {
  const a = toNumber(left)
  const b = toNumber(right)
  if (a === undefined || b === undefined) return undefined
  const quick = isShort(left) && isShort(right) ? quickly(operator, a, b) : undefined
  if (quick !== undefined) return quick
  const value = FLOATING[operator](a, b)
  return exactly(operator, left, right) ?? (Number.isFinite(value) ? value : undefined)
}

// Formatters for values that may be missing.
const EXPECTS_NOTHING: ReadonlySet<string> = new Set(['default', 'dropRow', 'dropParagraph'])

function compileFilter(expression: Extract<Expression, { kind: 'filter' }>): Evaluate {
  const { name } = expression
  const plain = compileExpression(expression.input)
  const input = EXPECTS_NOTHING.has(name) ? tolerant(plain) : plain
  const args = expression.args.map(compileExpression)
  const each =
    expression.each === undefined ? undefined : tolerant(compileExpression(expression.each))
  const writers: WriterCache = new Map()
  return (scope) =>
    applyFormatter(name, {
      input: input(scope),
      args: args.map((arg) => arg(scope)),
      scope,
      writers,
      ...(each === undefined ? {} : { each: within(scope, each) }),
    })
}

/** An evaluation in which the names of an item come before those around. */
function within(scope: Scope, evaluate: Evaluate): (item: unknown, index: number) => unknown {
  return (item, index) => {
    const depth = ++scope.depth
    scope.values[depth] = item
    scope.indexes[depth] = index
    scope.labels[depth] = ''
    const value = evaluate(scope)
    scope.depth--
    return value
  }
}
