import { api } from '../../session/api.ts'
import { applyEvents, LOCAL, onEvent } from '../apply-event.ts'
import { toggle, type Op } from '../own/own-toggles.ts'
import type { WireEvent } from '../part.ts'

/** Flags that a person sets. */
export type OwnFlag = 'starred' | 'collapsed'

/**
 * Sets or takes away a flag of a message, shown at once and taken back when the service refuses.
 * @throws ApiFailure
 */
export async function changeFlag(id: number, op: Op, flag: OwnFlag): Promise<void> {
  const type = 'update_message_flags'
  const messages = [id]
  await toggle(
    {
      key: `${flag} ${id}`,
      show: (shown) => applyEvents([flagsEvent(shown, flag, messages)]),
      tell: (told) => api('POST', '/messages/flags', { messages, op: told, flag }),
      onHeard: (listener) =>
        onEvent(type, (event) => {
          const isIt = event.flag === flag && event.messages.includes(id)
          if (event.id !== LOCAL && isIt) listener(event.op)
        }),
    },
    op,
  )
}

/** As the service would tell of it. */
export function flagsEvent(op: Op, flag: string, messages: readonly number[]): WireEvent {
  return { id: LOCAL, type: 'update_message_flags', op, operation: op, flag, messages, all: false }
}
