import { useState } from 'preact/hooks'
import { newId } from '@oficina/web/dom.ts'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { modelMetadata, type Column, type ModelMetadata } from '../metadata/model-metadata.ts'
import { api } from '../session/api.ts'
import { shownText } from '../values/shown-value.ts'
import { ValueInput } from '../values/value-input.tsx'
import { words } from '../words/actions.ts'
import type { LinesInput as Lines } from './action-description.ts'
import type { OwnRecord } from './action-input.tsx'
import { isZero, pendingOf } from './pending.ts'
import { plainColumn } from './plain-column.ts'

interface LinesInputProps {
  readonly label: string
  readonly lines: Lines
  readonly own: OwnRecord
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

type Line = Readonly<Record<string, unknown>>
/** What was typed, by the key of the line and the column. */
type Cells = Readonly<Record<string, Readonly<Record<string, unknown>>>>

interface Known {
  readonly meta: ModelMetadata
  readonly lines: readonly Line[]
}

// What says which line it is: the article, the description.
const SHOWN_COLUMNS = 2

/** All that is pending of a record's lines, or so much of each. */
export function LinesInput({ label, lines, own, error, onChange }: LinesInputProps) {
  const [isPart, setPart] = useState(false)
  const [cells, setCells] = useState<Cells>({})
  const [group] = useState(() => newId('lines'))
  const question = isPart ? `${own.model} ${own.record.id} ${lines.relation}` : undefined
  const known = useLoaded(question, (signal) => readLines(own, lines, signal))
  const pending = (known.value?.lines ?? []).filter((line) => isPending(line, lines))
  const change = (changed: Cells): void => {
    setCells(changed)
    onChange(entriesOf(pending, lines, changed))
  }
  const choose = (part: boolean): void => {
    setPart(part)
    setCells({})
    onChange(null)
  }
  return (
    <fieldset class="lines-input wide">
      <legend>{label}</legend>
      {[false, true].map((part) => (
        <label key={String(part)}>
          <input
            type="radio"
            name={group}
            checked={isPart === part}
            onChange={() => choose(part)}
          />
          {words(part ? 'linesSome' : 'linesWhole')}
        </label>
      ))}
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      {isPart && known.error !== undefined && (
        <Failure text={words('linesFailed')} onRetry={known.reload} />
      )}
      {isPart && known.value === undefined && known.error === undefined && <Skeleton />}
      {isPart && known.value !== undefined && (
        <LineTable
          meta={known.value.meta}
          {...{ lines, pending, cells }}
          parent={own.model}
          onChange={change}
        />
      )}
    </fieldset>
  )
}

interface LineTableProps {
  readonly meta: ModelMetadata
  readonly parent: string
  readonly lines: Lines
  readonly pending: readonly Line[]
  readonly cells: Cells
  readonly onChange: (cells: Cells) => void
}

function LineTable({ meta, parent, lines, pending, cells, onChange }: LineTableProps) {
  if (pending.length === 0) return <p class="muted">{words('noLines')}</p>
  const told = tellingColumns(meta, parent, lines)
  return (
    <div class="lines-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            {told.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            {lines.columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pending.map((line) => {
            const key = String(line[lines.key])
            return (
              <tr key={key}>
                <td class="muted">{key}</td>
                {told.map((column) => (
                  <td key={column.name}>{shownText(column, line)}</td>
                ))}
                {lines.columns.map((column) => (
                  <td key={column.name} class="cell">
                    <ValueInput
                      isCell
                      column={plainColumn({
                        ...column,
                        scale: column.scale ?? null,
                        required: column.required === true,
                        references: column.references ?? null,
                      })}
                      label={`${column.label} ${key}`}
                      value={cells[key]?.[column.name] ?? pendingOf(column, line) ?? null}
                      text={undefined}
                      onChange={(value) =>
                        onChange({ ...cells, [key]: { ...cells[key], [column.name]: value ?? '' } })
                      }
                    />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <p class="field-help">{words('linesHint')}</p>
    </div>
  )
}

/** The columns that tell which line it is: no amounts, not the document, not the place. */
function tellingColumns(meta: ModelMetadata, parent: string, { key }: Lines): readonly Column[] {
  const names = meta.admin.list_display
  return meta.columns
    .filter(({ name, type, references }) => {
      const isText = type === 'text' || type === 'reference'
      return isText && names.includes(name) && name !== key && references !== parent
    })
    .slice(0, SHOWN_COLUMNS)
}

function isPending(line: Line, { columns }: Lines): boolean {
  const amounts = columns.flatMap((column) => pendingOf(column, line) ?? [])
  return amounts.length === 0 || amounts.some((amount) => !isZero(amount))
}

/** One entry a line that comes with something; what was not typed is what was pending. */
function entriesOf(
  pending: readonly Line[],
  { key, columns }: Lines,
  cells: Cells,
): readonly Line[] {
  return pending.flatMap((line) => {
    const own = cells[String(line[key])] ?? {}
    const values = columns.map(
      (column) => [column, own[column.name] ?? pendingOf(column, line) ?? null] as const,
    )
    const isNothing = values.some(
      ([column, value]) =>
        column.default !== undefined &&
        column.default !== null &&
        (value === '' || value === null || isZero(String(value))),
    )
    if (isNothing) return []
    const given = values.filter(([, value]) => value !== null && value !== '')
    return [
      { [key]: line[key], ...Object.fromEntries(given.map(([{ name }, value]) => [name, value])) },
    ]
  })
}

async function readLines(own: OwnRecord, lines: Lines, signal: AbortSignal): Promise<Known> {
  const parent = await modelMetadata(own.model)
  const relation = parent.relations.find(({ name }) => name === lines.relation)
  if (relation === undefined) throw new Error(`${own.model} has no lines ${lines.relation}`)
  const [meta, { data }] = await Promise.all([
    modelMetadata(relation.model),
    api<Readonly<Record<string, unknown>>>(`/${own.model}/${own.record.id}?lines=true`, { signal }),
  ])
  // The relation's name holds the lines, each as a record.
  return { meta, lines: (data[lines.relation] ?? []) as readonly Line[] }
}
