import { useEffect, useMemo } from 'preact/hooks'
import { changeQuery, place, remember } from '@oficina/web/router.ts'

import type { ModelMetadata } from '../metadata/model-metadata.ts'
import { rightsOf, type ModelRights } from '../session/permissions.ts'
import { keepPreference, preference } from '../session/preferences.ts'
import { today } from './facets/day-spans.ts'
import { withDaysOf, withNamedDays } from './facets/relative-days.ts'
import { gridLayout, type GridLayout } from './grid/grid-layout.ts'
import { firstColumns, listColumns, type ListColumn } from './list-columns.ts'
import { chosenColumns, parseLook, PLAIN_LOOK, type ListLook } from './list-look.ts'
import {
  conditionsOf,
  parseListQuery,
  parseSort,
  printListQuery,
  type ListQuery,
  type SortTerm,
} from './list-query.ts'
import { useSavedViews, type SavedView, type SavedViews } from './saved-views.ts'

/** What a list shows and how: from its address, and from what the person keeps. */
export interface ListState {
  readonly meta: ModelMetadata
  readonly rights: ModelRights | undefined
  readonly query: ListQuery
  readonly change: (query: ListQuery) => void
  /** The order that holds: the person's, else the model's own. */
  readonly sort: readonly SortTerm[]
  /** Which records are meant, as parameters of the API. */
  readonly conditions: URLSearchParams
  /** Every column that could be shown. */
  readonly all: readonly ListColumn[]
  readonly layout: GridLayout
  readonly look: ListLook
  readonly setLook: (look: ListLook) => void
  readonly saved: SavedViews
  readonly view: SavedView | undefined
  readonly openView: (view: SavedView | undefined) => void
  /** A view was saved from what is shown: it is the present one. */
  readonly noteView: (id: number) => void
  /** What a view of this would hold as its query. */
  readonly keptQuery: string
  /** The address of the list as it is, after `?`. */
  readonly address: string
}

/** The parameter of the address that names the view; the API has no such parameter. */
const VIEW = 'view'
// After a view was closed; without it the one that opens first would open again.
const NO_VIEW = '0'

export function useList(meta: ModelMetadata, asked: URLSearchParams): ListState {
  const address = asked.toString()
  const query = useMemo(() => parseListQuery(asked), [address])
  const rights = rightsOf(meta.model)
  const all = useMemo(() => listColumns(meta, rights?.fields?.hidden), [meta, rights])
  const preferred = preference(`list.${meta.model}`)
  const look = useMemo(() => parseLook(preferred), [preferred])
  const layout = useMemo(
    () => gridLayout(chosenColumns(look, all, firstColumns(meta, all)), look.widths),
    [all, look],
  )
  const setLook = (next: ListLook): void => keepPreference(`list.${meta.model}`, next)
  const saved = useSavedViews(meta.model)
  const viewId = asked.get(VIEW) ?? undefined
  const view = saved.views.find(({ id }) => String(id) === viewId)
  const day = today()
  const goTo = (next: ListQuery, viewed: string | undefined): void => {
    remember('offset', 0)
    const printed = printListQuery(next)
    if (viewed !== undefined) printed.set(VIEW, viewed)
    changeQuery(printed)
  }
  const openView = (opened: SavedView | undefined): void => {
    setLook(opened?.look ?? PLAIN_LOOK)
    goTo(withDaysOf(opened?.query ?? '', all, day), String(opened?.id ?? NO_VIEW))
  }
  useEffect(() => {
    const first = saved.views.find(({ isDefault }) => isDefault)
    if (first !== undefined && place.peek().query.size === 0) openView(first)
  }, [saved.views])
  return {
    meta,
    rights,
    query,
    change: (next) => goTo(next, viewId),
    sort: query.sort.length > 0 ? query.sort : parseSort(meta.admin.ordering),
    conditions: conditionsOf(query),
    all,
    layout,
    look,
    setLook,
    saved,
    view,
    openView,
    noteView: (id) => goTo(query, String(id)),
    keptQuery: withNamedDays(query, all, day),
    address,
  }
}
