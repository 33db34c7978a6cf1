import { Button } from '@oficina/web/button.tsx'
import { printCsv } from '@oficina/web/csv-text.ts'
import { Link } from '@oficina/web/link.tsx'
import { saveFile } from '@oficina/web/save-file.ts'

import type { ModelMetadata } from '../../metadata/model-metadata.ts'
import { words } from '../../words/import.ts'
import { ScrollBox } from '../grid/scroll-box.tsx'
import type { ListColumn } from '../list-columns.ts'
import type { ImportProblem, ImportResult } from './import-run.ts'
import type { ImportFile, Mapping } from './import-table.ts'

export interface ImportOutcomeProps {
  readonly meta: ModelMetadata
  readonly file: ImportFile
  readonly mapping: Mapping
  readonly columns: readonly ListColumn[]
  readonly isDryRun: boolean
  readonly result: ImportResult
}

const MAX_LISTED = 300

/** What an import did, or would do, and what is wrong with which cell. */
export function ImportOutcome(props: ImportOutcomeProps) {
  const { meta, columns, isDryRun, result } = props
  const { created, updated, problems, problemCount } = result
  const labelOf = (field: string | undefined): string =>
    columns.find(({ name }) => name === field)?.label ?? field ?? ''
  const table = problems.map((problem) => [
    problem.row === undefined ? '' : String(problem.row),
    labelOf(problem.field),
    cellOf(props, problem),
    problem.message,
  ])
  return (
    <section class="card import-outcome" aria-label={words('outcome')}>
      <h2>
        <span role="status">
          {words(isDryRun ? 'wouldDo' : 'did', { created, updated })}
          {problemCount > 0 && ` ${words('problems', { count: problemCount })}`}
        </span>
      </h2>
      {!isDryRun && created + updated > 0 && (
        <p>
          <Link to={`/m/${meta.model}?sort=-id`}>{words('see')}</Link>
        </p>
      )}
      {problemCount > 0 && (
        <>
          <ScrollBox class="batch-failures" label={words('outcome')}>
            <table>
              <thead>
                <tr>
                  {(['row', 'field', 'value', 'problem'] as const).map((name) => (
                    <th key={name} scope="col">
                      {words(name)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.slice(0, MAX_LISTED).map((cells, index) => (
                  <tr key={index}>
                    {cells.map((cell, at) => (
                      <td key={at}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
          <Button
            onClick={() =>
              saveFile(
                new Blob([`\u{feff}${printCsv(table)}`], { type: 'text/csv' }),
                'problems.csv',
              )
            }
          >
            {words('downloadProblems')}
          </Button>
        </>
      )}
    </section>
  )
}

/** What stands in the file where the problem is. */
function cellOf({ file, mapping }: ImportOutcomeProps, { row, field }: ImportProblem): string {
  if (file.kind !== 'table' || row === undefined || field === undefined) return ''
  const at = mapping.findIndex((name) => name === field || name === `${field}_str`)
  return file.rows[row - file.firstRow]?.[at] ?? ''
}
