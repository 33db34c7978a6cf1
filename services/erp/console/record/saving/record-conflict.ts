import { isSame, type NodePath, type RecordNode, type Values } from '../record-node.ts'

/** A field that two persons changed differently. */
export interface Conflict {
  readonly path: NodePath
  readonly field: string
  readonly mine: unknown
  readonly mineText: unknown
  readonly theirs: unknown
  readonly theirsText: unknown
}

export interface Merged {
  /** On what the other wrote, with what I changed and they did not. */
  readonly node: RecordNode
  readonly conflicts: readonly Conflict[]
  /** Fields of the record itself that only the other changed, those that every write changes too. */
  readonly theirChanges: readonly string[]
  /** Lines that I changed and the other removed. */
  readonly gone: number
}

/**
 * What I typed, put on the record as somebody else has written it meanwhile. Where both changed a field differently, mine
 * stands in the node, and the conflict tells both.
 */
export function merge(mine: RecordNode, theirs: RecordNode): Merged {
  const conflicts: Conflict[] = []
  const lost = { count: 0 }
  const node = mergeAt(mine, theirs, { path: [], conflicts, lost })
  const theirChanges = Object.keys(theirs.base).filter(
    (field) =>
      !field.endsWith('_str') &&
      !isSame(theirs.base[field], mine.base[field]) &&
      !conflicts.some((one) => one.path.length === 0 && one.field === field),
  )
  return { node, conflicts, theirChanges, gone: lost.count }
}

interface Merging {
  readonly path: NodePath
  readonly conflicts: Conflict[]
  readonly lost: { count: number }
}

function mergeAt(mine: RecordNode, theirs: RecordNode, merging: Merging): RecordNode {
  const edits: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(mine.edits)) {
    if (isSame(value, theirs.base[field])) continue
    edits[field] = value
    if (!field.endsWith('_str') && !isSame(theirs.base[field], mine.base[field])) {
      merging.conflicts.push(conflictOf(mine, theirs, { path: merging.path, field }))
    }
  }
  const lines: Record<string, readonly RecordNode[]> = {}
  for (const [name, rows] of Object.entries(theirs.lines)) {
    lines[name] = mergeLines(mine.lines[name] ?? [], rows, { ...merging, name })
  }
  return { ...theirs, key: mine.key, edits, lines, isDeleted: mine.isDeleted }
}

function mergeLines(
  mine: readonly RecordNode[],
  theirs: readonly RecordNode[],
  { name, ...merging }: Merging & { readonly name: string },
): readonly RecordNode[] {
  const byId = new Map(mine.map((line) => [line.id, line]))
  const kept = theirs.map((line) => {
    const own = byId.get(line.id)
    if (own === undefined) return line
    return mergeAt(own, line, { ...merging, path: [...merging.path, [name, own.key]] })
  })
  const ids = new Set(theirs.map(({ id }) => id))
  const isGone = ({ id, edits }: RecordNode): boolean =>
    id !== undefined && !ids.has(id) && Object.keys(edits).length > 0
  // Written by the caller of the merge alone.
  const { lost } = merging
  lost.count += mine.filter(isGone).length
  return [...kept, ...mine.filter(({ id }) => id === undefined)]
}

function conflictOf(
  mine: RecordNode,
  theirs: RecordNode,
  { path, field }: { readonly path: NodePath; readonly field: string },
): Conflict {
  return {
    path,
    field,
    mine: mine.edits[field],
    mineText: mine.edits[`${field}_str`],
    theirs: theirs.base[field],
    theirsText: theirs.base[`${field}_str`],
  }
}

/** The other's value instead of mine. */
export function takeTheirs(node: RecordNode, field: string): RecordNode {
  const edits: Values = Object.fromEntries(
    Object.entries(node.edits).filter(([name]) => name !== field && name !== `${field}_str`),
  )
  return { ...node, edits }
}
