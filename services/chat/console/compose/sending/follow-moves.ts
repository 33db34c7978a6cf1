import { onEvent } from '../../state/apply-event.ts'
import { composing, retarget } from '../compose-state.ts'

/** What is being written goes along when its whole topic gets another name or channel. Until the answer is called. */
export function followMoves(): () => void {
  return onEvent('update_message', (event) => {
    // What is missing in it moved nothing.
    const {
      stream_id: from,
      new_stream_id: to,
      orig_subject: before,
      subject,
      propagate_mode: mode,
    } = event
    const target = composing.peek()?.target
    if (target?.kind !== 'channel' || before === undefined || mode !== 'change_all') return
    const isHere = target.channelId === from && target.topic?.toLowerCase() === before.toLowerCase()
    if (isHere) retarget({ kind: 'channel', channelId: to ?? from, topic: subject ?? before })
  })
}
