import type { EditObject } from '../../../wire/messages.ts'
import { isRecord, type ArchiveRow } from '../archive/row-fields.ts'
import type { RenderImported } from './import-context.ts'
import type { NotCarried } from './not-carried.ts'
import { rewriteContent, type Renaming } from './rewrite-content.ts'

interface Carrying {
  readonly renaming: Renaming
  readonly render: RenderImported
  readonly notCarried: NotCarried
}

/** A message's earlier texts and places as JSON, with the ids of this server; null for none. */
export function carriedHistory(row: ArchiveRow, carrying: Carrying): string | null {
  const given = row.fields['edit_history'] ?? null
  if (given === null || given === '' || given === '[]') return null
  const entries = parsed(given)
  if (entries === undefined) {
    carrying.notCarried.add('histories of messages of another form')
    return null
  }
  return JSON.stringify(entries.map((entry) => carriedEntry(entry, carrying)))
}

function parsed(given: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  try {
    const value: unknown = typeof given === 'string' ? JSON.parse(given) : given
    if (Array.isArray(value) && value.every(isRecord)) return value
  } catch {
    // Counted by the caller.
  }
  return undefined
}

function carriedEntry(
  entry: Readonly<Record<string, unknown>>,
  { renaming, render }: Carrying,
): EditObject {
  const user = typeof entry['user_id'] === 'number' ? renaming.user(entry['user_id']) : undefined
  const seconds = Number(entry['timestamp'] ?? 0)
  const content = entry['prev_content']
  const rewritten = typeof content === 'string' ? rewriteContent(content, renaming) : undefined
  return {
    user_id: user ?? null,
    timestamp: Number.isSafeInteger(seconds) ? seconds : 0,
    ...(rewritten === undefined
      ? {}
      : {
          prev_content: rewritten,
          prev_rendered_content: render(rewritten, 'message', seconds * 1000).html,
        }),
    ...channelOf(entry, 'prev_stream', renaming),
    ...channelOf(entry, 'stream', renaming),
    ...textOf(entry, 'prev_topic', 'prev_subject'),
    ...textOf(entry, 'topic', 'subject'),
  }
}

function channelOf(
  entry: Readonly<Record<string, unknown>>,
  name: 'prev_stream' | 'stream',
  { channel }: Renaming,
): Partial<Pick<EditObject, 'prev_stream' | 'stream'>> {
  const value = entry[name]
  const found = typeof value === 'number' ? channel(value) : undefined
  return found === undefined ? {} : { [name]: found }
}

function textOf(
  entry: Readonly<Record<string, unknown>>,
  name: 'prev_topic' | 'topic',
  oldName: string,
): Partial<Pick<EditObject, 'prev_topic' | 'topic'>> {
  const value = entry[name] ?? entry[oldName]
  return typeof value === 'string' ? { [name]: value.replaceAll('\0', '') } : {}
}
