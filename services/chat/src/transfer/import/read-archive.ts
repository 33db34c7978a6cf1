import { idIn, textIn } from '../archive/row-fields.ts'
import type { NotCarried } from './not-carried.ts'
import { readChannels, type ArchiveChannels } from './read-channels.ts'
import { readExtras, type ArchiveExtras } from './read-extras.ts'
import { readFiles, type ArchiveFiles } from './read-files.ts'
import { messageFiles, readOrganization } from './read-organization.ts'
import { readPeople, type ArchivePeople } from './read-people.ts'
import { readRealm, type ArchiveRealm } from './read-realm.ts'

/** Everything of an archive but its messages, checked; its ids are those of another server. */
export interface Archive {
  /** The folder with realm.json. */
  readonly root: string
  readonly messageFiles: readonly string[]
  readonly realm: ArchiveRealm
  readonly people: ArchivePeople
  readonly channels: ArchiveChannels
  readonly extras: ArchiveExtras
  readonly files: ArchiveFiles
  /** Names of sending programs. */
  readonly clients: ReadonlyMap<number, string>
}

/** Reads an unpacked archive in Zulip's form. @throws ArchiveProblem for the first thing that is wrong with it */
export async function readArchive(root: string, notCarried: NotCarried): Promise<Archive> {
  const tables = await readOrganization(root, notCarried)
  const people = readPeople(tables, notCarried)
  const channels = readChannels(tables, people)
  return {
    root,
    messageFiles: await messageFiles(root),
    realm: readRealm(tables, people, channels, notCarried),
    people,
    channels,
    extras: readExtras(tables, people, channels, notCarried),
    files: await readFiles(root, tables, people),
    clients: new Map(
      tables.zerver_client.map((row) => [idIn(row, 'id'), textIn(row, 'name', { max: 255 })]),
    ),
  }
}
