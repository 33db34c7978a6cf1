import { useEffect, useState } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'

import { api } from '../../session/api.ts'
import { plainText } from '../../values/plain-text.ts'
import { shownText, type Values } from '../../values/shown-value.ts'
import { words } from '../../words/list.ts'
import type { ListColumn } from '../list-columns.ts'
import type { ListState } from '../use-list.ts'
import type { GridLayout } from './grid-layout.ts'

/** What amounts add up to, of all that match; in several currencies one for each. */
export interface SumRow {
  readonly label: string
  readonly values: Values
}

// More the service does not add up at once.
const MAX_SUMS = 16
// As many currencies as leave room for the records.
const MAX_ROWS = 3

/** The amounts worth adding up, of those that are shown. */
export function summaryOf({ meta, layout }: ListState) {
  const named = (meta.admin.summary ?? []).filter(({ field }) =>
    layout.columns.some(({ name }) => name === field),
  )
  return named.slice(0, MAX_SUMS)
}

export function summedColumns(list: ListState): readonly ListColumn[] {
  const fields = summaryOf(list).map(({ field }) => field)
  return list.layout.columns.filter(({ name }) => fields.includes(name))
}

interface Group {
  readonly sum: Values
  readonly [field: string]: unknown
}

/** The sums of all records that match; none while they are not known. */
export function useSums(list: ListState): readonly SumRow[] {
  const { meta } = list
  const summary = summaryOf(list)
  const asked = JSON.stringify([list.conditions.toString(), summary])
  const [rows, setRows] = useState<readonly SumRow[]>([])
  useEffect(() => {
    const abort = new AbortController()
    const load = async (): Promise<void> => {
      const bys = [...new Set(summary.map(({ group_by: by }) => by))]
      const found = bys.map(async (by) => {
        const fields = summary.filter(({ group_by: own }) => own === by).map(({ field }) => field)
        const query = new URLSearchParams(list.conditions)
        query.set('sum', fields.join(','))
        if (by !== null) {
          query.set('group_by', by)
          query.set('sort', '-count')
        }
        const { data } = await api<readonly Group[]>(`/${meta.model}?${query.toString()}`, {
          signal: abort.signal,
        })
        return data.slice(0, MAX_ROWS).map((group): SumRow => {
          const text = by === null ? '' : plainText(group[`${by}_str`] ?? group[by])
          return { label: text, values: group.sum }
        })
      })
      try {
        const all = (await Promise.all(found)).flat()
        if (!abort.signal.aborted) setRows(all)
      } catch {
        // A list without its sums is still a list; a refusal is told by the list itself.
        if (!abort.signal.aborted) setRows([])
      }
    }
    void load()
    return () => abort.abort()
  }, [meta.model, asked])
  return rows
}

/** The last rows of a grid: what the columns add up to over all that match. */
export function Sums({
  layout,
  sums,
  isMarkable,
}: {
  readonly layout: GridLayout
  readonly sums: readonly SumRow[]
  readonly isMarkable: boolean
}) {
  return (
    <>
      {sums.map(({ label, values }) => (
        <div key={label} role="row" class="grid-row grid-sums">
          {isMarkable && (
            <div role="gridcell" class="cell mark">
              <span class="hidden">{words('sum')}</span>
            </div>
          )}
          {layout.columns.map((column, index) => {
            const name = column.name.replace(/^sum\./, '')
            const text = values[name] === undefined ? '' : shownText({ ...column, name }, values)
            return (
              <div
                key={column.name}
                role="gridcell"
                class={classes(column.class, index === 0 && 'sum-label')}
                style={column.style}
              >
                {index === 0 && text === '' ? `${words('sum')} ${label}` : text}
              </div>
            )
          })}
        </div>
      ))}
    </>
  )
}
