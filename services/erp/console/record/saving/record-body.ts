import type { Shape } from '../form/record-shape.ts'
import {
  filledFrom,
  isChanged,
  isNothing,
  isUntouched,
  type NodePath,
  type RecordNode,
} from '../record-node.ts'

/** What is sent of a record, and whose place each of its lines is: `partidas[2]` is the line of a path. */
export interface RecordBody {
  readonly body: Record<string, unknown>
  readonly places: ReadonlyMap<string, NodePath>
}

/**
 * The record as it was typed, for the service to fill in and to reckon with: its lines all named, in their order, so that
 * the answer has them in the same.
 */
export function wholeBodyOf(root: RecordNode, shape?: Shape): RecordBody {
  return bodyOfRoot(root, (node, path) => ({
    values: Object.entries(node.edits).filter(([name, value]) =>
      isTold(node, { name, value, shape: shape && shapeAt(shape, path) }),
    ),
    isLineSent: (line) => (line.id === undefined ? isNewLine(line) : true),
  }))
}

/** What was typed and filled in, with the lines that are new, changed or to go; lines that nobody touched are not named. */
export function bodyOf(root: RecordNode): RecordBody {
  return bodyOfRoot(root, (node) => ({
    values: [...filledValues(node), ...Object.entries(node.edits).filter(isSentOf(node))],
    isLineSent: (line) => (line.id === undefined ? isNewLine(line) : isChanged(line)),
  }))
}

/** What is sent of a record itself, and which of its lines are named. */
type Choose = (
  node: RecordNode,
  path: NodePath,
) => {
  readonly values: readonly (readonly [string, unknown])[]
  readonly isLineSent: (line: RecordNode) => boolean
}

function bodyOfRoot(root: RecordNode, choose: Choose): RecordBody {
  const places = new Map<string, NodePath>()
  const body = bodyAt(root, { place: '', path: [], choose }, places)
  return { body, places }
}

interface Position {
  readonly place: string
  readonly path: NodePath
  readonly choose: Choose
}

function bodyAt(
  node: RecordNode,
  { place, path, choose }: Position,
  places: Map<string, NodePath>,
): Record<string, unknown> {
  places.set(place, path)
  if (node.isDeleted) return { id: node.id, _delete: true }
  const body: Record<string, unknown> = node.id === undefined ? {} : { id: node.id }
  const { values, isLineSent } = choose(node, path)
  for (const [name, value] of values) {
    if (!name.endsWith('_str')) body[name] = value
  }
  for (const [relation, lines] of Object.entries(node.lines)) {
    const sent = lines.filter(isLineSent)
    if (sent.length === 0) continue
    body[relation] = sent.map((line, index) => {
      const at = {
        place: inner(place, relation, index),
        path: [...path, [relation, line.key] as const],
        choose,
      }
      return bodyAt(line, at, places)
    })
  }
  if (path.length === 0) delete body['id']
  return body
}

/** What the service filled in is sent as it was shown. */
function filledValues(node: RecordNode): readonly (readonly [string, unknown])[] {
  return Object.keys(node.filled).flatMap((name) => {
    const value = node.reckoned[name]
    return filledFrom(node, name) === undefined || isNothing(value) ? [] : [[name, value] as const]
  })
}

/** A new record is silent about what is empty, so that the service fills it in. */
function isSentOf(node: RecordNode): (entry: readonly [string, unknown]) => boolean {
  return ([name, value]) => {
    if (filledFrom(node, name) !== undefined) return false
    return !(isNothing(value) && node.id === undefined && isNothing(node.base[name]))
  }
}

/**
 * What was typed is told; what was emptied too, so that it stays empty, unless no record is without it: that is filled in
 * again.
 */
function isTold(
  node: RecordNode,
  of: { readonly name: string; readonly value: unknown; readonly shape: Shape | undefined },
): boolean {
  if (!isNothing(of.value) || node.id !== undefined) return true
  const column = of.shape?.columns.get(of.name)
  return !isNothing(node.base[of.name]) || column?.required === false
}

function isNewLine(line: RecordNode): boolean {
  return !line.isDeleted && !isUntouched(line)
}

function shapeAt(shape: Shape, path: NodePath): Shape | undefined {
  const [step, ...rest] = path
  if (step === undefined) return shape
  const line = shape.lines.find(({ name }) => name === step[0])
  return line === undefined ? undefined : shapeAt(line.shape, rest)
}

function inner(place: string, relation: string, index: number): string {
  return `${place === '' ? '' : `${place}.`}${relation}[${index}]`
}
