import { api } from '../session/api.ts'
import { applyEvents } from './apply-event.ts'

/** Flags that a person sets. */
export type OwnFlag = 'starred' | 'collapsed'

/**
 * Sets or takes away a flag of messages, shown at once and taken back when the service refuses.
 * @throws ApiFailure
 */
export async function changeFlag(
  ids: readonly number[],
  op: 'add' | 'remove',
  flag: OwnFlag,
): Promise<void> {
  show(ids, op, flag)
  try {
    await api('POST', '/messages/flags', { messages: ids, op, flag })
  } catch (error) {
    show(ids, op === 'add' ? 'remove' : 'add', flag)
    throw error
  }
}

// An event of this tab's own, which is in no queue.
const LOCAL = -1

function show(ids: readonly number[], op: 'add' | 'remove', flag: string): void {
  applyEvents([{ id: LOCAL, type: 'update_message_flags', op, flag, messages: ids }])
}
