import '@preact/signals'
import moreIcon from 'lucide-static/icons/ellipsis.svg'
import type { ComponentChildren } from 'preact'
import { Button } from '@oficina/web/button.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Menu, type MenuItem } from '@oficina/web/menu.tsx'

import { recordText } from '../values/record-text.ts'
import { ShowValue } from '../values/show-value.tsx'
import { words } from '../words/record.ts'
import { isOpenIn, isUnsaved, type FormState } from './form/form-state.ts'
import { stateColumn } from './form/record-shape.ts'
import { listOf, type Neighbours } from './neighbours.ts'
import { valueOf } from './record-node.ts'

export interface RecordHeadProps {
  readonly state: FormState
  readonly query: URLSearchParams
  readonly neighbours: Neighbours | undefined
  readonly isReadOnly: boolean
  readonly isBusy: boolean
  readonly onSave: (isMore: boolean) => void
  readonly onDiscard: () => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
  readonly onStep: (by: -1 | 1) => void
  /** What can be done with the record as it is stored, while nothing of it is being changed. */
  readonly actions: ComponentChildren
}

/** What the record is, where it stands in its list, and what can be done with it as a whole. */
export function RecordHead(props: RecordHeadProps) {
  const { state, query, neighbours } = props
  const { meta } = state.shape
  const node = state.node.value
  const isNew = node.id === undefined
  const column = stateColumn(state.shape)
  const list = listOf(query)
  const to = list === undefined ? `/m/${meta.model}` : `/m/${meta.model}?${list.query}`
  const document = documentOf(state)
  const title = isNew ? words('newOf', { model: meta.label }) : recordText(meta, node.base)
  return (
    <header class="record-head">
      <p class="crumbs">
        <Link to={to.replace(/\?$/, '')}>{meta.label_plural}</Link>
        {document !== undefined && (
          <>
            {' › '}
            <Link to={document.to}>{document.text}</Link>
          </>
        )}
        {neighbours !== undefined && (
          <>
            {' › '}
            {words('placeOf', { row: neighbours.row, total: neighbours.total })}
          </>
        )}
      </p>
      <div class="head">
        <h1>{title}</h1>
        {!isNew && column !== undefined && valueOf(node, column.name) !== null && (
          <ShowValue column={column} record={node.base} />
        )}
        <span class="grow" />
        <Steps {...props} />
        {!isNew && !isUnsaved(state) && props.actions}
        <HeadActions {...props} isNew={isNew} />
      </div>
    </header>
  )
}

/** The document that a line belongs to, where what waits for somebody is done. */
function documentOf({ shape: { meta }, node }: FormState) {
  const { base } = node.value
  const owner = meta.relations.find(({ line_of: isLine }) => isLine === true)
  const id = owner === undefined ? undefined : base[owner.field]
  if (owner === undefined || typeof id !== 'number') return undefined
  return { to: `/m/${owner.model}/${id}`, text: String(base[`${owner.field}_str`] ?? id) }
}

function Steps({ neighbours, onStep }: RecordHeadProps) {
  if (neighbours === undefined) return null
  return (
    <>
      <Button kind="quiet" disabled={neighbours.previous === undefined} onClick={() => onStep(-1)}>
        ‹ {words('previous')}
      </Button>
      <Button kind="quiet" disabled={neighbours.next === undefined} onClick={() => onStep(1)}>
        {words('next')} ›
      </Button>
    </>
  )
}

function HeadActions(props: RecordHeadProps & { readonly isNew: boolean }) {
  const { state, isReadOnly, isBusy, isNew, onSave, onDiscard, onDuplicate, onRemove } = props
  const { rights } = state.shape
  const isChanged = isUnsaved(state)
  const mayRemove = isOpenIn(state, state.shape.meta.states?.deletable_in)
  const items: readonly MenuItem[] = [
    ...(!isNew && rights?.create === true
      ? [{ label: words('duplicate'), run: onDuplicate, isDisabled: isChanged }]
      : []),
    ...(!isNew && rights?.delete === true
      ? [{ label: words('remove'), run: onRemove, isDangerous: true, isDisabled: !mayRemove }]
      : []),
  ]
  return (
    <>
      {!isReadOnly && isChanged && !isNew && (
        <Button kind="quiet" onClick={onDiscard} disabled={isBusy}>
          {words('discard')}
        </Button>
      )}
      {isNew && (
        <Button onClick={() => onSave(true)} isBusy={isBusy}>
          {words('saveAndNew')}
        </Button>
      )}
      {!isReadOnly && (isNew || isChanged) && (
        <Button kind="primary" onClick={() => onSave(false)} isBusy={isBusy}>
          {words('save')}
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          kind="quiet"
          icon={moreIcon}
          items={items}
          aria-label={words('more')}
          title={words('more')}
        />
      )}
    </>
  )
}
