import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import { navigate, recall, remember } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'

import type { ModelMetadata } from '../metadata/model-metadata.ts'
import type { Values } from '../values/shown-value.ts'
import { words } from '../words/list.ts'
import { BatchBar } from './batch/batch-bar.tsx'
import { cellEditor } from './grid/cell-editor.tsx'
import type { PlacedColumn } from './grid/grid-layout.ts'
import { Grid } from './grid/grid.tsx'
import { selectedCount } from './grid/selection.ts'
import { Sums, useSums } from './grid/sums.tsx'
import { useSelection } from './grid/use-selection.ts'
import { Groups } from './groups.tsx'
import { Failed, Filters, Head } from './list-head.tsx'
import { ROW_HEIGHTS } from './list-look.ts'
import { printSort, sortedBy } from './list-query.ts'
import { SimilarRecords } from './similar-records.tsx'
import { useIsPhone } from './use-is-phone.ts'
import { useList, type ListState } from './use-list.ts'
import { useRecords } from './use-records.ts'

export interface ListOfProps {
  readonly meta: ModelMetadata
  /** What the address asks for. */
  readonly asked: URLSearchParams
}

/** The list of a model: its head, its filters and its records. */
export function ListOf({ meta, asked }: ListOfProps) {
  const list = useList(meta, asked)
  const [total, setTotal] = useState<number | undefined>(undefined)
  const [isEditing, setEditing] = useState(false)
  // Counts up when records were made by something that is no record's action.
  const [made, setMade] = useState(0)
  const isGrouped = list.query.groupBy.length > 0
  const mayEdit = list.rights?.update === true && !isGrouped
  useTitle(meta.label_plural)
  return (
    <div class="list">
      <Head
        list={list}
        total={total}
        isGrouped={isGrouped}
        isEditing={isEditing}
        onMade={() => setMade(made + 1)}
        {...(mayEdit && { onEdit: () => setEditing(!isEditing) })}
      />
      <Filters list={list} />
      {isGrouped ? (
        <Groups key={made} list={list} onTotal={setTotal} />
      ) : (
        <Records key={made} list={list} isEditing={isEditing} onTotal={setTotal} />
      )}
    </div>
  )
}

/** The columns that are shown, and what it takes to change one of them. */
function requestedFields({ meta, layout }: ListState): readonly string[] {
  const shown = layout.columns.map(({ name }) => name)
  const further = ['version', meta.state_field ?? 'version']
  const known = further.filter((name) => meta.columns.some((column) => column.name === name))
  return [...new Set([...shown, ...known])]
}

const CARD_HEIGHT = 76

/** On a phone a record is a card of its first columns, the last of them its state where it has one. */
function cardColumns(columns: readonly PlacedColumn[]): readonly PlacedColumn[] {
  const state = columns.slice(3).find(({ type }) => type === 'choice') ?? columns[3]
  return [...columns.slice(0, 3), ...(state === undefined ? [] : [state])]
}

interface RecordsProps {
  readonly list: ListState
  readonly isEditing: boolean
  readonly onTotal: (total: number | undefined) => void
}

function Records({ list, isEditing, onTotal }: RecordsProps) {
  const { meta, query, change, sort, conditions, look } = list
  const isPhone = useIsPhone()
  const layout = useMemo(
    () => (isPhone ? { ...list.layout, columns: cardColumns(list.layout.columns) } : list.layout),
    [list.layout, isPhone],
  )
  const rowHeight = isPhone ? CARD_HEIGHT : ROW_HEIGHTS[look.density]
  const offset = Number(recall('offset') ?? 0)
  const request = new URLSearchParams(conditions)
  request.set('sort', printSort(sort))
  request.set('fields', requestedFields(list).join(','))
  const records = useRecords(`/${meta.model}?${request.toString()}`, Math.floor(offset / rowHeight))
  const { pages } = records
  const { selection, mark, markAll } = useSelection(pages, conditions.toString())
  const total = pages.total ?? 0
  useEffect(() => onTotal(pages.total), [pages.total])
  const count = selectedCount(selection, total)
  const sums = useSums(list)
  const linkOf = (record: Values, row: number): string =>
    `/m/${meta.model}/${String(record['id'])}?in=${encodeURIComponent(list.address)}&n=${row}`
  return (
    <>
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
          list={list}
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
          editorOf={(cell) => cellEditor(list, layout.columns[cell.column], { cell, pages })}
          isEditing={isEditing}
          isMarkable
          isCards={isPhone}
          footRows={isPhone ? 0 : sums.length}
          foot={
            isPhone || sums.length === 0 ? undefined : (
              <Sums layout={layout} sums={sums} isMarkable />
            )
          }
        />
      )}
    </>
  )
}

interface NothingProps {
  readonly list: ListState
  readonly isFiltered: boolean
  readonly onRemoveFilters: () => void
}

function Nothing({ list, isFiltered, onRemoveFilters }: NothingProps) {
  if (!isFiltered) return <Empty title={words('empty')} />
  return (
    <Empty title={words('nothingFound')}>
      <SimilarRecords list={list} />
      <Button onClick={onRemoveFilters}>{words('removeFilters')}</Button>
    </Empty>
  )
}
