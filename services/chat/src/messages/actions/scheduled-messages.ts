import type { ScheduledMessagesEvent, ScheduledObject } from '../../../wire/personal.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { ApiError, notFound, refusal } from '../../tenancy/api-error.ts'
import { normalContent } from '../../tenancy/message-text.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { userById, type Caller } from '../../tenancy/store/user-store.ts'
import type { MessageTools } from '../message-tools.ts'
import type { Destination } from '../outgoing-message.ts'
import {
  claimDue,
  insertScheduled,
  lockScheduled,
  removeScheduled,
  updateScheduled,
  type ScheduledRow,
} from '../store/scheduled-store.ts'
import { addressChannel, addressUsers } from './address-message.ts'
import { renderContent } from './render-content.ts'
import { sendMessage } from './send-message.ts'

export interface ScheduleRequest {
  readonly type: 'stream' | 'private'
  readonly to: readonly number[]
  readonly topic: string
  readonly content: string
  /** UNIX seconds. */
  readonly deliverAt: number
  readonly isReadBySender: boolean
}

type Place = Pick<ScheduleRequest, 'type' | 'to' | 'topic'>

/** Schedules a message; returns its id. @throws ApiError as for sending it now */
export async function scheduleMessage(
  tools: MessageTools,
  caller: Caller,
  request: ScheduleRequest,
): Promise<number> {
  const deliverAt = futureTime(tools, request.deliverAt)
  const { text, place } = await prepared(tools, caller, request, request.content)
  return await act(tools, caller.realm.id, async (tx) => {
    const { isReadBySender } = request
    const row = await insertScheduled(tx, caller.realm.id, caller.id, {
      ...place,
      ...text,
      deliverAt,
      isReadBySender,
    })
    emit(tx, caller.id, { type: 'scheduled_messages', op: 'add', scheduled_messages: [shown(row)] })
    return row.id
  })
}

function futureTime({ now }: Tools, seconds: number): Date {
  if (seconds * 1000 <= now()) {
    throw refusal('Scheduled delivery time must be in the future.')
  }
  return new Date(seconds * 1000)
}

/** The text as it would be sent now, and the destination as it is stored. */
async function prepared(tools: MessageTools, caller: Caller, place: Place, given: string) {
  const destination = await destinationOf(tools, caller, place)
  const content = normalContent(given)
  const rendered = await renderContent(tools.database, content, {
    realm: caller.realm,
    viewer: viewerOf(caller),
    recipientId: null,
    kind: 'message',
    rendering: tools.rendering,
  })
  const others = destination.userIds.filter((id) => id !== caller.id)
  const users = others.length === 0 ? [caller.id] : others
  return {
    text: { content, renderedContent: rendered.html },
    place: {
      type: place.type,
      to: destination.channel === undefined ? users : [destination.channel.id],
      topic: destination.topic,
    },
  }
}

async function destinationOf(
  tools: MessageTools,
  caller: Caller,
  { type, to, topic }: Place,
): Promise<Destination> {
  const sender = { tools, caller, viewer: viewerOf(caller) }
  if (type === 'private') return await addressUsers(sender, to)
  const [id, ...others] = to
  if (id === undefined || others.length > 0) {
    throw refusal('Must specify exactly 1 channel ID for channel messages')
  }
  return await addressChannel(sender, id, topic)
}

/** A scheduled message as the API shows it. */
function shown(row: ScheduledRow): ScheduledObject {
  const { type, to, topic } = row
  const [channel = 0] = to
  return {
    scheduled_message_id: row.id,
    ...(type === 'stream' ? { type, to: channel, topic } : { type, to }),
    content: row.content,
    rendered_content: row.renderedContent,
    scheduled_delivery_timestamp: Math.floor(row.deliverAt.getTime() / 1000),
    failed: row.isFailed,
  }
}

function emit(tx: ActionTx, userId: number, event: ScheduledMessagesEvent): void {
  tx.emit({ users: [userId] }, event)
}

