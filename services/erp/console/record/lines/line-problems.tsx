import '@preact/signals'
import { words } from '../../words/lines.ts'
import { linesAt, type LinesPlace } from './line-edits.ts'
import type { ActiveCell } from './line-moves.ts'

export interface LineProblemsProps {
  readonly place: LinesPlace
  readonly numbers: readonly number[]
  readonly onActive: (cell: ActiveCell) => void
}

// More are told when these are mended.
const MAX_TOLD = 8

/** What is wrong in the lines, in words; each leads to its cell. */
export function LineProblems({ place, numbers, onActive }: LineProblemsProps) {
  const { state, path, line } = place
  const lines = linesAt(place)
  const told = state.problems.value.fields.flatMap((problem) => {
    const step = problem.path[path.length]
    if (problem.path.length !== path.length + 1 || step?.[0] !== line.name) return []
    const at = lines.findIndex(({ key }) => key === step[1])
    const column = line.shape.columns.get(problem.field)
    return at < 0 || column === undefined ? [] : [{ ...problem, at, column, key: step[1] }]
  })
  if (told.length === 0) return null
  return (
    <ul class="line-problems">
      {told.slice(0, MAX_TOLD).map(({ key, at, column, message }) => (
        <li key={`${key} ${column.name} ${message}`}>
          <button
            type="button"
            onClick={() => onActive({ key, field: column.name, isEntered: true })}
          >
            {words('cell', { label: column.label, number: String(numbers[at] ?? at + 1) })}:{' '}
            {message}
          </button>
        </li>
      ))}
    </ul>
  )
}
