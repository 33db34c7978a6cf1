import addIcon from 'lucide-static/icons/plus.svg'
import { useMemo, useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Empty, Failure } from '@oficina/web/notice.tsx'
import { changeQuery, navigate, recall, remember } from '@oficina/web/router.ts'

import type { ModelMetadata } from '../metadata/model-metadata.ts'
import { ApiFailure } from '../session/api.ts'
import type { Values } from '../values/shown-value.ts'
import { words } from '../words/list.ts'
import { gridLayout } from './grid-layout.ts'
import { Grid } from './grid.tsx'
import { firstColumns, listColumns } from './list-columns.ts'
import {
  conditionsOf,
  parseListQuery,
  parseSort,
  printListQuery,
  printSort,
  sortedBy,
  type ListQuery,
} from './list-query.ts'
import {
  ALL,
  NOTHING,
  selectedCount,
  withSelected,
  isSelected,
  type Selection,
} from './selection.ts'
import { useRecords } from './use-records.ts'

export interface ListOfProps {
  readonly meta: ModelMetadata
  /** What the address asks for. */
  readonly asked: URLSearchParams
}

const ROW_HEIGHT = 34

export function ListOf({ meta, asked }: ListOfProps) {
  const query = useMemo(() => parseListQuery(asked), [asked.toString()])
  const all = useMemo(() => listColumns(meta), [meta])
  const columns = useMemo(() => firstColumns(meta, all), [all])
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const layout = useMemo(() => gridLayout(columns, widths), [columns, widths])
  const [selection, setSelection] = useState<Selection>(NOTHING)
  const lastMarked = useRef(0)
  const sort = query.sort.length > 0 ? query.sort : parseSort(meta.admin.ordering)
  const offset = Number(recall('offset') ?? 0)
  const request = conditionsOf(query)
  request.set('sort', printSort(sort))
  request.set('fields', columns.map(({ name }) => name).join(','))
  const records = useRecords(
    `/${meta.model}?${request.toString()}`,
    Math.floor(offset / ROW_HEIGHT),
  )
  const { pages } = records
  const total = pages.total ?? 0
  const change = (next: ListQuery): void => {
    setSelection(NOTHING)
    changeQuery(printListQuery(next))
  }
  const inList = printListQuery(query).toString()
  const linkOf = (record: Values, row: number): string =>
    `/m/${meta.model}/${String(record['id'])}?in=${encodeURIComponent(inList)}&n=${row}`
  const mark = (row: number, { withRange }: { readonly withRange: boolean }): void => {
    const from = withRange ? Math.min(lastMarked.current, row) : row
    const to = withRange ? Math.max(lastMarked.current, row) : row
    const ids: number[] = []
    for (let index = from; index <= to; index += 1) {
      const id = pages.row(index)?.['id']
      if (typeof id === 'number') ids.push(id)
    }
    const [only] = ids
    const isChosen = withRange || (only !== undefined && !isSelected(selection, only))
    lastMarked.current = row
    setSelection(withSelected(selection, ids, isChosen))
  }
  const count = selectedCount(selection, total)
  if (pages.error !== undefined && pages.total === undefined) {
    const reason = pages.error instanceof ApiFailure ? pages.error.message : ''
    return (
      <Failure
        text={words('failed', { reason: reason === '' ? words('noAnswer') : reason })}
        onRetry={pages.retry}
      />
    )
  }
  return (
    <div class="list">
      <div class="list-head">
        <h1>{meta.label_plural}</h1>
        <span class="muted" role="status">
          {pages.total === undefined ? '' : words('count', { count: total })}
        </span>
        <span class="grow" />
        <Button kind="primary" icon={addIcon} onClick={() => void navigate(`/m/${meta.model}/new`)}>
          {words('create')}
        </Button>
      </div>
      {pages.total === 0 ? (
        <Empty title={words(inList === '' ? 'empty' : 'nothingFound')} />
      ) : (
        <Grid
          label={meta.label_plural}
          layout={layout}
          records={records}
          rowHeight={ROW_HEIGHT}
          firstOffset={offset}
          onScrolled={(at) => remember('offset', at)}
          sort={sort}
          onSort={(field, options) => change({ ...query, sort: sortedBy(sort, field, options) })}
          onResize={(field, width) => setWidths({ ...widths, [field]: width })}
          selection={selection}
          marked={count === 0 ? false : count === total ? true : undefined}
          onMark={mark}
          onMarkAll={(isMarked) => setSelection(isMarked ? ALL : NOTHING)}
          linkOf={linkOf}
          onOpen={(record, row) => void navigate(linkOf(record, row))}
          editorOf={() => undefined}
          isEditing={false}
        />
      )}
    </div>
  )
}
