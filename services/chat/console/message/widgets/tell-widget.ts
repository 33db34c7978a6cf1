import { toast } from '@oficina/web/toasts.tsx'

import { api } from '../../session/api.ts'
import { words } from '../../words/message.ts'

/** Says something to a widget; what it becomes comes with the event. @returns whether the service took it */
export async function tellWidget(
  messageId: number,
  said: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  try {
    await api('POST', '/submessage', {
      message_id: messageId,
      msg_type: 'widget',
      content: JSON.stringify(said),
    })
    return true
  } catch {
    toast({ text: words('widgetFailed'), tone: 'danger' })
    return false
  }
}
