import { startCompose } from '../compose/compose-state.ts'
import { useShortcut } from '../keys/use-shortcut.ts'
import { readChannel, readDirect, readTopic, setPolicy } from '../sidebar/conversation-acts.ts'
import { fold, unfold } from '../sidebar/folds.ts'
import { directUserIds } from '../state/direct.ts'
import { POLICY, topicPolicy } from '../state/topics.ts'
import type { InboxRow } from './inbox-rows.ts'
import type { RowFocus } from './use-row-focus.ts'

/** The keys of the inbox: along its lines, and on the one that has the focus. */
export function useInboxKeys(
  rows: readonly InboxRow[],
  focus: RowFocus,
  field: { readonly current: HTMLInputElement | null },
): void {
  const now = (): InboxRow | undefined => rows.find(({ key }) => key === focus.current)
  useShortcut('next', () => focus.move(1))
  useShortcut('previous', () => {
    if (rows[0]?.key !== focus.current) return focus.move(-1)
    field.current?.focus()
    return true
  })
  useShortcut('first', () => focus.toEdge('first'))
  useShortcut('last', () => focus.toEdge('last'))
  useShortcut('fold', () => foldRow(now(), fold))
  useShortcut('unfold', () => foldRow(now(), unfold))
  useShortcut('markRead', () => markRead(now()))
  useShortcut('muteTopic', () => choosePolicy(now(), POLICY.muted))
  useShortcut('followTopic', () => choosePolicy(now(), POLICY.followed))
  useShortcut('reply', () => reply(now()))
}

function foldRow(row: InboxRow | undefined, how: (part: string) => void): boolean {
  if (row?.kind !== 'section' && row?.kind !== 'channel') return false
  how(row.key)
  return true
}

/** Marks what a line stands for as read. */
export function markRead(row: InboxRow | undefined): boolean {
  if (row === undefined || row.kind === 'section') return false
  if (row.kind === 'direct') readDirect(row.direct.direct)
  else if (row.kind === 'channel') readChannel(row.channel.channelId)
  else readTopic(row.channelId, row.topic.topic)
  return true
}

/** Sets the policy of a topic's line, or takes it back where it is so already. */
function choosePolicy(row: InboxRow | undefined, policy: number): boolean {
  if (row?.kind !== 'topic') return false
  const { channelId, topic } = row
  const isSo = topicPolicy(channelId, topic.topic) === policy
  void setPolicy(channelId, topic.topic, isSo ? POLICY.none : policy)
  return true
}

function reply(row: InboxRow | undefined): boolean {
  if (row === undefined || row.kind === 'section') return false
  if (row.kind === 'direct') {
    startCompose({ kind: 'direct', userIds: directUserIds(row.direct.direct) })
  } else if (row.kind === 'channel') {
    startCompose({ kind: 'channel', channelId: row.channel.channelId, topic: undefined })
  } else {
    startCompose({ kind: 'channel', channelId: row.channelId, topic: row.topic.topic })
  }
  return true
}
