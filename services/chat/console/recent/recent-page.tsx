import { useEffect, useRef } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import { recall, remember } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import type { ComposeTarget } from '../compose/compose-state.ts'
import type { ListHeadProps } from '../inbox/inbox-list.tsx'
import { ListFilter } from '../inbox/list-filter.tsx'
import { useListKeys } from '../inbox/use-list-keys.ts'
import { useRowFocus } from '../inbox/use-row-focus.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/recent.ts'
import {
  chooseRecent,
  orderRecent,
  recentFilter,
  recentLines,
  recentOrder,
  recentTyped,
} from './recent-choice.ts'
import { markPlaceRead, RecentLine } from './recent-line.tsx'
import type { RecentFilter, RecentRow, RecentSort } from './recent-rows.ts'
import { loadOlder, recentState, startRecent } from './recent-state.ts'

const ROW_PX = 44
const SCROLL = 'recent.scroll'
// So far from the end the next page is asked for.
const NEAR_END_ROWS = 20

/** Conversations by their newest message. */
export function RecentPage() {
  useTitle(words('title'))
  const scroller = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const rows = recentLines.value
  const { isLoading, isWhole, error } = recentState.value
  const kept = recall(SCROLL)
  const {
    rows: shown,
    totalHeight,
    scrollTo,
  } = useVirtualRows(scroller, {
    count: rows.length,
    rowHeight: ROW_PX,
    firstOffset: typeof kept === 'number' ? kept : 0,
  })
  const focus = useRowFocus({
    name: 'recent',
    keys: rows.map(({ key }) => key),
    scroller,
    scrollTo,
  })
  useListKeys({ rows, focus, field, read: readRow, target: targetOf })
  useEffect(startRecent, [])
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= rows.length - NEAR_END_ROWS
  useEffect(() => {
    if (isNearEnd && rows.length > 0 && error === undefined) void loadOlder()
  }, [isNearEnd, rows.length])
  return (
    <div class="list-page recent-page">
      <RecentHead field={field} onDown={() => focus.move(0)} />
      <div
        class="list-scroll"
        ref={scroller}
        onScrollEnd={(event) => remember(SCROLL, event.currentTarget.scrollTop)}
      >
        <div class="recent" role="table" aria-label={words('title')} aria-rowcount={rows.length}>
          <Columns />
          <div class="recent-rows" role="rowgroup" style={{ height: `${totalHeight}px` }}>
            {shown.map(({ index, top }) => {
              const row = rows[index]
              return (
                row !== undefined && (
                  <RecentLine
                    key={row.key}
                    row={row}
                    top={top}
                    isCurrent={row.key === focus.current}
                    onFocus={() => focus.note(row.key)}
                  />
                )
              )
            })}
          </div>
        </div>
        {isLoading && <Skeleton lines={rows.length === 0 ? 12 : 2} />}
        {error !== undefined && (
          <Failure text={failureText(error)} onRetry={() => void loadOlder()} />
        )}
        {rows.length === 0 && !isLoading && isWhole && <Nothing />}
      </div>
    </div>
  )
}

function readRow({ place, unread }: RecentRow): boolean {
  if (unread > 0) markPlaceRead(place)
  return unread > 0
}

function targetOf({ place }: RecentRow): ComposeTarget {
  return place.kind === 'direct'
    ? { kind: 'direct', userIds: place.userIds }
    : { kind: 'channel', channelId: place.channelId, topic: place.topic }
}

function RecentHead({ field, onDown }: ListHeadProps) {
  const { isUnread, isParticipated, hasMuted, kind } = recentFilter.value
  return (
    <header class="list-head">
      <h1>{words('short')}</h1>
      <ListFilter field={field} onDown={onDown} label={words('find')} typed={recentTyped} />
      <select
        class="input"
        aria-label={words('kind')}
        value={kind}
        onChange={(event) =>
          chooseRecent({ kind: event.currentTarget.value as RecentFilter['kind'] })
        }
      >
        <option value="all">{words('all')}</option>
        <option value="topics">{words('topics')}</option>
        <option value="directs">{words('directs')}</option>
      </select>
      <Toggle
        label={words('unread')}
        isOn={isUnread}
        set={(on) => chooseRecent({ isUnread: on })}
      />
      <Toggle
        label={words('participated')}
        isOn={isParticipated}
        set={(on) => chooseRecent({ isParticipated: on })}
      />
      <Toggle label={words('muted')} isOn={hasMuted} set={(on) => chooseRecent({ hasMuted: on })} />
    </header>
  )
}

interface ToggleProps {
  readonly label: string
  readonly isOn: boolean
  readonly set: (isOn: boolean) => void
}

function Toggle({ label, isOn, set }: ToggleProps) {
  return (
    <button
      type="button"
      class={classes('toggle', isOn && 'on')}
      aria-pressed={isOn}
      onClick={() => set(!isOn)}
    >
      {label}
    </button>
  )
}

function Columns() {
  return (
    <div role="rowgroup" class="recent-head">
      <div role="row" class="recent-row">
        <Column by="name" label={words('conversation')} />
        <span role="columnheader">{words('participants')}</span>
        <Column by="unread" label={words('unreadCount')} />
        <Column by="time" label={words('lastMessage')} />
      </div>
    </div>
  )
}

function Column({ by, label }: { readonly by: RecentSort; readonly label: string }) {
  const { by: now, isReversed } = recentOrder.value
  // Names go up by themselves, numbers and times down.
  const isUp = (by === 'name') !== isReversed
  return (
    <span role="columnheader" aria-sort={now === by ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <button type="button" onClick={() => orderRecent(by)}>
        {label}
        <span aria-hidden="true">{now === by ? (isUp ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </span>
  )
}

function Nothing() {
  const typed = recentTyped.value.trim()
  return (
    <Empty title={typed === '' ? words('none') : words('noMatch', { text: typed })}>
      <p>{words('noneText')}</p>
    </Empty>
  )
}
