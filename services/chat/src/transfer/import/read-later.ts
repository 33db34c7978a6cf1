import {
  flagIn,
  idIn,
  idOrNull,
  idsIn,
  referenceIn,
  textIn,
  timeIn,
  wrong,
  type ArchiveRow,
} from '../archive/row-fields.ts'
import type { ExtraContext, ExtraRow } from './extra-row.ts'

// Zulip's number for what is a reminder and no message.
const REMINDER = 2
const MAX_TEXT = 100_000

function isReminder(row: ArchiveRow): boolean {
  return row.fields['delivery_type'] === REMINDER
}

/** A message that is sent later. */
export function readScheduled(row: ArchiveRow, context: ExtraContext): ExtraRow | undefined {
  if (isReminder(row)) return undefined
  const isStream = idOrNull(row, 'stream') !== null
  const direct = isStream ? [] : readersOf(row, context)
  if (flagIn(row, 'delivered', false) || (!isStream && direct.length === 0)) {
    context.notCarried.add('scheduled messages of another form, or sent already')
    return undefined
  }
  if (isStream) referenceIn(row, 'stream', context.channels)
  referenceIn(row, 'sender', context.people)
  return {
    sender_id: idIn(row, 'sender'),
    type: isStream ? 'stream' : 'private',
    recipient_to: isStream ? [idIn(row, 'stream')] : direct,
    topic: textIn(row, 'subject', { max: 1_000, fallback: '' }),
    content: textIn(row, 'content', { max: MAX_TEXT }),
    deliver_at: timeIn(row, 'scheduled_timestamp'),
    is_read_by_sender: flagIn(row, 'read_by_sender', true),
    is_failed: flagIn(row, 'failed', false),
  }
}

/** To whom a message goes, named by their ids, or as messages name theirs. */
function readersOf(row: ArchiveRow, { people, recipients }: ExtraContext): readonly number[] {
  const named = idsIn(row, 'direct_members')
  if (!named.every((id) => people.known.has(id))) {
    throw wrong(row, 'direct_members', 'ids of users')
  }
  if (named.length > 0 || idOrNull(row, 'recipient') === null) return named
  const found = referenceIn(row, 'recipient', { known: recipients, table: 'zerver_recipient' })
  switch (found.kind) {
    case 'person':
      return [found.userId]
    case 'group':
      return found.userIds.filter((id) => id !== row.fields['sender'])
    case 'channel':
      return []
  }
}

/** What somebody is reminded of later; whether the message is there is known when messages were read. */
export function readReminder(row: ArchiveRow, context: ExtraContext): ExtraRow | undefined {
  if (!isReminder(row)) return undefined
  const messageId = idOrNull(row, 'reminder_target_message_id')
  if (messageId === null || flagIn(row, 'delivered', false)) {
    context.notCarried.add('reminders of no message, or sent already')
    return undefined
  }
  referenceIn(row, 'sender', context.people)
  return {
    user_id: idIn(row, 'sender'),
    message_id: messageId,
    content: textIn(row, 'content', { max: MAX_TEXT }),
    deliver_at: timeIn(row, 'scheduled_timestamp'),
    is_failed: flagIn(row, 'failed', false),
  }
}
