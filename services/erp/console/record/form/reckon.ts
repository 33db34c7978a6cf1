import {
  changeNode,
  isUntouched,
  standing,
  type FilledFrom,
  type NodePath,
  type RecordNode,
  type Values,
} from '../record-node.ts'

/** What a preview says besides the record: where values are from, by place, and how it will be numbered. */
export interface ToldWith {
  readonly filled?: Readonly<Record<string, FilledFrom>>
  readonly expected?: Readonly<Record<string, { readonly text: string }>>
}

/**
 * What the service would make of a record, put beside what was typed: its lines in the order in which they were sent, those
 * that stand and say something.
 */
export function reckoned(node: RecordNode, answer: Values): RecordNode {
  const lines = Object.entries(node.lines).map(([name, own]) => {
    const rows = answer[name]
    if (!Array.isArray(rows)) return [name, own] as const
    const sent = standing(own).filter((line) => !isUntouched(line))
    if (sent.length !== rows.length) return [name, own] as const
    const byKey = new Map(sent.map((line, index) => [line.key, rows[index] as Values]))
    return [
      name,
      own.map((line) => {
        const row = byKey.get(line.key)
        return row === undefined ? line : reckoned(line, row)
      }),
    ] as const
  })
  const own = Object.entries(answer).filter(([name]) => !(name in node.lines) && name !== 'id')
  return {
    ...node,
    reckoned: Object.fromEntries(own),
    filled: {},
    lines: Object.fromEntries(lines),
  }
}

/** The same with what the service says of where the values are from. */
export function withTold(
  node: RecordNode,
  { filled = {}, expected = {} }: ToldWith,
  places: ReadonlyMap<string, NodePath>,
): RecordNode {
  const told = Object.entries(filled).map(([place, from]) => {
    const dot = place.lastIndexOf('.')
    return { path: places.get(place.slice(0, Math.max(0, dot))), name: place.slice(dot + 1), from }
  })
  const numbered = Object.entries(expected).map(([name, { text }]) => [name, text] as const)
  const start = { ...node, expected: Object.fromEntries(numbered) }
  return told.reduce(
    (changed: RecordNode, { path, name, from }) =>
      path === undefined
        ? changed
        : changeNode(changed, path, (own) => ({ ...own, filled: { ...own.filled, [name]: from } })),
    start,
  )
}
