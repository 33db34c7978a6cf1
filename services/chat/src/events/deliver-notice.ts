import type { EventBody } from '../../wire/events.ts'
import { messageObject } from '../messages/message-presentation.ts'
import { adapt } from './adapt-event.ts'
import { isForClient } from './client-kinds.ts'
import type { ClientQueue, QueuedEvent } from './client-queue.ts'
import type { EventNotice, MessageNotice } from './notice.ts'
import { wantsType, type QueueOptions } from './queue-options.ts'

/** The events that a queue gets for a notice. Texts are made once for all queues with the same options. */
export function deliveryOf(
  notice: MessageNotice | EventNotice,
): (queue: ClientQueue) => readonly QueuedEvent[] {
  return notice.kind === 'message' ? messageDelivery(notice) : eventDelivery(notice)
}

function eventDelivery({
  event,
  clients,
  userFlags,
}: EventNotice): (queue: ClientQueue) => readonly QueuedEvent[] {
  const variants = new Map<string, readonly QueuedEvent[]>()
  return ({ userId, options, variant }) => {
    if (!wantsType(options, event.type) || !isForClient(clients, options)) return []
    const flags = userFlags?.[userId]
    const key = flags === undefined ? variant : `${variant} ${flags.join()}`
    let texts = variants.get(key)
    if (texts === undefined) {
      texts = adapt(withFlags(event, flags), options).map(queuedEvent)
      variants.set(key, texts)
    }
    return texts
  }
}

function withFlags(event: EventBody, flags: readonly string[] | undefined): EventBody {
  return flags === undefined || event.type !== 'update_message' ? event : { ...event, flags }
}

function queuedEvent(event: EventBody): QueuedEvent {
  const queued = { type: event.type, json: JSON.stringify(event) }
  if (event.type !== 'update_message_flags') return queued
  const { op, flag, messages } = event
  if (op === 'remove' && flag === 'read') return queued
  return { ...queued, merge: { key: `${op} ${flag}`, messages } }
}

function messageDelivery(notice: MessageNotice): (queue: ClientQueue) => readonly QueuedEvent[] {
  const bodies = new Map<string, string>()
  const events = new Map<string, QueuedEvent>()
  const { message, localEcho } = notice
  return ({ id, userId, options, variant }) => {
    if (!wantsType(options, 'message') || !isInNarrow(notice, options)) return []
    const flags = JSON.stringify(notice.userFlags[userId] ?? notice.flags)
    const echo =
      localEcho?.queueId === id ? `,"local_message_id":${JSON.stringify(localEcho.localId)}` : ''
    const key = `${variant}${flags}${echo}`
    let event = events.get(key)
    if (event === undefined) {
      const body = bodies.get(variant) ?? JSON.stringify(messageObject(message, formOf(options)))
      bodies.set(variant, body)
      event = {
        type: 'message',
        json: `{"type":"message","flags":${flags},"message":${body}${echo}}`,
      }
      events.set(key, event)
    }
    return [event]
  }
}

function formOf(options: QueueOptions) {
  return {
    applyMarkdown: options.applyMarkdown,
    clientGravatar: options.clientGravatar,
    allowEmptyTopicName: options.capabilities['empty_topic_name'] === true,
  }
}

type NarrowTest = (notice: MessageNotice, operand: string) => boolean

const NARROW_TESTS: Readonly<Record<string, NarrowTest>> = {
  channel: ({ message }, operand) =>
    message.type === 'stream' &&
    (sameText(message.display_recipient, operand) || String(message.stream_id) === operand),
  topic: ({ message }, operand) => message.type === 'stream' && sameText(message.subject, operand),
  sender: ({ message }, operand) =>
    sameText(message.sender_email, operand) || String(message.sender_id) === operand,
}

/** A registration's narrow allows few operators; the others were refused there. */
function isInNarrow(notice: MessageNotice, { narrow }: QueueOptions): boolean {
  return narrow.every(([operator, operand]) => {
    if (operator === 'is') return isOperand(notice, operand)
    return NARROW_TESTS[operator === 'stream' ? 'channel' : operator]?.(notice, operand) ?? false
  })
}

function isOperand({ message, flags, userFlags }: MessageNotice, operand: string): boolean {
  if (operand === 'private' || operand === 'dm') return message.type === 'private'
  if (operand === 'resolved') return message.subject.startsWith('✔ ')
  const all = [...flags, ...Object.values(userFlags).flat()]
  if (operand === 'unread') return true
  if (operand === 'mentioned') return all.some((flag) => flag.endsWith('mentioned'))
  if (operand === 'alerted') return all.includes('has_alert_word')
  return all.includes(operand)
}

function sameText(value: unknown, operand: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === operand.toLowerCase()
}
