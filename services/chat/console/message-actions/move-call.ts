import { ask } from '@oficina/web/ask.tsx'

import { api, ApiFailure } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/message-actions.ts'

/** How much moves along with a message. */
export type PropagateMode = 'change_one' | 'change_later' | 'change_all'

export interface MoveCall {
  readonly messageId: number
  readonly topic: string | undefined
  readonly channelId: number | undefined
  readonly mode: PropagateMode
  readonly tellsOld: boolean
  readonly tellsNew: boolean
}

/**
 * Moves messages. Where only the newest of a topic may still be moved, it is asked whether to move those.
 * @returns why they were not moved; undefined when they were, or when the person thought better of it
 */
export async function moveMessages(call: MoveCall): Promise<string | undefined> {
  try {
    await send(call)
    return undefined
  } catch (error) {
    const rest = restOf(error)
    if (rest === undefined) return failureText(error)
    const isSure = await ask({
      title: words('movePartTitle'),
      text: words('movePartText', { count: rest.count, total: rest.total }),
      confirm: words('movePart', { count: rest.count }),
    })
    if (!isSure) return undefined
    return await moveMessages({ ...call, messageId: rest.first, mode: 'change_later' })
  }
}

async function send({ messageId, topic, channelId, mode, tellsOld, tellsNew }: MoveCall) {
  await api('PATCH', `/messages/${messageId}`, {
    topic,
    stream_id: channelId,
    propagate_mode: mode,
    send_notification_to_old_thread: tellsOld,
    send_notification_to_new_thread: tellsNew,
  })
}

function restOf(error: unknown) {
  if (!(error instanceof ApiFailure)) return undefined
  if (error.code !== 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED') return undefined
  return {
    first: Number(error.body['first_message_id_allowed_to_move']),
    count: Number(error.body['total_messages_allowed_to_move']),
    total: Number(error.body['total_messages_in_topic']),
  }
}