export interface ScheduleChange {
  readonly type: 'stream' | 'private' | undefined
  readonly to: readonly number[] | undefined
  readonly topic: string | undefined
  readonly content: string | undefined
  readonly deliverAt: number | undefined
}

/** Changes the given properties of a scheduled message; a failed one is tried again. @throws ApiError */
export async function rescheduleMessage(
  tools: MessageTools,
  caller: Caller,
  id: number,
  change: ScheduleChange,
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined))
    throw refusal('Nothing to change')
  const { realm, id: userId } = caller
  const row = await lockScheduled(tools.database, realm.id, userId, id)
  if (row === undefined) throw doesNotExist()
  const wanted = changedPlace(row, change)
  const deliverAt = futureTime(tools, change.deliverAt ?? row.deliverAt.getTime() / 1000)
  const { text, place } = await prepared(tools, caller, wanted, change.content ?? row.content)
  await act(tools, realm.id, async (tx) => {
    // It may have been sent meanwhile.
    if ((await lockScheduled(tx, realm.id, userId, id)) === undefined) throw doesNotExist()
    const changed = { ...row, ...place, ...text, deliverAt, isFailed: false }
    await updateScheduled(tx, changed)
    emit(tx, userId, {
      type: 'scheduled_messages',
      op: 'update',
      scheduled_message: shown(changed),
    })
  })
}

function changedPlace(row: ScheduledRow, { type, to, topic }: ScheduleChange): Place {
  const isOtherType = type !== undefined && type !== row.type
  if (isOtherType && to === undefined) {
    throw refusal('Recipient required when updating type of scheduled message.')
  }
  if (isOtherType && type === 'stream' && topic === undefined) {
    throw refusal('Topic required when updating scheduled message type to channel.')
  }
  return { type: type ?? row.type, to: to ?? row.to, topic: topic ?? row.topic }
}

function doesNotExist(): ApiError {
  return notFound('Scheduled message does not exist')
}

/** @throws ApiError 404 for a message that is not the caller's, or that was sent */
export async function unscheduleMessage(tools: Tools, caller: Caller, id: number): Promise<void> {
  await act(tools, caller.realm.id, async (tx) => {
    const row = await lockScheduled(tx, caller.realm.id, caller.id, id)
    if (row === undefined) throw doesNotExist()
    await removeScheduled(tx, caller.realm.id, id)
    emit(tx, caller.id, { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id })
  })
}

const BATCH = 100

/** Sends the messages that are due. */
export async function deliverScheduled(tools: MessageTools): Promise<void> {
  for (const row of await claimDue(tools.database, new Date(tools.now()), BATCH)) {
    const error = await deliver(tools, row)
    await act(tools, row.realmId, async (tx) => {
      if (error === undefined) {
        await removeScheduled(tx, row.realmId, row.id)
        emit(tx, row.senderId, {
          type: 'scheduled_messages',
          op: 'remove',
          scheduled_message_id: row.id,
        })
      } else {
        emit(tx, row.senderId, {
          type: 'scheduled_messages',
          op: 'update',
          scheduled_message: shown(row),
        })
      }
    })
  }
}

/** Why a message could not be sent; undefined when it was. */
async function deliver(tools: MessageTools, row: ScheduledRow): Promise<unknown> {
  const caller = await userById(tools.database, row.realmId, row.senderId)
  if (caller?.isActive !== true) return refusal('User is deactivated')
  try {
    await sendMessage(tools, {
      realm: caller.realm,
      viewer: viewerOf(caller),
      senderId: caller.id,
      isBot: caller.botType !== null,
      destination: await destinationOf(tools, caller, row),
      content: row.content,
      client: 'Internal',
      isReadBySender: row.isReadBySender,
    })
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) {
      tools.log.error({ err: error }, 'a scheduled message could not be sent')
    }
    return error
  }
}
