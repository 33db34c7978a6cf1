import type { FileTools } from '../../files/file-tools.ts'
import {
  insertImport,
  passOverNews,
  reserveMessageIds,
  type ImportState,
} from '../store/import-state-store.ts'
import type { CheckedMessages } from './check-messages.ts'
import { createChannels } from './create-channels.ts'
import { createExtras, createFiles } from './create-extras.ts'
import { createRealm } from './create-realm.ts'
import { importPlace, importRenderer, renamingOf } from './import-context.ts'
import { NotCarried } from './not-carried.ts'
import type { Archive } from './read-archive.ts'
import { rewriteContent } from './rewrite-content.ts'

interface Beginning {
  readonly archive: Archive
  readonly checked: CheckedMessages
  readonly digest: string
  readonly order: {
    readonly host: string
    readonly url: string | undefined
    readonly oldUrls: readonly string[]
  }
}

/** Writes everything but files and messages, all or nothing, and notes that the import has begun. */
export async function beginImport(
  {
    database,
    secret,
    rendering,
    now,
  }: Pick<FileTools, 'database' | 'secret' | 'rendering' | 'now'>,
  { archive, checked, digest, order }: Beginning,
): Promise<ImportState> {
  // Before and by itself, since it makes senders wait; ids that nobody uses cost nothing.
  const firstMessageId = await database.transaction((tx) =>
    reserveMessageIds(tx, checked.index.count),
  )
  const nowMs = now()
  return await database.transaction(async (tx) => {
    const { host, url = null } = order
    const notCarried = new NotCarried()
    const people = await createRealm(tx, archive, { host, url, secret, nowMs })
    const { realmId } = people
    const place = importPlace(realmId, { order, archive, secret })
    const emojiPlaces = new Map<number, string>()
    const files = await createFiles(tx, { archive, people, secret })
    const early = { ...people, ...files, channels: {} }
    const plain = importRenderer(archive, rendering, place, { ids: early, emojiPlaces })
    const describe = (text: string) => plain(text, 'description', nowMs).html
    const parts = { archive, checked, people, firstMessageId, describe }
    const channels = await createChannels(tx, parts)
    const ids = { ...early, ...channels }
    const renaming = renamingOf(archive, checked.index, place, { ids, firstMessageId })
    const rewrite = (text: string) => rewriteContent(text, renaming)
    await createExtras(tx, { archive, people, channels, secret, describe, rewrite, notCarried })
    const { users, groups, emoji, attachments } = ids
    const state: ImportState = {
      realmId,
      archive: digest,
      firstMessageId,
      step: 'files',
      partsDone: 0,
      ids: { users, groups, emoji, attachments, ...channels },
      notCarried: notCarried.counts(),
    }
    await insertImport(tx, state, new Date(nowMs))
    await passOverNews(tx, realmId, firstMessageId + checked.index.count)
    return state
  })
}
