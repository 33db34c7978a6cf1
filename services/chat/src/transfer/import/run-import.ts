import { mkdir, rm, writeFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { claimDirectory, releaseDirectory } from '@oficina/postgres/directory-claim.ts'

import type { FileTools } from '../../files/file-tools.ts'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import { contentDigest } from '../archive/content-digest.ts'
import { rootWith, unpack } from '../archive/unpack.ts'
import { convertSlack } from '../slack/convert-slack.ts'
import { emojiPlaces } from '../store/import-extras-store.ts'
import { analyzeImported, importedImages } from '../store/import-messages-store.ts'
import {
  finishImport,
  importAt,
  IMPORT_STEPS,
  setImportStep,
  type ImportState,
  type ImportStep,
} from '../store/import-state-store.ts'
import { beginImport } from './begin-import.ts'
import { checkMessages, type CheckedMessages } from './check-messages.ts'
import { copyFiles, makePictures } from './copy-files.ts'
import { importPlace, importRenderer, renamingOf } from './import-context.ts'
import { NotCarried } from './not-carried.ts'
import { readArchive, type Archive } from './read-archive.ts'
import { writeMarks, writeMessages, type Writing } from './write-messages.ts'
import { writeReminders } from './write-reminders.ts'

export type ImportTools = Pick<
  FileTools,
  'database' | 'uploads' | 'images' | 'films' | 'now' | 'secret' | 'rendering' | 'disk'
>

export interface ImportOrder {
  /** The archive's file, or its folder if it was unpacked already. */
  readonly path: string
  /** The host of the new organization. */
  readonly host: string
  readonly url: string | undefined
  /** Addresses of the old server, for links in texts. */
  readonly oldUrls: readonly string[]
  /** Takes the unpacked archive. */
  readonly workDir: string
}

/** Tells how far a step is. */
export type ShowProgress = (step: string, done: number, total: number) => void

export interface ImportReport {
  readonly realmId: ImportState['realmId']
  readonly users: number
  readonly channels: number
  readonly messages: number
  readonly files: number
  readonly notCarried: ReturnType<NotCarried['list']>
}

/**
 * Imports an archive into a new organization, or goes on with an import that was interrupted. Until it is finished,
 * nobody can enter the organization.
 * @throws ArchiveProblem before anything is written, for an archive or a host that cannot be used
 * @source docs/decisions/0332-chat-transfer.md, "Import"
 */
export async function runImport(
  tools: ImportTools,
  order: ImportOrder,
  show: ShowProgress,
): Promise<ImportReport> {
  const digest = await contentDigest(order.path, show)
  const begun = await begunImport(tools, order.host, digest)
  const folder = join(order.workDir, digest.slice(0, 32))
  await mkdir(folder, { recursive: true })
  await claimDirectory(folder, 'The import in')
  // What reading leaves behind is found by each run again; what writing does is noted with how far it is.
  const notCarried = new NotCarried()
  try {
    const root = await unpacked(tools, { ...order, folder, show, notCarried })
    const archive = await readArchive(root, notCarried)
    show('checking messages', 0, 1)
    const checked = await checkMessages(archive)
    show('checking messages', 1, 1)
    // What an import that began knows is whole: it was written in one transaction.
    const state = begun ?? (await beginImport(tools, { archive, checked, digest, order }))
    const unread = notCarried
    return await writeAll({ tools, archive, checked, state, order, unread, show })
  } finally {
    await releaseDirectory(folder)
    // Only what an interrupted import still needs is kept.
    const now = await importAt(tools.database, order.host).catch(() => ({ begun }))
    if (now?.begun === undefined || now.begun.step === 'done') {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** The import of this archive that was interrupted. @throws ArchiveProblem for a host that has an organization */
async function begunImport(
  { database }: ImportTools,
  host: string,
  digest: string,
): Promise<ImportState | undefined> {
  const known = await importAt(database, host)
  if (known === undefined) return undefined
  const { begun } = known
  if (begun === undefined || begun.step === 'done') {
    throw new ArchiveProblem(`there is already an organization at ${host}`)
  }
  if (begun.archive === digest) return begun
  throw new ArchiveProblem(
    `at ${host} the import of another archive has begun, and must be finished`,
  )
}

interface Unpacking extends ImportOrder {
  readonly folder: string
  readonly notCarried: NotCarried
  readonly show: ShowProgress
}

/** The folder with realm.json: of the archive itself, or made from one of Slack's. */
async function unpacked(tools: ImportTools, unpacking: Unpacking): Promise<string> {
  const { path, folder, show, notCarried } = unpacking
  const isFolder = (await stat(path)).isDirectory()
  const plain = isFolder ? path : join(folder, 'archive')
  if (!isFolder) {
    await once(folder, 'unpacked', plain, async () => {
      show('unpacking', 0, 1)
      const { freeBytes } = await tools.disk()
      await unpack(path, plain, { maxBytes: freeBytes ?? Infinity })
      show('unpacking', 1, 1)
    })
  }
  const zulip = await rootWith(plain, 'realm.json')
  if (zulip !== undefined) return zulip
  const slack = await rootWith(plain, 'users.json')
  if (slack === undefined) {
    throw new ArchiveProblem(
      'the archive is neither an export of Zulip, which has realm.json, nor of Slack, which has users.json',
    )
  }
  const converted = join(folder, 'converted')
  // Made again each time: it also tells what cannot be carried.
  await rm(converted, { recursive: true, force: true })
  await mkdir(converted)
  await convertSlack(slack, converted, { host: unpacking.host, notCarried, show })
  return converted
}

/** Does what makes a folder, unless an earlier run has done it as a whole. */
async function once(
  folder: string,
  name: string,
  made: string,
  work: () => Promise<void>,
): Promise<void> {
  const mark = join(folder, name)
  const isDone = await stat(mark).then(
    () => true,
    () => false,
  )
  if (isDone) return
  await rm(made, { recursive: true, force: true })
  await mkdir(made)
  await work()
  await writeFile(mark, '')
}

interface WritingAll {
  readonly tools: ImportTools
  readonly archive: Archive
  readonly checked: CheckedMessages
  readonly state: ImportState
  readonly order: ImportOrder
  /** What reading the archive left behind. */
  readonly unread: NotCarried
  readonly show: ShowProgress
}

/** The steps that are left, each from where it stopped. */
async function writeAll(writing: WritingAll): Promise<ImportReport> {
  const { tools, archive, checked, state, order, unread, show } = writing
  const { database } = tools
  const notCarried = new NotCarried(state.notCarried)
  const { realmId, ids, firstMessageId } = state
  const place = importPlace(realmId, { order, archive, secret: tools.secret })
  const left = (step: ImportStep) => {
    const [now, then] = [IMPORT_STEPS.indexOf(state.step), IMPORT_STEPS.indexOf(step)]
    return then < now ? undefined : { from: then === now ? state.partsDone : 0 }
  }
  const begin = async (step: ImportStep, from: number) => {
    if (from > 0) return
    const begun = { step, partsDone: 0, notCarried: notCarried.counts() }
    await setImportStep(database, realmId, begun)
  }
  const copying = { tools, archive, place, ids, notCarried }
  const files = left('files')
  const total = { files: archive.files.files.length, pictures: archive.files.pictures.length }
  if (files !== undefined) {
    const progress = (done: number) => show('copying files', done, total.files)
    await copyFiles({ ...copying, progress }, files.from)
  }
  const pictures = left('pictures')
  if (pictures !== undefined) {
    await begin('pictures', pictures.from)
    const progress = (done: number) => show('making pictures', done, total.pictures)
    await makePictures({ ...copying, progress }, pictures.from)
  }
  const known = {
    ids,
    emojiPlaces: await emojiPlaces(database, realmId),
    images: await importedImages(database, realmId),
  }
  const texts = {
    database,
    realmId,
    archive,
    checked,
    ids,
    firstMessageId,
    notCarried,
    renaming: renamingOf(archive, checked.index, place, state),
    render: importRenderer(archive, tools.rendering, place, known),
  }
  const messages = left('messages')
  if (messages !== undefined) {
    await begin('messages', messages.from)
    const progress = (done: number) => show('writing messages', done, checked.index.count)
    await writeMessages({ ...texts, progress }, messages.from)
  }
  const marks = left('marks')
  if (marks !== undefined) {
    await begin('marks', marks.from)
    const progress = (done: number) => show('writing flags and reactions', done, checked.markRows)
    await writeMarks({ ...texts, progress }, marks.from)
  }
  const behind = await finish(texts, unread, tools.now())
  return reportOf(writing, behind)
}

/** Opens the organization; returns all that was left behind. */
async function finish(
  texts: Omit<Writing, 'progress'>,
  unread: NotCarried,
  nowMs: number,
): Promise<NotCarried> {
  const { database, realmId } = texts
  const left = await database.transaction(async (tx) => {
    const notCarried = new NotCarried(texts.notCarried.counts())
    await writeReminders(tx, { ...texts, notCarried, nowMs })
    const all = unread.with(notCarried)
    await finishImport(tx, realmId, all.counts(), new Date(nowMs))
    return all
  })
  await analyzeImported(database)
  return left
}

function reportOf({ archive, checked, state }: WritingAll, left: NotCarried): ImportReport {
  return {
    realmId: state.realmId,
    users: archive.people.users.length,
    channels: archive.channels.channels.length,
    messages: checked.index.count,
    files: archive.files.files.length,
    notCarried: left.list(),
  }
}
