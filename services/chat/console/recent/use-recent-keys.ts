import { startCompose } from '../compose/compose-state.ts'
import type { RowFocus } from '../inbox/use-row-focus.ts'
import { useShortcut } from '../keys/use-shortcut.ts'
import { setPolicy } from '../sidebar/conversation-acts.ts'
import { POLICY, topicPolicy } from '../state/topics.ts'
import { markPlaceRead } from './recent-line.tsx'
import type { RecentRow } from './recent-rows.ts'

/** The keys of the list of recent conversations: along it, and on the row that has the focus. */
export function useRecentKeys(
  rows: readonly RecentRow[],
  focus: RowFocus,
  field: { readonly current: HTMLInputElement | null },
): void {
  const now = (): RecentRow | undefined => rows.find(({ key }) => key === focus.current)
  useShortcut('next', () => focus.move(1))
  useShortcut('previous', () => {
    if (rows[0]?.key !== focus.current) return focus.move(-1)
    field.current?.focus()
    return true
  })
  useShortcut('first', () => focus.toEdge('first'))
  useShortcut('last', () => focus.toEdge('last'))
  useShortcut('markRead', () => {
    const row = now()
    if (row === undefined || row.unread === 0) return false
    markPlaceRead(row.place)
    return true
  })
  useShortcut('muteTopic', () => choosePolicy(now(), POLICY.muted))
  useShortcut('followTopic', () => choosePolicy(now(), POLICY.followed))
  useShortcut('reply', () => reply(now()))
}

function choosePolicy(row: RecentRow | undefined, policy: number): boolean {
  if (row?.place.kind !== 'topic') return false
  const { channelId, topic } = row.place
  const isSo = topicPolicy(channelId, topic) === policy
  void setPolicy(channelId, topic, isSo ? POLICY.none : policy)
  return true
}

function reply(row: RecentRow | undefined): boolean {
  if (row === undefined) return false
  const { place } = row
  if (place.kind === 'direct') startCompose({ kind: 'direct', userIds: place.userIds })
  else startCompose({ kind: 'channel', channelId: place.channelId, topic: place.topic })
  return true
}
