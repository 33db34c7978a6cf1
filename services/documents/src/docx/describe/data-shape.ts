import { contentOf, type CodeKind } from '../codes/code-style.ts'
import type { CompiledPackage, Op, SectionOp } from '../compile/program.ts'
import type { Expression } from '../expression/expression.ts'
import { formatterReads, type ArgumentRole } from '../expression/formatters.ts'
import { isForbiddenKey } from '../expression/scope.ts'
import { tagTree, type TemplateTag } from './tag-tree.ts'

/** What the tags of a template reveal about one value in the data. */
export type DataShape = {
  readonly uses: Set<DataUse>
  /** Names read of the value, or of its items. */
  readonly children: Map<string, DataShape>
}

export type DataUse =
  | 'text'
  | 'number'
  | 'date'
  | 'image'
  | 'xml'
  | 'rich'
  | `code ${CodeKind}`
  /** It is an argument of a formatter. */
  | ArgumentRole
  /** It decides whether something is shown. */
  | 'condition'
  /** Certainly a list: it repeats rows, or a formatter of lists is applied to it. */
  | 'list'
  /** A section is opened for it; whether it is a list or an object the template does not tell. */
  | 'section'
  /** A name inside it is read. */
  | 'object'

type FilterExpression = Extract<Expression, { kind: 'filter' }>

/** The shape of the data that a template reads. A name in a section is assumed to belong to what the section opens. */
export function dataShape(compiled: CompiledPackage): DataShape {
  const root = emptyShape()
  const named = new Set(tagTree(compiled).flatMap(namesIn))
  for (const part of compiled.parts) readOps(part.ops, root, named)
  return root
}

function emptyShape(): DataShape {
  return { uses: new Set(), children: new Map() }
}

function namesIn({ paths, tags }: TemplateTag): readonly string[] {
  return [...paths, ...tags.flatMap(namesIn)]
}

/** `named` are the names that tags of the template read. */
function readOps(ops: readonly Op[], scope: DataShape, named: ReadonlySet<string>): void {
  for (const op of ops) {
    switch (op.kind) {
      case 'link':
        for (const piece of op.pieces)
          if (!('text' in piece)) readExpression(settled(piece.expression, named), scope, 'text')
        break
      case 'code':
        readExpression(settled(op.expression, named), scope, 'text')
        readExpression(settled(op.expression, named), scope, `code ${op.style.kind}`)
        break
      case 'inner':
      case 'value':
        readExpression(settled(op.expression, named), scope, 'text')
        break
      case 'image':
        readExpression(settled(op.expression, named), scope, 'image')
        break
      case 'rich':
        readExpression(settled(op.expression, named), scope, 'rich')
        break
      case 'raw':
        readExpression(settled(op.expression, named), scope, 'xml')
        break
      case 'section':
        readSection(op, scope, named)
        break
      case 'table':
        for (const inner of [op.head, op.rows, op.tail]) readOps(inner, scope, named)
        break
      case 'drop':
        readOps(op.body, scope, named)
        break
      case 'merge':
      case 'leading':
      case 'grid':
      case 'share':
      case 'static':
      case 'ensure-paragraph':
      case 'unique':
      case 'once':
        break
    }
  }
}

/** `total-descuento` is read as a difference when `total` is read elsewhere, else as a name. */
function settled(expression: Expression, named: ReadonlySet<string>): Expression {
  const hyphened = expression.kind === 'named' ? expression.otherwise : expression
  if (hyphened.kind !== 'hyphened') return expression
  const mask = hyphened.names.reduce(
    (sum, { first }, i) => sum | (named.has(nameOf(first) ?? '') ? 1 << i : 0),
    0,
  )
  return hyphened.readings[mask] ?? expression
}

function readSection(op: SectionOp, scope: DataShape, named: ReadonlySet<string>): void {
  const expression = settled(op.expression, named)
  const opened =
    op.isInverted || !opensScope(op) || showsItself(op) ? undefined : openedShape(expression, scope)
  if (opened === undefined) readExpression(expression, scope, 'condition')
  else opened.uses.add(op.repeatsRows || readsPosition(op.body) ? 'list' : 'section')
  const strays = isGroup(expression) ? strayKey(opened) : undefined
  readOps(op.body, opened ?? scope, named)
  strays?.children.delete('key')
  readOps(op.otherwise, scope, named)
}

/** A section around nothing but fixed text is a condition: nothing reads names inside it. */
function opensScope(op: SectionOp): boolean {
  return (
    op.repeatsRows ||
    op.body.some((inner) => inner.kind !== 'static' && inner.kind !== 'ensure-paragraph')
  )
}

/** `{#descuento}{descuento}{/descuento}`: shown when present, so it is no list and opens no names. */
function showsItself(op: SectionOp): boolean {
  const own = nameOf(op.expression)
  return own !== undefined && !op.repeatsRows && !readsPosition(op.body) && shows(op.body, own)
}

function shows(ops: readonly Op[], name: string): boolean {
  return ops.some((op) => {
    if (op.kind === 'value' || op.kind === 'image' || op.kind === 'code' || op.kind === 'rich')
      return shownNames(op.expression).includes(name)
    if (op.kind === 'drop') return shows(op.body, name)
    return op.kind === 'section' && (shows(op.body, name) || shows(op.otherwise, name))
  })
}

