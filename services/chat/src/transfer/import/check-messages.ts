import { join } from 'node:path'

import { ArchiveProblem } from '../archive/archive-problem.ts'
import { readTables } from '../archive/json-tables.ts'
import {
  idIn,
  integerIn,
  referenceIn,
  textIn,
  timeIn,
  timeOrNull,
  wrong,
  type ArchiveRow,
} from '../archive/row-fields.ts'
import {
  MESSAGE_BIT,
  MessageCollector,
  type Conversation,
  type MessageIndex,
} from './message-index.ts'
import type { Archive } from './read-archive.ts'
import type { ArchiveRecipient } from './read-channels.ts'
import { USERS } from './read-people.ts'
import { ReaderStates } from './reader-state.ts'

/** The bits of the archive's flags. */
export const MASK = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  streamWildcard: 16,
  topicWildcard: 32,
  groupMentioned: 64,
  alertWord: 512,
  historical: 1024,
} as const

const MAX_MASK = 2 ** 31 - 1
// Longer than any server lets people write; converters of other archives join texts.
const MAX_CONTENT = 1_000_000

export interface CheckedMessages {
  readonly index: MessageIndex
  readonly readers: ReaderStates
  /** How many rows say something about messages. */
  readonly markRows: number
}

/** Reads all messages and what is said about them, and keeps what writing them needs. @throws ArchiveProblem */
export async function checkMessages(archive: Archive): Promise<CheckedMessages> {
  const index = await indexMessages(archive)
  const readers = new ReaderStates(index)
  let markRows = 0
  for await (const rows of markRowsOf(archive)) {
    markRows += rows.length
    for (const row of rows) checkMark(row, archive, index, readers)
  }
  for (const { id, messageIds } of archive.files.files) {
    const missing = messageIds.find((one) => index.rankOf(one) === -1)
    if (missing !== undefined) {
      throw new ArchiveProblem(
        `zerver_attachment ${id} names the message ${missing}, which is not in the archive`,
      )
    }
  }
  return { index, readers, markRows }
}

/** The messages of the archive in the order of its files. */
export async function* messageRowsOf({
  root,
  messageFiles,
}: Pick<Archive, 'root' | 'messageFiles'>): AsyncGenerator<readonly ArchiveRow[]> {
  for (const name of messageFiles) {
    for await (const { rows } of readTables(join(root, name), name, isMessageTable)) yield rows
  }
}

const isMessageTable = (table: string) => table === 'zerver_message'
const MARKS = new Set(['zerver_usermessage', 'zerver_reaction', 'zerver_submessage'])

/** What is said about messages, in the order of the archive. */
export async function* markRowsOf({
  root,
  messageFiles,
}: Pick<Archive, 'root' | 'messageFiles'>): AsyncGenerator<readonly ArchiveRow[]> {
  for (const name of [...messageFiles, 'realm.json']) {
    const wants = (table: string) => MARKS.has(table)
    for await (const { rows } of readTables(join(root, name), name, wants)) yield rows
  }
}

async function indexMessages(archive: Archive): Promise<MessageIndex> {
  const collector = new MessageCollector()
  const conversations = new Conversations()
  const { people, channels } = archive
  const known = { known: people.known, table: USERS }
  for await (const rows of messageRowsOf(archive)) {
    for (const row of rows) {
      referenceIn(row, 'sender', known)
      const recipient = referenceIn(row, 'recipient', {
        known: channels.recipients,
        table: 'zerver_recipient',
      })
      textIn(row, 'content', { max: MAX_CONTENT })
      textIn(row, 'subject', { max: 10_000, fallback: '' })
      timeIn(row, 'date_sent')
      timeOrNull(row, 'last_edit_time')
      const sender = idIn(row, 'sender')
      collector.add(idIn(row, 'id'), conversations.of(recipient, sender), sender)
    }
  }
  return collector.index(conversations.list)
}

/** Numbers conversations in the order in which they are met. */
class Conversations {
  readonly list: Conversation[] = []
  readonly #numbers = new Map<string, number>()

  of(recipient: ArchiveRecipient, sender: number): number {
    if (recipient.kind === 'channel') {
      const { channelId } = recipient
      return this.#number(`channel ${channelId}`, () => ({ kind: 'channel', channelId }))
    }
    const others = recipient.kind === 'person' ? [recipient.userId] : recipient.userIds
    const userIds = [...new Set([...others, sender])].toSorted((a, b) => a - b)
    return this.#number(userIds.join(), () => ({ kind: 'people', userIds }))
  }

  #number(key: string, make: () => Conversation): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.list.length)
    return this.list.push(make()) - 1
  }
}

function checkMark(
  row: ArchiveRow,
  { people, files }: Archive,
  index: MessageIndex,
  readers: ReaderStates,
): void {
  const rank = index.rankOf(idIn(row, 'message'))
  if (rank === -1) throw wrong(row, 'message', 'an id in zerver_message')
  const known = { known: people.known, table: USERS }
  if (row.table === 'zerver_submessage') {
    referenceIn(row, 'sender', known)
    textIn(row, 'msg_type', { max: 100 })
    textIn(row, 'content', { max: MAX_CONTENT })
    return
  }
  referenceIn(row, 'user_profile', known)
  if (row.table === 'zerver_usermessage') return checkUserMessage(row, rank, index, readers)
  textIn(row, 'emoji_name', { max: 200 })
  const code = textIn(row, 'emoji_code', { max: 200 })
  const type = textIn(row, 'reaction_type', { max: 30 })
  if (!REACTION_TYPES.has(type)) throw wrong(row, 'reaction_type', [...REACTION_TYPES].join(', '))
  if (type === 'realm_emoji' && !files.emoji.some(({ id }) => String(id) === code)) {
    throw wrong(row, 'emoji_code', 'an id in zerver_realmemoji')
  }
  index.mark(rank, MESSAGE_BIT.reaction)
}

const REACTION_TYPES = new Set(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'])

function checkUserMessage(
  row: ArchiveRow,
  rank: number,
  index: MessageIndex,
  readers: ReaderStates,
): void {
  const mask = integerIn(row, 'flags_mask', { min: 0, max: MAX_MASK, fallback: 0 })
  if ((mask & MASK.historical) !== 0) return
  const user = idIn(row, 'user_profile')
  const isRead = (mask & MASK.read) !== 0
  readers.receive(user, rank, isRead ? 'read' : 'unread')
  const isInChannel = index.conversations[index.conversationAt(rank)]?.kind === 'channel'
  if (isInChannel && (mask & MASK.streamWildcard) !== 0) index.mark(rank, MESSAGE_BIT.wildcard)
  if (!isRead && index.senderAt(rank) === user) index.mark(rank, MESSAGE_BIT.unreadBySender)
}
