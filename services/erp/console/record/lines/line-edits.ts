import { companyDay } from '../../metadata/company-day.ts'
import { defaultValues } from '../form/default-values.ts'
import { changeAt, type FormState } from '../form/form-state.ts'
import { isRead, type LineShape } from '../form/record-shape.ts'
import {
  edited,
  newNode,
  nodeAt,
  standing,
  valueOf,
  type NodePath,
  type RecordNode,
} from '../record-node.ts'

/** The lines of one name of a record. */
export interface LinesPlace {
  readonly state: FormState
  /** The way to the record whose lines they are. */
  readonly path: NodePath
  readonly line: LineShape
}

export function linesAt({ state, path, line }: LinesPlace): readonly RecordNode[] {
  return standing(nodeAt(state.node.value, path)?.lines[line.name])
}

function changeLines(
  { state, path, line }: LinesPlace,
  change: (lines: readonly RecordNode[]) => readonly RecordNode[],
): void {
  changeAt(state, path, (node) => ({
    ...node,
    lines: { ...node.lines, [line.name]: change(node.lines[line.name] ?? []) },
  }))
}

export function emptyLine({ line }: LinesPlace): RecordNode {
  return newNode(defaultValues(line.shape.meta, companyDay(new Date())))
}

/** Adds lines at the end, or behind another; answers the key of the first of them. */
export function addLines(
  place: LinesPlace,
  added: readonly RecordNode[],
  behind?: string,
): string | undefined {
  changeLines(place, (lines) => {
    const at = lines.findIndex(({ key }) => key === behind)
    return at < 0
      ? [...lines, ...added]
      : [...lines.slice(0, at + 1), ...added, ...lines.slice(at + 1)]
  })
  return added[0]?.key
}

/** Another line with what can be typed of it; what is the service's own is made anew. */
export function duplicateLine(place: LinesPlace, key: string): string | undefined {
  const { line } = place
  const source = linesAt(place).find((one) => one.key === key)
  if (source === undefined) return undefined
  const copied = line.shape.meta.columns.filter(
    (column) =>
      !isRead(line.shape, column) &&
      column.computed === null &&
      !column.unique &&
      !line.headFields.has(column.name) &&
      column.name !== line.order,
  )
  const edits = Object.fromEntries(
    copied.flatMap(({ name, references }) => {
      const own = [[name, valueOf(source, name)]] as const
      return references === null
        ? own
        : [...own, [`${name}_str`, valueOf(source, `${name}_str`)] as const]
    }),
  )
  return addLines(place, [{ ...emptyLine(place), edits }], key)
}

/** Takes a line out; answers what brings it back. */
export function removeLine(place: LinesPlace, key: string): () => void {
  const before = nodeAt(place.state.node.peek(), place.path)?.lines[place.line.name] ?? []
  changeLines(place, (lines) =>
    lines.flatMap((one) => {
      if (one.key !== key) return [one]
      return one.id === undefined ? [] : [{ ...one, isDeleted: true }]
    }),
  )
  return () => {
    const at = before.findIndex((one) => one.key === key)
    const line = before[at]
    if (line === undefined) return
    changeLines(place, (lines) => {
      const others = lines.filter((one) => one.key !== key)
      return [...others.slice(0, at), line, ...others.slice(at)]
    })
  }
}

/** Moves a line up or down; the numbers of the lines are dealt out anew in the new order. */
export function moveLine(place: LinesPlace, key: string, by: -1 | 1): void {
  const { order } = place.line
  if (order === null) return
  const lines = linesAt(place)
  const at = lines.findIndex((one) => one.key === key)
  const other = lines[at + by]
  const moved = lines[at]
  if (moved === undefined || other === undefined) return
  const swapped = lines.map((one) => (one === moved ? other : one === other ? moved : one))
  const numbers = lineNumbers(place, lines)
  changeLines(place, (all) => [
    ...swapped.map((one, index) => edited(one, { [order]: numbers[index] })),
    ...all.filter(({ isDeleted }) => isDeleted),
  ])
}

/** The numbers of lines as they stand; new ones go on behind the highest, as the service will number them. */
export function lineNumbers(
  { line: { order } }: LinesPlace,
  lines: readonly RecordNode[],
): readonly number[] {
  if (order === null) return lines.map((_line, index) => index + 1)
  const own = lines.map((line) => Number(valueOf(line, order) ?? Number.NaN))
  const highest = Math.max(0, ...own.filter((number) => Number.isFinite(number)))
  const counter = { next: highest }
  return own.map((number) => {
    if (Number.isFinite(number)) return number
    counter.next += 1
    return counter.next
  })
}
