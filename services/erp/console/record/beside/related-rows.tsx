import { classes } from '@oficina/web/dom.ts'
import { Link } from '@oficina/web/link.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { modelMetadata, type Column, type ModelMetadata } from '../../metadata/model-metadata.ts'
import { api } from '../../session/api.ts'
import { withDecimals } from '../../values/column-decimals.ts'
import { recordText } from '../../values/record-text.ts'
import { ShowValue } from '../../values/show-value.tsx'
import { isNumeric } from '../../values/shown-value.ts'
import { words } from '../../words/surroundings.ts'
import type { ShownRecord } from '../surrounded-record.ts'
import type { RelatedGroup } from './related-records.ts'

const MAX_ROWS = 8
const MAX_COLUMNS = 5

interface Rows {
  readonly meta: ModelMetadata
  readonly rows: readonly ShownRecord[]
}

/** The newest records of a group, and the way to all of them. */
export function RelatedRows({
  group,
  version,
}: {
  readonly group: RelatedGroup
  readonly version: string
}) {
  const { model, filter, label, count, more } = group
  const { value, error, reload } = useLoaded(`${model} ${filter} ${version}`, (signal) =>
    readRows(group, signal),
  )
  if (error !== undefined) return <Failure text={words('rowsFailed')} onRetry={reload} />
  if (value === undefined) return <Skeleton lines={Math.min(count, MAX_ROWS)} />
  const columns = withDecimals(shownColumns(value.meta, group), value.rows)
  return (
    <>
      <div class="rows-scroll">
        <table aria-label={label}>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th
                  key={column.name}
                  scope="col"
                  class={classes(index > 0 && isNumeric(column) && 'num')}
                >
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {value.rows.map((row) => (
              <tr key={row.id}>
                {columns.map((column, index) => (
                  <td key={column.name} class={classes(index > 0 && isNumeric(column) && 'num')}>
                    {index === 0 ? (
                      <Link to={`/m/${model}/${row.id}`} class="key">
                        {keyText(value.meta, column, row)}
                      </Link>
                    ) : (
                      <ShowValue column={column} record={row} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(more || count > value.rows.length) && (
        <Link to={`/m/${model}?${filter}`} class="see-all">
          {words('seeAll')}
        </Link>
      )}
    </>
  )
}

/** The record by its first column; where that is empty, or no text, by its words. */
function keyText(meta: ModelMetadata, column: Column, row: ShownRecord): string {
  const value = row[column.name]
  const isName = column.type === 'text' && typeof value === 'string' && value !== ''
  return isName ? value : recordText(meta, row)
}

/** What a list shows first, without the record that they all refer to. */
function shownColumns(meta: ModelMetadata, { field }: RelatedGroup): readonly Column[] {
  const shown = meta.admin.list_display.filter((name) => name !== field)
  const state = shown.find((name) =>
    meta.columns.some((column) => column.name === name && column.type === 'choice'),
  )
  const first = shown.filter((name) => name !== state).slice(0, MAX_COLUMNS - 1)
  const names = state === undefined ? first : [...first, state]
  return names.flatMap((name) => meta.columns.find((column) => column.name === name) ?? [])
}

async function readRows({ model, filter }: RelatedGroup, signal: AbortSignal): Promise<Rows> {
  const [meta, { data }] = await Promise.all([
    modelMetadata(model),
    api<readonly ShownRecord[]>(`/${model}?${filter}&sort=-id&per_page=${MAX_ROWS}&count=false`, {
      signal,
    }),
  ])
  return { meta, rows: data }
}
