import readIcon from 'lucide-static/icons/check-check.svg'
import { useRef } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import { recall, remember } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { api } from '../session/api.ts'
import { attempt } from '../sidebar/conversation-acts.ts'
import { unreadTotal } from '../state/unread.ts'
import { words } from '../words/inbox.ts'
import { InboxLine } from './inbox-line.tsx'
import type { InboxFilter } from './inbox-rows.ts'
import { chooseInboxFilter, inboxFilter, inboxLines, inboxTyped } from './inbox-state.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useRowFocus } from './use-row-focus.ts'

const ROW_PX = 36
const SCROLL = 'inbox.scroll'

/** What is unread, by conversation. */
export function InboxPage() {
  useTitle(words('title'))
  const scroller = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const rows = inboxLines.value
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
  const focus = useRowFocus({ name: 'inbox', keys: rows.map(({ key }) => key), scroller, scrollTo })
  useInboxKeys(rows, focus, field)
  return (
    <div class="list-page">
      <InboxHead field={field} onDown={() => focus.move(0)} />
      <div
        class="list-scroll"
        ref={scroller}
        onScrollEnd={(event) => remember(SCROLL, event.currentTarget.scrollTop)}
      >
        {rows.length === 0 && <NothingUnread />}
        <ul class="inbox" style={{ height: `${totalHeight}px` }}>
          {shown.map(({ index, top }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <li
                key={row.key}
                class={`row-${row.kind}`}
                style={{ transform: `translateY(${top}px)` }}
              >
                <InboxLine
                  row={row}
                  isCurrent={row.key === focus.current}
                  onFocus={() => focus.note(row.key)}
                />
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}

interface InboxHeadProps {
  readonly field: { readonly current: HTMLInputElement | null }
  readonly onDown: () => void
}

function InboxHead({ field, onDown }: InboxHeadProps) {
  return (
    <header class="list-head">
      <h1>{words('title')}</h1>
      <input
        ref={field}
        class="input"
        type="search"
        aria-label={words('find')}
        placeholder={words('find')}
        value={inboxTyped.value}
        onInput={(event) => {
          inboxTyped.value = event.currentTarget.value
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          onDown()
        }}
      />
      <select
        class="input"
        aria-label={words('show')}
        value={inboxFilter.value}
        onChange={(event) => chooseInboxFilter(event.currentTarget.value as InboxFilter)}
      >
        <option value="unmuted">{words('unmuted')}</option>
        <option value="followed">{words('followed')}</option>
        <option value="all">{words('all')}</option>
      </select>
      <Button
        icon={readIcon}
        disabled={unreadTotal.value === 0}
        onClick={() => void markEverythingRead()}
      >
        {words('readAll')}
      </Button>
    </header>
  )
}

async function markEverythingRead(): Promise<void> {
  const isSure = await ask({
    title: words('readAll'),
    text: words('readAllText', { count: unreadTotal.peek() }),
    confirm: words('readAll'),
  })
  if (isSure) await attempt(() => api('POST', '/mark_all_as_read'))
}

function NothingUnread() {
  const isFound = inboxTyped.value.trim() !== ''
  if (isFound) return <Empty title={words('noMatch', { text: inboxTyped.value.trim() })} />
  const isFiltered = inboxFilter.value === 'followed'
  return (
    <Empty title={words(isFiltered ? 'noneFollowed' : 'none')}>
      <p>{words(isFiltered ? 'noneFollowedText' : 'noneText')}</p>
    </Empty>
  )
}
