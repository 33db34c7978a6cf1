import columnsIcon from 'lucide-static/icons/columns-3.svg'
import editIcon from 'lucide-static/icons/pencil.svg'
import addIcon from 'lucide-static/icons/plus.svg'
import { useLayoutEffect, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { addCommands } from '@oficina/web/commands.ts'
import { Failure } from '@oficina/web/notice.tsx'
import { navigate } from '@oficina/web/router.ts'
import { addShortcuts } from '@oficina/web/shortcuts.ts'

import { FavouriteButton } from '../personal/favourite-button.tsx'
import { ApiFailure } from '../session/api.ts'
import { words } from '../words/list.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FacetBar } from './facets/facet-bar.tsx'
import { GroupMenu } from './group-menu.tsx'
import { NativeActions } from './native-actions.tsx'
import { SearchBox } from './search-box.tsx'
import type { ListState } from './use-list.ts'
import { ViewsMenu } from './views-menu.tsx'

interface HeadProps {
  readonly list: ListState
  readonly total: number | undefined
  /** Whether the total is of groups. */
  readonly isGrouped: boolean
  readonly isEditing: boolean
  /** Records were made by an action that works on none. */
  readonly onMade: () => void
  /** Begins or ends changing values in the list. */
  readonly onEdit?: () => void
}

/** The name of a list, how much there is, and what can be done with all of it. */
export function Head(props: HeadProps) {
  const { list, total, isGrouped, isEditing, onMade, onEdit } = props
  const { meta, rights } = list
  useKeys(list)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div class="list-head">
      <h1>{meta.label_plural}</h1>
      <FavouriteButton path={`/m/${meta.model}`} label={meta.label_plural} />
      <span class="muted" role="status">
        {total === undefined ? '' : words(isGrouped ? 'groups' : 'count', { count: total })}
      </span>
      <span class="grow" />
      {onEdit !== undefined && (
        <Button kind="quiet" icon={editIcon} aria-pressed={isEditing} onClick={onEdit}>
          {words('editInList')}
        </Button>
      )}
      <GroupMenu list={list} />
      <Button kind="quiet" icon={columnsIcon} onClick={() => setChoosing(true)}>
        {words('columns')}
      </Button>
      <NativeActions list={list} onDone={onMade} />
      <ExportMenu list={list} />
      {rights?.create === true && (
        <>
          <Button onClick={() => void navigate(`/m/${meta.model}/import`)}>
            {words('import')}
          </Button>
          <Button
            kind="primary"
            icon={addIcon}
            onClick={() => void navigate(`/m/${meta.model}/new`)}
          >
            {words('create')}
          </Button>
        </>
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

/** What a list answers to from anywhere on its page, also in the command palette. */
function useKeys({ meta, rights }: ListState): void {
  const mayCreate = rights?.create === true
  useLayoutEffect(() => {
    if (!mayCreate) return
    const create = (): void => void navigate(`/m/${meta.model}/new`)
    const label = (): string => words('createOf', { name: meta.label })
    const dropShortcuts = addShortcuts([{ keys: 'alt+n', label, run: create }])
    const dropCommands = addCommands(() => [
      { label: label(), keys: 'alt+n', run: create },
      {
        label: words('importOf', { name: meta.label_plural }),
        run: () => void navigate(`/m/${meta.model}/import`),
      },
    ])
    return () => {
      dropShortcuts()
      dropCommands()
    }
  }, [meta, mayCreate])
}

/** What is shown: words, conditions, groups, views. */
export function Filters({ list }: { readonly list: ListState }) {
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

/** The service did not answer, or refused what was asked. */
export function Failed({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry: () => void
}) {
  const reason = error instanceof ApiFailure ? error.message : ''
  const text = words('failed', { reason: reason === '' ? words('noAnswer') : reason })
  return <Failure text={text} onRetry={onRetry} />
}
