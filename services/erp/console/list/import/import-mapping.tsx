import { words } from '../../words/import.ts'
import { ScrollBox } from '../grid/scroll-box.tsx'
import type { ImportFile, Mapping, Target } from './import-table.ts'

export interface ImportMappingProps {
  readonly file: ImportFile
  readonly targets: readonly Target[]
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}

const PREVIEW_ROWS = 5

/** The first rows of a file, and which field each of its columns is. */
export function ImportMapping({ file, targets, mapping, onChange }: ImportMappingProps) {
  if (file.kind === 'lines') {
    return (
      <section class="card" aria-label={words('preview')}>
        <h2>{words('lines', { count: file.count })}</h2>
        <ScrollBox class="import-lines" label={words('preview')}>
          <pre>{file.preview.join('\n')}</pre>
        </ScrollBox>
      </section>
    )
  }
  return (
    <section class="card" aria-label={words('preview')}>
      <h2>{words('rows', { count: file.rows.length })}</h2>
      <ScrollBox class="import-preview" label={words('preview')}>
        <table>
          <thead>
            <tr>
              {file.titles.map((title, at) => (
                <th key={at} scope="col">
                  <span>{title}</span>
                  <select
                    class="input"
                    aria-label={words('fieldOf', { name: title })}
                    value={mapping[at] ?? ''}
                    onChange={(event) =>
                      onChange(mapping.with(at, event.currentTarget.value || undefined))
                    }
                  >
                    <option value="">{words('leaveOut')}</option>
                    {targets.map(({ name, label }) => (
                      <option key={name} value={name} disabled={isTaken(mapping, name, at)}>
                        {label}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {file.rows.slice(0, PREVIEW_ROWS).map((row, index) => (
              <tr key={index}>
                {file.titles.map((_title, at) => (
                  <td key={at} class={mapping[at] === undefined ? 'muted' : undefined}>
                    {row[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  )
}

function isTaken(mapping: Mapping, name: string, at: number): boolean {
  return mapping.some((one, index) => one === name && index !== at)
}
