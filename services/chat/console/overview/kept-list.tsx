import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Empty, Skeleton } from '@oficina/web/notice.tsx'
import { useTitle } from '@oficina/web/title.ts'

import type { ComposeTarget } from '../compose/compose-state.ts'
import { targetName } from '../compose/recipient/target-narrow.ts'
import { useRowFocus } from '../inbox/use-row-focus.ts'
import { useShortcut } from '../keys/use-shortcut.ts'
import { PresenceDot } from '../people/presence-dot.tsx'
import { ChannelSign } from '../sidebar/marks.tsx'

/** Something that the person keeps to send or to be told: a draft, a scheduled message, a reminder. */
export interface Kept {
  readonly key: string
  readonly where: ComponentChildren
  /** When it was written, or when it is due. */
  readonly when: ComponentChildren
  readonly body: ComponentChildren
  /** Why it was not sent. */
  readonly problem?: string | undefined
  /** Buttons, the most likely first. */
  readonly acts: ComponentChildren
  readonly open: () => void
  readonly remove: () => void
}

export interface KeptListProps {
  readonly title: string
  /** Undefined while they are not known. */
  readonly items: readonly Kept[] | undefined
  readonly emptyTitle: string
  readonly emptyText: string
  /** Beside the title. */
  readonly acts?: ComponentChildren
}

/** A page of what the person keeps: arrows move, Enter opens, Delete removes. */
export function KeptList({ title, items, emptyTitle, emptyText, acts }: KeptListProps) {
  useTitle(title)
  const scroller = useRef<HTMLDivElement>(null)
  const focus = useRowFocus({
    name: title,
    keys: (items ?? []).map(({ key }) => key),
    scroller,
    scrollTo: (index) =>
      scroller.current?.querySelectorAll('.kept')[index]?.scrollIntoView({ block: 'nearest' }),
  })
  const now = (): Kept | undefined => items?.find(({ key }) => key === focus.current)
  useShortcut('next', () => focus.move(1))
  useShortcut('previous', () => focus.move(-1))
  useShortcut('first', () => focus.toEdge('first'))
  useShortcut('last', () => focus.toEdge('last'))
  useShortcut('open', () => run(now()?.open))
  useShortcut('remove', () => run(now()?.remove))
  return (
    <div class="list-page">
      <header class="list-head">
        <h1>{title}</h1>
        {items !== undefined && items.length > 0 && acts}
      </header>
      <div class="list-scroll" ref={scroller}>
        {items === undefined && <Skeleton lines={9} />}
        {items?.length === 0 && (
          <Empty title={emptyTitle}>
            <p>{emptyText}</p>
          </Empty>
        )}
        <ul class="kept-list">
          {items?.map((item) => (
            <KeptItem
              key={item.key}
              item={item}
              isCurrent={item.key === focus.current}
              onFocus={() => focus.note(item.key)}
            />
          ))}
        </ul>
      </div>
    </div>
  )
}

interface KeptItemProps {
  readonly item: Kept
  readonly isCurrent: boolean
  readonly onFocus: () => void
}

function KeptItem({ item, isCurrent, onFocus }: KeptItemProps) {
  const { key, where, when, body, problem, acts, open } = item
  return (
    <li class="kept">
      <div class="kept-head">
        <button
          type="button"
          class="kept-where"
          data-row={key}
          tabIndex={isCurrent ? 0 : -1}
          onFocus={onFocus}
          onClick={open}
        >
          {where}
        </button>
        <span class="kept-when">{when}</span>
      </div>
      <div class="kept-body">{body}</div>
      {problem !== undefined && <p class="field-error">{problem}</p>}
      <div class="kept-acts">{acts}</div>
    </li>
  )
}

/** Whom something is for, with the sign of the channel or of the person. */
export function Where({ target }: { readonly target: ComposeTarget }) {
  const [only, ...others] = target.kind === 'direct' ? target.userIds : []
  return (
    <>
      {target.kind === 'channel' && target.channelId !== undefined && (
        <ChannelSign channelId={target.channelId} />
      )}
      {only !== undefined && others.length === 0 && <PresenceDot userId={only} />}
      <span>{targetName(target).replace(/^#/, '')}</span>
    </>
  )
}

function run(act: (() => void) | undefined): boolean {
  act?.()
  return act !== undefined
}
