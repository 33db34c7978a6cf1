/** The bits of `user_message.flags`. The partial indexes of the table name their values. */
export const FLAG = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  stream_wildcard_mentioned: 8,
  topic_wildcard_mentioned: 16,
  group_mentioned: 32,
  has_alert_word: 64,
  historical: 128,
  /** A message that its sender marked as unread; otherwise one's own messages count as read. */
  unread: 256,
} as const

export const ANY_MENTION =
  FLAG.mentioned |
  FLAG.stream_wildcard_mentioned |
  FLAG.topic_wildcard_mentioned |
  FLAG.group_mentioned

/** Flags that depend on a message's text: mentions and alert words. */
export const TEXT_FLAGS = ANY_MENTION | FLAG.has_alert_word

interface Marks {
  readonly bits: number
  readonly isRead: boolean
  readonly isStreamWildcard: boolean
}

/** The properties of a message and its reader that decide its flags. */
export interface ReaderRow {
  readonly user_id: number
  readonly sender_id: number
  readonly is_read_by_sender: boolean
  readonly is_stream_wildcard: boolean
  readonly flags: number | null
  readonly is_received: boolean
  readonly is_in_read: boolean
}

export function readerFlags(row: ReaderRow): readonly string[] {
  const bits = row.flags ?? 0
  const isOwn = row.sender_id === row.user_id && row.is_read_by_sender && (bits & FLAG.unread) === 0
  return flagNames({
    bits: row.is_received ? bits : bits | FLAG.historical,
    isRead: !row.is_received || row.is_in_read || isOwn,
    isStreamWildcard: row.is_stream_wildcard && row.is_received,
  })
}

/** The names of a message's flags for one reader, in the API's order. @source docs/contract/chat.md, Message flags */
export function flagNames({ bits, isRead, isStreamWildcard }: Marks): readonly string[] {
  const has = (bit: number) => (bits & bit) !== 0
  const isWildcard = isStreamWildcard || has(FLAG.stream_wildcard_mentioned)
  const flags: readonly (readonly [boolean, string])[] = [
    [isRead, 'read'],
    [has(FLAG.starred), 'starred'],
    [has(FLAG.collapsed), 'collapsed'],
    [has(FLAG.mentioned) || has(FLAG.group_mentioned), 'mentioned'],
    [isWildcard, 'stream_wildcard_mentioned'],
    [has(FLAG.topic_wildcard_mentioned), 'topic_wildcard_mentioned'],
    [has(FLAG.has_alert_word), 'has_alert_word'],
    [has(FLAG.historical), 'historical'],
    [isWildcard || has(FLAG.topic_wildcard_mentioned), 'wildcard_mentioned'],
  ]
  return flags.filter(([isSet]) => isSet).map(([, name]) => name)
}
