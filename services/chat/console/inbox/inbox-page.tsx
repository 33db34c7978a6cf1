import readIcon from 'lucide-static/icons/check-check.svg'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import { useTitle } from '@oficina/web/title.ts'

import { api } from '../session/api.ts'
import { attempt } from '../sidebar/conversation-acts.ts'
import { unreadTotal } from '../state/conversations/unread.ts'
import { words } from '../words/inbox.ts'
import { InboxList, type ListHeadProps } from './inbox-list.tsx'
import type { InboxFilter } from './inbox-rows.ts'
import { chooseInboxFilter, inboxFilter, inboxLines, inboxTyped } from './inbox-state.ts'
import { ListFilter } from './list-filter.tsx'

/** What is unread, by conversation. */
export function InboxPage() {
  useTitle(words('title'))
  const rows = inboxLines.value
  return (
    <InboxList name="inbox" rows={rows} renderHead={(list) => <InboxHead {...list} />}>
      {rows.length === 0 && <NothingUnread />}
    </InboxList>
  )
}

function InboxHead(list: ListHeadProps) {
  return (
    <header class="list-head">
      <h1>{words('title')}</h1>
      <ListFilter {...list} label={words('find')} typed={inboxTyped} />
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
