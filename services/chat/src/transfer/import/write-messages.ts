import type { Database } from '@oficina/kit/database.ts'

import { FLAG } from '../../messages/flag-bits.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import {
  idIn,
  integerIn,
  textIn,
  timeIn,
  timeOrNull,
  type ArchiveRow,
} from '../archive/row-fields.ts'
import {
  insertImported,
  insertMarked,
  linkImportedFiles,
  type ImportedMessage,
} from '../store/import-messages-store.ts'
import { setImportStep, type ImportIds } from '../store/import-state-store.ts'
import { markRowsOf, MASK, messageRowsOf, type CheckedMessages } from './check-messages.ts'
import { carriedHistory } from './edit-history.ts'
import type { RenderImported } from './import-context.ts'
import { MESSAGE_BIT } from './message-index.ts'
import type { NotCarried } from './not-carried.ts'
import type { Archive } from './read-archive.ts'
import { rewriteContent, type Renaming } from './rewrite-content.ts'

export interface Writing {
  readonly database: Database
  readonly realmId: RealmId
  readonly archive: Archive
  readonly checked: CheckedMessages
  readonly ids: ImportIds
  readonly firstMessageId: number
  readonly renaming: Renaming
  readonly render: RenderImported
  readonly notCarried: NotCarried
  readonly progress: (done: number) => void
}

const PER_TRANSACTION = 1_000

/** Writes the messages; the next ones are rendered while the database writes. */
export async function writeMessages(writing: Writing, partsDone: number): Promise<void> {
  const { database, realmId, archive, notCarried } = writing
  let writes: Promise<unknown> = Promise.resolve()
  let done = 0
  for await (const rows of portions(messageRowsOf(archive))) {
    done += rows.length
    if (done <= partsDone) continue
    const messages = rows.map((row) => messageOf(row, writing))
    await writes
    const now = { step: 'messages', partsDone: done, notCarried: notCarried.counts() } as const
    writes = database.transaction(async (tx) => {
      await insertImported(tx, realmId, messages)
      await setImportStep(tx, realmId, now)
    })
    // Where it is awaited, its failure is met.
    writes.catch(() => undefined)
    writing.progress(done)
  }
  await writes
}

/** Always cut at the same places, so that counting them tells where to go on. */
async function* portions(
  batches: AsyncIterable<readonly ArchiveRow[]>,
): AsyncGenerator<readonly ArchiveRow[]> {
  let rest: ArchiveRow[] = []
  for await (const rows of batches) {
    rest.push(...rows)
    for (; rest.length >= PER_TRANSACTION; rest = rest.slice(PER_TRANSACTION)) {
      yield rest.slice(0, PER_TRANSACTION)
    }
  }
  if (rest.length > 0) yield rest
}

function messageOf(row: ArchiveRow, writing: Writing): ImportedMessage {
  const { archive, checked, ids, firstMessageId, renaming, render, notCarried } = writing
  const { index } = checked
  const rank = index.rankOf(idIn(row, 'id'))
  const conversation = index.conversationAt(rank)
  const place = index.conversations[conversation]
  const sentAt = timeIn(row, 'date_sent')
  const content = rewriteContent(textIn(row, 'content', { max: Infinity }), renaming)
  const rendered = render(content, 'message', sentAt.getTime())
  const topic = textIn(row, 'subject', { max: Infinity, fallback: '' })
  const short = Array.from(topic).slice(0, LIMITS.topic).join('')
  if (short !== topic) notCarried.add('ends of topics that are too long')
  const isChannel = place?.kind === 'channel'
  return {
    id: firstMessageId + rank,
    recipientId: ids.recipients[conversation] ?? 0,
    streamId: isChannel ? (ids.channels[place.channelId] ?? null) : null,
    topic: isChannel ? short : '',
    senderId: ids.users[idIn(row, 'sender')] ?? 0,
    content,
    renderedContent: rendered.html,
    client: archive.clients.get(Number(row.fields['sending_client'])) ?? 'populate_db',
    sentAt,
    editedAt: timeOrNull(row, 'last_edit_time'),
    movedAt: timeOrNull(row, 'last_moved_time'),
    editHistory: carriedHistory(row, { renaming, render, notCarried }),
    isReadBySender: !index.has(rank, MESSAGE_BIT.unreadBySender),
    isStreamWildcard: index.has(rank, MESSAGE_BIT.wildcard),
    hasAttachment: rendered.linkedUploads.length > 0,
    hasImage: rendered.hasImage,
    hasLink: rendered.hasLink,
    hasReaction: index.has(rank, MESSAGE_BIT.reaction),
  }
}

