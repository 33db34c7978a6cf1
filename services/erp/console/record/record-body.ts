import { isChanged, isUntouched, type NodePath, type RecordNode } from './record-node.ts'

/** What is sent of a record, and whose place each of its lines is: `partidas[2]` is the line of a path. */
export interface RecordBody {
  readonly body: Record<string, unknown>
  readonly places: ReadonlyMap<string, NodePath>
}

/** What was typed, with the lines that are new, changed or to go; lines that nobody touched are not named. */
export function bodyOf(root: RecordNode): RecordBody {
  const places = new Map<string, NodePath>()
  return { body: bodyAt(root, { place: '', path: [] }, places), places }
}

interface Position {
  readonly place: string
  readonly path: NodePath
}

function bodyAt(
  node: RecordNode,
  { place, path }: Position,
  places: Map<string, NodePath>,
): Record<string, unknown> {
  places.set(place, path)
  if (node.isDeleted) return { id: node.id, _delete: true }
  const body: Record<string, unknown> = { ...(node.id === undefined ? {} : { id: node.id }) }
  for (const [name, value] of Object.entries(node.edits)) {
    if (isSent(node, name, value)) body[name] = value
  }
  for (const [relation, lines] of Object.entries(node.lines)) {
    const sent = lines.filter(isLineSent)
    if (sent.length === 0) continue
    body[relation] = sent.map((line, index) =>
      bodyAt(
        line,
        { place: inner(place, relation, index), path: [...path, [relation, line.key]] },
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

function isLineSent(line: RecordNode): boolean {
  if (line.id === undefined) return !line.isDeleted && !isUntouched(line)
  return isChanged(line)
}

function inner(place: string, relation: string, index: number): string {
  return `${place === '' ? '' : `${place}.`}${relation}[${index}]`
}