/** What an expression writes as text; a list that is counted or joined is not shown itself. */
function shownNames(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'path':
    case 'named':
      return [nameOf(expression) ?? '']
    case 'filter':
      return isOfLists(expression.name) ? [] : shownNames(expression.input)
    case 'binary':
      return [...shownNames(expression.left), ...shownNames(expression.right)]
    case 'choice':
      return [...shownNames(expression.yes), ...shownNames(expression.no)]
    case 'not':
    case 'negative':
      return shownNames(expression.operand)
    case 'hyphened':
    case 'constant':
    case 'loop':
      return []
  }
}

function nameOf(expression: Expression): string | undefined {
  if (expression.kind === 'named') return expression.name
  return expression.kind === 'path' && expression.root !== undefined ? expression.text : undefined
}

function openedShape(expression: Expression, scope: DataShape): DataShape | undefined {
  switch (expression.kind) {
    case 'path':
      return shapeAt(expression, scope)
    case 'named':
      return expression.otherwise.kind === 'path'
        ? shapeAt(expression.otherwise, scope)
        : childOf(scope, expression.name)
    case 'filter': {
      const shape = openedShape(expression.input, scope)
      if (isGroup(expression)) return shape && groupShape(expression, shape)
      shape?.uses.add(isOfLists(expression.name) ? 'list' : 'section')
      return shape
    }
    default:
      return undefined
  }
}

/** The items of groups that have no key of their own: one that is read there is the group's. */
function strayKey(group: DataShape | undefined): DataShape | undefined {
  const items = group?.children.get('items')
  return items?.children.has('key') === true ? undefined : items
}

function isGroup(expression: Expression): boolean {
  return expression.kind === 'filter' && expression.name === 'group'
}

/** What a section over groups opens: their key, and the items of the list. */
function groupShape({ args: [field], each }: FilterExpression, list: DataShape): DataShape {
  list.uses.add('list')
  const named = field?.kind === 'constant' ? String(field.value).split('.') : []
  const key = each === undefined ? named.reduce(childOf, list) : emptyShape()
  if (each === undefined) key.uses.add('text')
  else readExpression(each, list, 'text')
  return {
    uses: new Set(['list']),
    children: new Map([
      ['key', key],
      ['items', list],
    ]),
  }
}

/** `{.}` and `{$index}` only make sense in a list. */
function readsPosition(ops: readonly Op[]): boolean {
  return ops.some((op) => {
    if (op.kind === 'drop') return readsPosition(op.body)
    if (op.kind !== 'value') return false
    const { expression } = op
    return (
      expression.kind === 'loop' ||
      (expression.kind === 'path' && expression.root === undefined && expression.steps.length === 0)
    )
  })
}

function readExpression(expression: Expression, scope: DataShape, use: DataUse): void {
  switch (expression.kind) {
    case 'path':
      shapeAt(expression, scope).uses.add(use)
      break
    case 'named':
      if (expression.otherwise.kind === 'constant') childOf(scope, expression.name).uses.add(use)
      else readExpression(expression.otherwise, scope, use)
      break
    case 'not':
    case 'negative':
      readExpression(expression.operand, scope, 'condition')
      break
    case 'binary':
      readExpression(expression.left, scope, operandUse(expression.operator))
      readExpression(expression.right, scope, operandUse(expression.operator))
      break
    case 'choice':
      readExpression(expression.condition, scope, 'condition')
      readExpression(expression.yes, scope, use)
      readExpression(expression.no, scope, use)
      break
    case 'filter':
      readFilter(expression, scope)
      break
    case 'hyphened':
    case 'constant':
    case 'loop':
      break
  }
}

function operandUse(operator: string): DataUse {
  if (operator === 'and' || operator === 'or') return 'condition'
  return '-*/%'.includes(operator) ? 'number' : 'text'
}

function readFilter(expression: FilterExpression, scope: DataShape): void {
  const { name, input, args } = expression
  const reads = formatterReads(name)
  readExpression(input, scope, reads.input)
  for (const [i, arg] of args.entries()) readExpression(arg, scope, reads.args?.[i] ?? 'text')
  if (reads.field !== undefined) readField(expression, openedShape(input, scope), reads.field)
}

/** What the first argument reads of the items of a list. */
function readField(
  { each, args: [field] }: FilterExpression,
  items: DataShape | undefined,
  use: 'text' | 'number',
): void {
  if (items === undefined) return
  if (each !== undefined) return readExpression(each, items, use)
  if (field?.kind !== 'constant' || typeof field.value !== 'string') return
  const keys = field.value.replace(/^-/, '').split('.')
  keys.reduce(childOf, items).uses.add(use)
}

function isOfLists(formatter: string): boolean {
  return formatterReads(formatter).input === 'list'
}

function shapeAt(path: Extract<Expression, { kind: 'path' }>, scope: DataShape): DataShape {
  let shape = path.root === undefined ? scope : childOf(scope, path.root)
  for (const step of path.steps) {
    if ('key' in step) {
      shape.uses.add('object')
      shape = childOf(shape, step.key)
    } else {
      readExpression(step.index, scope, 'text')
      shape.uses.add('list')
    }
  }
  return shape
}

function childOf(shape: DataShape, key: string): DataShape {
  const known = shape.children.get(key)
  if (known !== undefined) return known
  const made = emptyShape()
  // A forbidden name never resolves, so the data need not have it.
  if (!isForbiddenKey(key)) shape.children.set(key, made)
  return made
}

const STRICT_CODES = ['ean13', 'ean8', 'code128'] as const

/** What a value must hold for the code that it is drawn as; undefined when any text will do. */
export function codeContent({ uses }: DataShape): ReturnType<typeof contentOf> {
  const kind = STRICT_CODES.find((one) => uses.has(`code ${one}`))
  return kind === undefined ? undefined : contentOf(kind)
}