/** Writes what people left on messages, and which files messages use. */
export async function writeMarks(writing: Writing, partsDone: number): Promise<void> {
  const { database, realmId, archive, notCarried } = writing
  let done = 0
  for await (const rows of portions(markRowsOf(archive))) {
    done += rows.length
    if (done <= partsDone) continue
    const of = (table: string) => rows.filter((row) => row.table === table)
    const marks = {
      flags: of('zerver_usermessage').flatMap((row) => flagsOf(row, writing)),
      reactions: of('zerver_reaction').map((row) => reactionOf(row, writing)),
      submessages: of('zerver_submessage').map((row) => submessageOf(row, writing)),
    }
    await database.transaction(async (tx) => {
      await insertMarked(tx, realmId, marks)
      await setImportStep(tx, realmId, {
        step: 'marks',
        partsDone: done,
        notCarried: notCarried.counts(),
      })
    })
    writing.progress(done)
  }
  const links = archive.files.files.flatMap(({ id, messageIds }) =>
    messageIds.map((message) => ({
      attachment_id: writing.ids.attachments[id],
      message_id: writing.renaming.message(message),
    })),
  )
  await linkImportedFiles(database, realmId, links)
}

// The archive's bits that one user's row keeps, and ours.
const CARRIED: readonly (readonly [mask: number, flag: number])[] = [
  [MASK.starred, FLAG.starred],
  [MASK.collapsed, FLAG.collapsed],
  [MASK.mentioned, FLAG.mentioned],
  [MASK.topicWildcard, FLAG.topic_wildcard_mentioned],
  [MASK.groupMentioned, FLAG.group_mentioned],
  [MASK.alertWord, FLAG.has_alert_word],
  [MASK.historical, FLAG.historical],
]

function flagsOf(row: ArchiveRow, { ids, checked, renaming }: Writing) {
  const mask = integerIn(row, 'flags_mask', { min: 0, max: Infinity, fallback: 0 })
  let flags = 0
  for (const [bit, flag] of CARRIED) if ((mask & bit) !== 0) flags |= flag
  const message = idIn(row, 'message')
  const { index } = checked
  // Of a channel it stands at the message.
  const isBetween =
    index.conversations[index.conversationAt(index.rankOf(message))]?.kind === 'people'
  if (isBetween && (mask & MASK.streamWildcard) !== 0) flags |= FLAG.stream_wildcard_mentioned
  if (flags === 0) return []
  const user = ids.users[idIn(row, 'user_profile')]
  return [{ user_id: user, message_id: renaming.message(message), flags }]
}

function reactionOf(row: ArchiveRow, { ids, renaming }: Writing) {
  const type = textIn(row, 'reaction_type', { max: 30 })
  const code = textIn(row, 'emoji_code', { max: 200 })
  return {
    message_id: renaming.message(idIn(row, 'message')),
    user_id: ids.users[idIn(row, 'user_profile')],
    emoji_name: textIn(row, 'emoji_name', { max: 200 }),
    emoji_code: type === 'realm_emoji' ? String(ids.emoji[code] ?? code) : code,
    reaction_type: type,
  }
}

function submessageOf(row: ArchiveRow, { ids, renaming }: Writing) {
  return {
    message_id: renaming.message(idIn(row, 'message')),
    sender_id: ids.users[idIn(row, 'sender')],
    msg_type: textIn(row, 'msg_type', { max: 100 }),
    content: textIn(row, 'content', { max: Infinity }),
  }
}
