import { useEffect, useMemo } from 'preact/hooks'
import { Empty } from '@oficina/web/notice.tsx'
import { navigate, recall, remember } from '@oficina/web/router.ts'

import type { Values } from '../values/shown-value.ts'
import { words } from '../words/list.ts'
import { gridLayout } from './grid/grid-layout.ts'
import { Grid } from './grid/grid.tsx'
import { NOTHING } from './grid/selection.ts'
import { summaryOf, summedColumns, Sums, useSums } from './grid/sums.tsx'
import { termLabel } from './group-menu.tsx'
import { groupConditions, termsOf, type GroupTerm } from './group-terms.ts'
import type { ListColumn } from './list-columns.ts'
import { Failed } from './list-head.tsx'
import { ROW_HEIGHTS } from './list-look.ts'
import { printListQuery, printSort, sortedBy, type SortTerm } from './list-query.ts'
import type { ListState } from './use-list.ts'
import { useRecords } from './use-records.ts'

const nothing = (): void => undefined

/** The records of a list counted and added up by what they are grouped by; each group leads to its records. */
export function Groups({
  list,
  onTotal,
}: {
  readonly list: ListState
  readonly onTotal: (total: number | undefined) => void
}) {
  const { meta, query, change, all, conditions, look } = list
  const rowHeight = ROW_HEIGHTS[look.density]
  const summed = summedColumns(list)
  // Amounts in several currencies are not added up: each has its own group.
  const apart = summaryOf(list).flatMap(({ group_by: by }) => by ?? [])
  const grouped = [...new Set([...query.groupBy, ...apart])]
  const terms = useMemo(() => termsOf(grouped, all), [grouped.join(','), all])
  const columns = groupColumns(terms, summed)
  const layout = useMemo(
    () => gridLayout(columns, {}),
    [columns.map(({ name }) => name).join(','), all],
  )
  const sort: readonly SortTerm[] = query.sort.length > 0 ? query.sort : [firstSort(terms)]
  const request = new URLSearchParams(conditions)
  request.set('group_by', terms.map(({ name }) => name).join(','))
  if (summed.length > 0) request.set('sum', summed.map(({ name }) => name).join(','))
  request.set('sort', printSort(sort).replaceAll('sum.', ''))
  const offset = Number(recall('offset') ?? 0)
  const records = useRecords(`/${meta.model}?${request.toString()}`, Math.floor(offset / rowHeight))
  const sums = useSums(list)
  const { pages } = records
  useEffect(() => onTotal(pages.total), [pages.total])
  const linkOf = (group: Values): string => {
    const own = groupConditions(terms, group)
    const fields = terms.map(({ column }) => column.name)
    const others = query.conditions.filter(([name]) => !fields.includes(name.split('__')[0] ?? ''))
    const opened = printListQuery({
      ...query,
      conditions: [...others, ...own],
      groupBy: [],
      sort: [],
    })
    return `/m/${meta.model}?${opened.toString()}`
  }
  return (
    <>
      {pages.error !== undefined && <Failed error={pages.error} onRetry={pages.retry} />}
      {pages.total === 0 ? (
        <Empty title={words('nothingFound')} />
      ) : (
        <Grid
          label={meta.label_plural}
          layout={layout}
          records={records}
          rowHeight={rowHeight}
          firstOffset={offset}
          question={request.toString()}
          onScrolled={(at) => remember('offset', at)}
          sort={sort}
          onSort={(field, options) => change({ ...query, sort: sortedBy(sort, field, options) })}
          onResize={nothing}
          selection={NOTHING}
          marked={false}
          onMark={nothing}
          onMarkAll={nothing}
          linkOf={linkOf}
          onOpen={(group) => void navigate(linkOf(group))}
          editorOf={() => undefined}
          isEditing={false}
          isMarkable={false}
          isCards={false}
          footRows={sums.length}
          foot={
            sums.length === 0 ? undefined : <Sums layout={layout} sums={sums} isMarkable={false} />
          }
        />
      )}
    </>
  )
}

/** Months follow each other, the latest first; else the largest groups stand above. */
function firstSort([first]: readonly GroupTerm[]): SortTerm {
  return { field: first?.unit === undefined ? 'count' : first.name, isDescending: true }
}

function groupColumns(
  terms: readonly GroupTerm[],
  summed: readonly ListColumn[],
): readonly ListColumn[] {
  const [model] = terms
  if (model === undefined) return []
  const named = terms.map((term): ListColumn => ({
    ...term.column,
    name: term.name,
    label: termLabel(term),
    isSortable: true,
    // A month is a text such as `2026-03`.
    ...(term.unit === undefined ? {} : { type: 'period', align: 'left' }),
  }))
  const count: ListColumn = {
    ...model.column,
    name: 'count',
    label: words('records'),
    type: 'integer',
    choices: null,
    references: null,
    align: 'right',
    width: 110,
    isSortable: true,
  }
  const sums = summed.map((column): ListColumn => ({
    ...column,
    name: `sum.${column.name}`,
    isSortable: true,
  }))
  return [...named, count, ...sums]
}
