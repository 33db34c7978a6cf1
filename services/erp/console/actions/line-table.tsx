import { useState } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'

import type { Column, ModelMetadata } from '../metadata/model-metadata.ts'
import { plainText } from '../values/plain-text.ts'
import { shownText } from '../values/shown-value.ts'
import { ValueInput } from '../values/value-input.tsx'
import { words } from '../words/actions.ts'
import type { LineColumn, LinesInput } from './action-description.ts'
import type { Cell, Cells, Line } from './line-entries.ts'
import { pendingOf } from './pending.ts'
import { plainColumn } from './plain-column.ts'

interface LineTableProps {
  readonly meta: ModelMetadata
  /** The model whose lines they are. */
  readonly parent: string
  readonly lines: LinesInput
  readonly pending: readonly Line[]
  readonly cells: Cells
  readonly onChange: (cells: Cells) => void
}

// What says which line it is: the article, the description.
const SHOWN_COLUMNS = 2

/** Lines with what may be said of each; what few need is shown when it is asked for. */
export function LineTable({ meta, parent, lines, pending, cells, onChange }: LineTableProps) {
  const [isWhole, setWhole] = useState(false)
  if (pending.length === 0) return <p class="muted">{words('noLines')}</p>
  const told = tellingColumns(meta, parent, lines)
  const needed = lines.columns.filter((column) => column.required || column.default !== null)
  const asked = isWhole || needed.length === 0 ? lines.columns : needed
  const set = (key: string, { name }: LineColumn, cell: Cell): void =>
    onChange({ ...cells, [key]: { ...cells[key], [name]: cell } })
  return (
    <>
      <div class="lines-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">#</th>
              {[...told, ...asked].map(({ name, label, type }) => (
                <th key={name} scope="col" class={classes(type === 'quantity' && 'num')}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pending.map((line) => {
              const key = plainText(line[lines.key])
              return (
                <tr key={key}>
                  <td class="muted">{key}</td>
                  {told.map((column) => (
                    <td key={column.name}>{shownText(column, line)}</td>
                  ))}
                  {asked.map((column) => (
                    <td key={column.name} class="cell">
                      <ValueInput
                        isCell
                        column={plainColumn(column)}
                        label={`${column.label} ${key}`}
                        value={cellOf(cells, key, column)?.value ?? pendingOf(column, line) ?? null}
                        text={cellOf(cells, key, column)?.text}
                        onChange={(value, chosen) =>
                          set(key, column, { value: value ?? '', text: chosen?.text })
                        }
                      />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p class="field-help">
        {words('linesHint')}{' '}
        {asked.length < lines.columns.length && (
          <button type="button" class="link" onClick={() => setWhole(true)}>
            {words('moreColumns')}
          </button>
        )}
      </p>
    </>
  )
}

function cellOf(cells: Cells, key: string, { name }: LineColumn): Cell | undefined {
  return cells[key]?.[name]
}

/** The columns that tell which line it is: no amounts, not the document, not the place. */
function tellingColumns(
  meta: ModelMetadata,
  parent: string,
  { key }: LinesInput,
): readonly Column[] {
  const names = meta.admin.list_display
  return meta.columns
    .filter(({ name, type, references }) => {
      const isText = type === 'text' || type === 'reference'
      return isText && names.includes(name) && name !== key && references !== parent
    })
    .slice(0, SHOWN_COLUMNS)
}
