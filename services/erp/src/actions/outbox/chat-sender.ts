import type { ChatService } from '../../joined/chat-service.ts'
import type { OutboxRow } from '../../store/outbox-delivery-store.ts'
import type { Sender } from './sender.ts'

type ChatRow = Extract<OutboxRow, { tipo: 'chat' }>

/** Tells people in the chat; companies are told apart by the topic. */
export function chatSender(chat: ChatService): Sender<ChatRow> {
  return async ({ contenido }) => {
    const { empresa, tema, ...notice } = contenido
    const answer = await chat.tell({ ...notice, tema: `${empresa}: ${tema}` })
    if (!answer.ok) throw new Error(answer.error.reason)
  }
}
