import columnsIcon from 'lucide-static/icons/columns-3.svg'
import addIcon from 'lucide-static/icons/plus.svg'
import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Empty, Failure } from '@oficina/web/notice.tsx'
import { navigate, recall, remember } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'

import type { ModelMetadata } from '../metadata/model-metadata.ts'
import { FavouriteButton } from '../personal/favourite-button.tsx'
import { ApiFailure } from '../session/api.ts'
import type { Values } from '../values/shown-value.ts'
import { words } from '../words/list.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import { FacetBar } from './facet-bar.tsx'
import { Grid } from './grid.tsx'
import { ROW_HEIGHTS } from './list-look.ts'
import { printSort, sortedBy } from './list-query.ts'
import { SearchBox } from './search-box.tsx'
import { selectedCount } from './selection.ts'
import { useList, type ListState } from './use-list.ts'
import { useRecords } from './use-records.ts'
import { useSelection } from './use-selection.ts'
import { ViewsMenu } from './views-menu.tsx'

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
      <Records list={list} />
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
  const linkOf = (record: Values, row: number): string =>
    `/m/${meta.model}/${String(record['id'])}?in=${encodeURIComponent(list.address)}&n=${row}`
  return (
    <>
      <Head list={list} total={pages.total} />
      <Filters list={list} />
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
        />
      )}
    </>
  )
}

function Head({ list, total }: { readonly list: ListState; readonly total: number | undefined }) {
  const { meta, rights } = list
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div class="list-head">
      <h1>{meta.label_plural}</h1>
      <FavouriteButton path={`/m/${meta.model}`} label={meta.label_plural} />
      <span class="muted" role="status">
        {total === undefined ? '' : words('count', { count: total })}
      </span>
      <span class="grow" />
      <Button kind="quiet" icon={columnsIcon} onClick={() => setChoosing(true)}>
        {words('columns')}
      </Button>
      {rights?.create === true && (
        <Button kind="primary" icon={addIcon} onClick={() => void navigate(`/m/${meta.model}/new`)}>
          {words('create')}
        </Button>
      )}
      {isChoosing && (
        <ColumnsDialog
          all={list.all}
          shown={list.layout.columns}
          look={list.look}
          onChange={list.setLook}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

function Filters({ list }: { readonly list: ListState }) {
  const { meta, query, change } = list
  return (
    <div class="facets" role="search" aria-label={words('filter')}>
      {meta.admin.search_fields.length > 0 && (
        <SearchBox
          label={words('search', { name: meta.label_plural })}
          searched={query.search}
          onSearch={(search) => change({ ...query, search })}
        />
      )}
      <FacetBar
        model={meta.model}
        columns={list.all}
        offered={meta.admin.filters}
        query={query}
        onChange={change}
      />
      <span class="grow" />
      <ViewsMenu
        model={meta.model}
        saved={list.saved}
        current={list.view}
        present={{ query: list.keptQuery, look: list.look }}
        onOpen={list.openView}
        onSaved={list.noteView}
      />
    </div>
  )
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const reason = error instanceof ApiFailure ? error.message : ''
  const text = words('failed', { reason: reason === '' ? words('noAnswer') : reason })
  return <Failure text={text} onRetry={onRetry} />
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
