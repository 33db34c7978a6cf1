import type { ComposeTarget } from '../compose/compose-state.ts'
import { useShortcut } from '../keys/use-shortcut.ts'
import { readChannel, readDirect, readTopic } from '../sidebar/conversation-acts.ts'
import { fold, unfold } from '../sidebar/folds.ts'
import { directUserIds } from '../state/conversations/direct.ts'
import type { InboxRow } from './inbox-rows.ts'
import { useListKeys } from './use-list-keys.ts'
import type { RowFocus } from './use-row-focus.ts'

/** The keys of the inbox: those of lists, and what folds its parts. */
export function useInboxKeys(
  rows: readonly InboxRow[],
  focus: RowFocus,
  field: { readonly current: HTMLInputElement | null },
): void {
  const now = useListKeys({ rows, focus, field, read: markRead, target: targetOf })
  useShortcut('fold', () => foldRow(now(), fold))
  useShortcut('unfold', () => foldRow(now(), unfold))
}

function foldRow(row: InboxRow | undefined, how: (part: string) => void): boolean {
  if (row?.kind !== 'section' && row?.kind !== 'channel') return false
  how(row.key)
  return true
}

/** Marks what a line stands for as read. */
export function markRead(row: InboxRow): boolean {
  if (row.kind === 'section') return false
  if (row.kind === 'direct') readDirect(row.direct.direct)
  else if (row.kind === 'channel') readChannel(row.channel.channelId)
  else readTopic(row.channelId, row.topic.topic)
  return true
}

function targetOf(row: InboxRow): ComposeTarget | undefined {
  if (row.kind === 'section') return undefined
  if (row.kind === 'direct') return { kind: 'direct', userIds: directUserIds(row.direct.direct) }
  if (row.kind === 'topic') {
    return { kind: 'channel', channelId: row.channelId, topic: row.topic.topic }
  }
  return { kind: 'channel', channelId: row.channel.channelId, topic: undefined }
}
