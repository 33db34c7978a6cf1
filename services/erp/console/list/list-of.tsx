import { Button } from '@oficina/web/button.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import { navigate, recall, remember } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'

import type { ModelMetadata } from '../metadata/model-metadata.ts'
import type { Values } from '../values/shown-value.ts'
import { words } from '../words/list.ts'
import { BatchBar } from './batch-bar.tsx'
import { Grid } from './grid.tsx'
import { Groups } from './groups.tsx'
import { Failed, Filters, Head } from './list-head.tsx'
import { ROW_HEIGHTS } from './list-look.ts'
import { printSort, sortedBy } from './list-query.ts'
import { selectedCount } from './selection.ts'
import { Sums, useSums } from './sums.tsx'
import { useList, type ListState } from './use-list.ts'
import { useRecords } from './use-records.ts'
import { useSelection } from './use-selection.ts'

export interface ListOfProps {
  readonly meta: ModelMetadata
  /** What the address asks for. */
  readonly asked: URLSearchParams
}

/** The list of a model: its head, its filters and its records. */
export function ListOf({ meta, asked }: ListOfProps) {
  const list = useList(meta, asked)
  useTitle(meta.label_plural)
  return (
    <div class="list">
      {list.query.groupBy.length > 0 ? <Groups list={list} /> : <Records list={list} />}
    </div>
  )
}

function Records({ list }: { readonly list: ListState }) {
  const { meta, query, change, sort, conditions, layout, look } = list
  const rowHeight = ROW_HEIGHTS[look.density]
  const offset = Number(recall('offset') ?? 0)
  const request = new URLSearchParams(conditions)
  request.set('sort', printSort(sort))
  request.set('fields', layout.columns.map(({ name }) => name).join(','))
  const records = useRecords(`/${meta.model}?${request.toString()}`, Math.floor(offset / rowHeight))
  const { pages } = records
  const { selection, mark, markAll } = useSelection(pages, conditions.toString())
  const total = pages.total ?? 0
  const count = selectedCount(selection, total)
  const sums = useSums(list)
  const linkOf = (record: Values, row: number): string =>
    `/m/${meta.model}/${String(record['id'])}?in=${encodeURIComponent(list.address)}&n=${row}`
  return (
    <>
      <Head list={list} total={pages.total} />
      <Filters list={list} />
      {count > 0 && (
        <BatchBar
          list={list}
          selection={selection}
          count={count}
          total={total}
          onSelectAll={() => markAll(true)}
          onClear={() => markAll(false)}
          onDone={() => {
            markAll(false)
            records.reload()
          }}
        />
      )}
      {pages.error !== undefined && <Failed error={pages.error} onRetry={pages.retry} />}
      {pages.total === 0 ? (
        <Nothing
          isFiltered={conditions.size > 0}
          onRemoveFilters={() => change({ ...query, conditions: [], alternatives: [], search: '' })}
        />
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
          onResize={(field, width) =>
            list.setLook({ ...look, widths: { ...look.widths, [field]: width } })
          }
          selection={selection}
          marked={count === 0 ? false : count === total ? true : undefined}
          onMark={mark}
          onMarkAll={markAll}
          linkOf={linkOf}
          onOpen={(record, row) => void navigate(linkOf(record, row))}
          editorOf={() => undefined}
          isEditing={false}
          isMarkable
          footRows={sums.length}
          foot={sums.length === 0 ? undefined : <Sums layout={layout} sums={sums} />}
        />
      )}
    </>
  )
}

interface NothingProps {
  readonly isFiltered: boolean
  readonly onRemoveFilters: () => void
}

function Nothing({ isFiltered, onRemoveFilters }: NothingProps) {
  if (!isFiltered) return <Empty title={words('empty')} />
  return (
    <Empty title={words('nothingFound')}>
      <Button onClick={onRemoveFilters}>{words('removeFilters')}</Button>
    </Empty>
  )
}
