import { isChanged, isUntouched, type NodePath, type RecordNode } from '../record-node.ts'

/** What is sent of a record, and whose place each of its lines is: `partidas[2]` is the line of a path. */
export interface RecordBody {
  readonly body: Record<string, unknown>
  readonly places: ReadonlyMap<string, NodePath>
}

/** How much of the lines is sent. */
type LinesSent = 'changed' | 'all'

/**
 * The record as it would be, for the service to reckon with: its lines all named, in their order, so that the answer has
 * them in the same.
 */
export function wholeBodyOf(root: RecordNode): Record<string, unknown> {
  return bodyAt(root, { place: '', path: [], sent: 'all' }, new Map())
}

/** What was typed, with the lines that are new, changed or to go; lines that nobody touched are not named. */
export function bodyOf(root: RecordNode): RecordBody {
  const places = new Map<string, NodePath>()
  return { body: bodyAt(root, { place: '', path: [], sent: 'changed' }, places), places }
}

interface Position {
  readonly place: string
  readonly path: NodePath
  readonly sent: LinesSent
}

function bodyAt(
  node: RecordNode,
  { place, path, sent: howMuch }: Position,
  places: Map<string, NodePath>,
): Record<string, unknown> {
  places.set(place, path)
  if (node.isDeleted) return { id: node.id, _delete: true }
  const body: Record<string, unknown> = node.id === undefined ? {} : { id: node.id }
  for (const [name, value] of Object.entries(node.edits)) {
    if (isSent(node, name, value)) body[name] = value
  }
  for (const [relation, lines] of Object.entries(node.lines)) {
    const sent = lines.filter((line) => isLineSent(line, howMuch))
    if (sent.length === 0) continue
    body[relation] = sent.map((line, index) =>
      bodyAt(
        line,
        {
          place: inner(place, relation, index),
          path: [...path, [relation, line.key]],
          sent: howMuch,
        },
        places,
      ),
    )
  }
  if (path.length === 0) delete body['id']
  return body
}

/** A new record is silent about what is empty, so that the service fills it in. */
function isSent(node: RecordNode, name: string, value: unknown): boolean {
  if (name.endsWith('_str')) return false
  const isEmpty = value === null || value === undefined || value === ''
  return !(isEmpty && node.id === undefined && isNone(node.base[name]))
}

function isNone(value: unknown): boolean {
  return value === null || value === undefined
}

function isLineSent(line: RecordNode, howMuch: LinesSent): boolean {
  if (line.id === undefined) return !line.isDeleted && !isUntouched(line)
  return howMuch === 'all' || isChanged(line)
}

function inner(place: string, relation: string, index: number): string {
  return `${place === '' ? '' : `${place}.`}${relation}[${index}]`
}
