import { isUntouched, standing, type RecordNode, type Values } from '../record-node.ts'

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
  return { ...node, reckoned: Object.fromEntries(own), lines: Object.fromEntries(lines) }
}
