import { textOf } from '../data/cell-value.ts'
import { valueAt } from '../data/data-path.ts'
import { sameName } from '../data/same-name.ts'
import { words } from '../words/merge.ts'
import { rowData, type Mapping, type RowContext, type Source, type Target } from './mapping.ts'

export interface MappingTableProps {
  readonly context: RowContext
  readonly onChange: (mapping: Mapping) => void
}

/** Which column each value comes from, with what it is in the first row. */
export function MappingTable({ context, onChange }: MappingTableProps) {
  const { sheet, targets, mapping } = context
  const first = rowData(sheet.rows[0] ?? [], context)
  const used = new Set(
    Object.values(mapping).flatMap((source) => (typeof source === 'object' ? [source.column] : [])),
  )
  const unused = sheet.titles.filter((_title, at) => !used.has(at))
  return (
    <section class="card" aria-labelledby="merge-mapping">
      <h2 id="merge-mapping">{words('mapping')}</h2>
      <table class="merge-table">
        <thead>
          <tr>
            <th scope="col">{words('tag')}</th>
            <th scope="col">{words('from')}</th>
            <th scope="col">{words('example')}</th>
          </tr>
        </thead>
        <tbody>
          {targets.map((target) => (
            <tr key={target.name}>
              <th scope="row">
                {target.label}{' '}
                {!sameName(target.label, target.name) && <small class="muted">{target.name}</small>}
                {target.field.isRequired && <span class="required"> *</span>}
              </th>
              <td>
                <SourceChoice
                  target={target}
                  titles={sheet.titles}
                  source={mapping[target.name] ?? 'empty'}
                  onChoose={(source) => onChange({ ...mapping, [target.name]: source })}
                />
              </td>
              <td class="merge-example">{shown(valueAt(first, target.path))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unused.length > 0 && <p class="muted">{words('unused', { names: unused.join(', ') })}</p>}
    </section>
  )
}

interface SourceChoiceProps {
  readonly target: Target
  readonly titles: readonly string[]
  readonly source: Source
  readonly onChoose: (source: Source) => void
}

function SourceChoice({ target, titles, source, onChoose }: SourceChoiceProps) {
  return (
    <select
      class="input"
      aria-label={words('column', { name: target.name })}
      value={typeof source === 'object' ? String(source.column) : source}
      onChange={({ currentTarget: { value } }) =>
        onChoose(value === 'same' || value === 'empty' ? value : { column: Number(value) })
      }
    >
      <option value="empty">{words('empty')}</option>
      <option value="same">{words('same')}</option>
      {target.isSimple &&
        titles.map((title, at) => (
          <option key={at} value={String(at)}>
            {title}
          </option>
        ))}
    </select>
  )
}

const MAX_SHOWN = 60

function shown(value: unknown): string {
  const text = textOf(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
