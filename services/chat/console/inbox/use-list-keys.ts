import { startCompose, type ComposeTarget } from '../compose/compose-state.ts'
import { useShortcut } from '../keys/use-shortcut.ts'
import { setPolicy } from '../sidebar/conversation-acts.ts'
import { POLICY, topicPolicy } from '../state/conversations/topics.ts'
import type { RowFocus } from './use-row-focus.ts'

export interface ListKeys<Row> {
  readonly rows: readonly Row[]
  readonly focus: RowFocus
  /** The field above the list: who goes up from its first row comes there. */
  readonly field: { readonly current: HTMLInputElement | null }
  /** Marks what a row stands for as read; false where there is nothing to mark. */
  readonly read: (row: Row) => boolean
  /** Whom an answer to a row goes to. */
  readonly target: (row: Row) => ComposeTarget | undefined
}

/** The keys of a list of conversations: along its rows, and on the one that has the focus, which this gives. */
export function useListKeys<Row extends { readonly key: string }>(
  list: ListKeys<Row>,
): () => Row | undefined {
  const { rows, focus, field } = list
  const now = (): Row | undefined => rows.find(({ key }) => key === focus.current)
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
    return row !== undefined && list.read(row)
  })
  const target = (): ComposeTarget | undefined => {
    const row = now()
    return row === undefined ? undefined : list.target(row)
  }
  useShortcut('muteTopic', () => choosePolicy(target(), POLICY.muted))
  useShortcut('followTopic', () => choosePolicy(target(), POLICY.followed))
  useShortcut('reply', () => {
    const to = target()
    if (to === undefined) return false
    startCompose(to)
    return true
  })
  return now
}

/** Sets the policy of a topic, or takes it back where it is so already. */
function choosePolicy(target: ComposeTarget | undefined, policy: number): boolean {
  if (target?.kind !== 'channel') return false
  const { channelId, topic } = target
  if (channelId === undefined || topic === undefined) return false
  const isSo = topicPolicy(channelId, topic) === policy
  void setPolicy(channelId, topic, isSo ? POLICY.none : policy)
  return true
}
