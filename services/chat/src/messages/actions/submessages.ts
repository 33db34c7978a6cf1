import { act, type Tools } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { messageFacts } from '../store/message-row.ts'
import { insertSubmessage } from '../store/message-write.ts'
import { checkWidgetData } from '../widget-data.ts'
import { invalidMessages } from './fetch-messages.ts'
import { takePart } from './follow-topic.ts'
import { audienceOf } from './message-audience.ts'

/** Adds a vote or an entry to a poll or a list of tasks. */
export async function addSubmessage(
  tools: Tools,
  caller: Caller,
  messageId: number,
  { type, content }: { readonly type: string; readonly content: string },
): Promise<void> {
  if (type !== 'widget') throw refusal('Invalid msg_type')
  await act(tools, caller.realm.id, async (tx) => {
    const message = await messageFacts(tx, viewerOf(caller), messageId, {
      isLocked: true,
    })
    if (message === undefined) throw invalidMessages()
    const kind = /^\/(poll|todo)\b/.exec(message.content)?.[1]
    if (kind !== 'poll' && kind !== 'todo') {
      throw refusal('You cannot attach a submessage to this message.')
    }
    const sayer = message.sender_id === caller.id ? 'author' : 'reader'
    const checked = checkWidgetData(kind, parsed(content), sayer)
    if (!checked.ok) throw refusal(checked.error)
    const submessage = { message_id: messageId, sender_id: caller.id, msg_type: type, content }
    const id = await insertSubmessage(tx, caller.realm.id, submessage)
    await takePart(tx, caller, message, tools.now())
    tx.emit(await audienceOf(tx, caller.realm.id, message), {
      type: 'submessage',
      submessage_id: id,
      ...submessage,
    })
  })
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw refusal('Invalid json for submessage')
  }
}
