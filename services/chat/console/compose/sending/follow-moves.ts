import { onEvent } from '../../state/apply-event.ts'
import { composing, retarget } from '../compose-state.ts'

interface Moved {
  readonly stream_id?: number
  readonly new_stream_id?: number
  readonly orig_subject?: string
  readonly subject?: string
  readonly propagate_mode?: string
}

/** What is being written goes along when its whole topic gets another name or channel. Until the answer is called. */
export function followMoves(): () => void {
  return onEvent('update_message', (event) => {
    // The service's own event; what is missing in it moved nothing.
    const {
      stream_id: from,
      new_stream_id: to,
      orig_subject: before,
      subject,
      propagate_mode: mode,
    } = event as Moved
    const target = composing.peek()?.target
    if (target?.kind !== 'channel' || before === undefined || mode !== 'change_all') return
    const isHere = target.channelId === from && target.topic?.toLowerCase() === before.toLowerCase()
    if (isHere) retarget({ kind: 'channel', channelId: to ?? from, topic: subject ?? before })
  })
}
