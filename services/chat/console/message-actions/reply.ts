import { toast } from '@oficina/web/toasts.tsx'

import { composeText, composing, startCompose } from '../compose/compose-state.ts'
import { mentionText, quoteText } from '../compose/suggest/mention-text.ts'
import { sharesName } from '../compose/suggest/suggest-people.ts'
import { failureText } from '../session/failure-text.ts'
import type { Message } from '../state/conversations/messages.ts'
import { ownId } from '../state/part.ts'
import { people } from '../state/people/people.ts'
import { words } from '../words/message-actions.ts'
import { linkToMessage, targetOfMessage } from './message-place.ts'
import { rawContent } from './raw-message.ts'

/** Writes to the conversation of a message. */
export function replyTo(message: Message): void {
  startCompose(targetOfMessage(message), { part: 'content' })
}

/** Writes to who sent a message, and nobody else. */
export function replyToSender(message: Message): void {
  startCompose({ kind: 'direct', userIds: [message.sender_id] }, { part: 'content' })
}

/** Writes to the conversation, naming who sent the message. */
export function mentionSender(message: Message): void {
  const content = `${mentionText(senderOf(message), { isSilent: false, isAmbiguous: isAmbiguous(message) })} `
  startCompose(targetOfMessage(message), { content, part: 'content' })
}

/** Quotes a message where one is writing, or else in its own conversation. */
export async function quoteMessage(message: Message): Promise<void> {
  const target = composing.peek()?.target ?? targetOfMessage(message)
  startCompose(target, { part: 'content' })
  const quote = await quoted(message)
  if (quote === undefined) return
  startCompose(target, { content: `${quote}\n`, part: 'content' })
}

/** Quotes a message to a conversation that is still to be chosen. */
export async function forwardMessage(message: Message): Promise<void> {
  const quote = await quoted(message)
  if (quote === undefined) return
  startCompose({ kind: 'channel' }, { part: 'channel' })
  composeText.value = `${quote}\n`
}

async function quoted(message: Message): Promise<string | undefined> {
  try {
    return quoteText({
      sender: senderOf(message),
      isAmbiguous: isAmbiguous(message),
      link: linkToMessage(message),
      content: await rawContent(message.id),
      said: words('said'),
    })
  } catch (error) {
    toast({ tone: 'danger', text: failureText(error) })
    return undefined
  }
}

function senderOf({ sender_id: id, sender_full_name: name }: Message) {
  return { user_id: id, full_name: people.peek(id)?.full_name ?? name }
}

function isAmbiguous({ sender_id: id }: Message): boolean {
  const sender = people.peek(id)
  return sender !== undefined && id !== ownId() && sharesName(sender)
}
