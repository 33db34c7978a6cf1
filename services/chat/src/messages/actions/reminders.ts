import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { notFound, refusal } from '../../tenancy/api-error.ts'
import { languageOf } from '../../tenancy/language.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import { userSetting } from '../../tenancy/settings.ts'
import { silentMention } from '../../tenancy/silent-mention.ts'
import { channelById, viewerOf } from '../../tenancy/store/channel-store.ts'
import { personById } from '../../tenancy/store/person-store.ts'
import { userById, type Caller } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import type { MessageTools } from '../message-tools.ts'
import { nearAddress, quoted } from '../quoted-message.ts'
import { MAX_REMINDERS, reminderObject } from '../reminder-object.ts'
import { messageFacts, type MessageFacts } from '../store/message-row.ts'
import {
  claimDueReminders,
  insertReminder,
  remindersOf,
  removeReminder,
  type ReminderRow,
} from '../store/reminder-store.ts'
import { sendAsBot } from './bot-message.ts'
import { renderContent } from './render-content.ts'

export interface ReminderRequest {
  readonly messageId: number
  /** UNIX seconds. */
  readonly deliverAt: number
  readonly note: string
}

const MAX_NOTE = 1_000

/** Has the notification bot remind the caller of a message; returns the reminder's id. @throws ApiError */
export async function remind(
  tools: Tools,
  caller: Caller,
  { messageId, deliverAt, note }: ReminderRequest,
): Promise<number> {
  if (Array.from(note).length > MAX_NOTE) {
    throw refusal(say('Maximum reminder note length: %{max} characters', { max: MAX_NOTE }))
  }
  if (deliverAt * 1000 <= tools.now()) {
    throw refusal('Scheduled delivery time must be in the future.')
  }
  const { realm } = caller
  const viewer = viewerOf(caller)
  const message = await messageFacts(tools.database, viewer, messageId)
  if (message === undefined) throw refusal('Invalid message(s)')
  const content = await reminderText(tools, caller, message, note)
  const rendered = await renderContent(tools.database, content, {
    realm,
    viewer,
    recipientId: null,
    kind: 'message',
    rendering: tools.rendering,
  })
  return await act(tools, realm.id, async (tx) => {
    const known = await remindersOf(tx, realm.id, caller.id, MAX_REMINDERS)
    if (known.length >= MAX_REMINDERS) {
      throw refusal(say('A user has at most %{max} reminders.', { max: MAX_REMINDERS }))
    }
    const row = await insertReminder(tx, realm.id, caller.id, {
      messageId,
      content,
      renderedContent: rendered.html,
      deliverAt: new Date(deliverAt * 1000),
    })
    tx.emit(
      { users: [caller.id] },
      { type: 'reminders', op: 'add', reminders: [reminderObject(row)] },
    )
    return row.id
  })
}

async function reminderText(
  { database }: Tools,
  caller: Caller,
  message: MessageFacts,
  note: string,
): Promise<string> {
  const { realm, groups, role, id: userId } = caller
  const sender = await personById(database, realm.id, message.sender_id)
  const viewer = { realmId: realm.id, userId, role, groups }
  const channel =
    message.stream_id === null ? undefined : await channelById(database, viewer, message.stream_id)
  const place = `#**${channel?.name}>${message.topic}@${message.id}**`
  const about =
    channel === undefined
      ? say('You requested a reminder for the following direct message.')
      : say('You requested a reminder for %{place}.', { place })
  const noted =
    note.trim() === '' ? about : say('%{about} Note:\n%{note}', { about, note: lines(note) })
  const url = `${realm.url}/${nearAddress({
    id: message.id,
    streamId: message.stream_id,
    topic: message.topic,
    userIds: message.user_ids ?? [],
  })}`
  const user = silentMention({ id: sender.id, fullName: sender.full_name })
  const language = languageOf(userSetting(caller, 'default_language'))
  const head = `${noted[language]}\n\n${say('%{user} [said](%{url}):', { user, url })[language]}\n`
  // The whole has to fit into one message.
  const room = LIMITS.message - Array.from(head).length - 100
  const text = Array.from(message.content)
  const cut =
    text.length > room ? `${text.slice(0, room).join('')}\n[message truncated]` : message.content
  return `${head}${quoted(cut)}`
}

function lines(note: string): string {
  return note
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** @throws ApiError 404 for a reminder that is not the caller's, or was sent */
export async function forgetReminder(tools: Tools, caller: Caller, id: number): Promise<void> {
  await act(tools, caller.realm.id, async (tx) => {
    if (!(await removeReminder(tx, caller.realm.id, caller.id, id))) {
      throw notFound('Reminder does not exist')
    }
    emitGone(tx, caller.id, id)
  })
}

function emitGone(tx: ActionTx, userId: number, id: number): void {
  tx.emit({ users: [userId] }, { type: 'reminders', op: 'remove', reminder_id: id })
}

const BATCH = 100

/** Sends the reminders that are due. */
export async function deliverReminders(tools: MessageTools): Promise<void> {
  for (const row of await claimDueReminders(tools.database, new Date(tools.now()), BATCH)) {
    await deliver(tools, row).catch((error: unknown) =>
      tools.log.error({ err: error }, 'a reminder could not be sent'),
    )
  }
}

async function deliver(tools: MessageTools, row: ReminderRow): Promise<void> {
  const caller = await userById(tools.database, row.realmId, row.userId)
  if (caller?.isActive !== true) return
  await sendAsBot(tools, {
    to: { userId: row.userId },
    content: { en: row.content, es: row.content },
    actor: { caller, viewer: viewerOf(caller) },
    isForActor: true,
  })
  await act(tools, row.realmId, async (tx) => {
    if (await removeReminder(tx, row.realmId, row.userId, row.id)) emitGone(tx, row.userId, row.id)
  })
}
