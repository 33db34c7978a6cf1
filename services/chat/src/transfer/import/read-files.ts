import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { isFilm } from '../../files/images/film-frames.ts'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import {
  flagIn,
  idIn,
  integerIn,
  idsIn,
  isRecord,
  referenceIn,
  textIn,
  timeIn,
  wrong,
  type ArchiveRow,
} from '../archive/row-fields.ts'
import type { Tables } from './read-organization.ts'
import { USERS, type ArchivePeople } from './read-people.ts'

export interface ArchiveFile {
  readonly id: number
  /** Below `/user_uploads/` of the other server. */
  readonly pathId: string
  readonly fileName: string
  readonly ownerId: number
  readonly contentType: string
  readonly createdAt: Date
  readonly messageIds: readonly number[]
  /** Where it lies now. */
  readonly source: string
  readonly sizeBytes: number
  readonly image:
    | { readonly width: number; readonly height: number; readonly isAnimated: boolean }
    | undefined
}

export interface ArchivePicture {
  readonly kind: 'avatar' | 'emoji' | 'icon' | 'logo' | 'night_logo'
  /** The user or the emoji; 0 for the organization's own. */
  readonly id: number
  readonly source: string
}

interface ArchiveEmoji {
  readonly id: number
  readonly name: string
  readonly authorId: number | null
  readonly isDeactivated: boolean
}

export interface ArchiveFiles {
  readonly files: readonly ArchiveFile[]
  readonly pictures: readonly ArchivePicture[]
  readonly emoji: readonly ArchiveEmoji[]
}

// The records of a million files.
const MAX_RECORDS_BYTES = 512 * 1024 * 1024
const MAX_PIXELS = 100_000

export async function readFiles(
  root: string,
  tables: Tables,
  { known }: ArchivePeople,
): Promise<ArchiveFiles> {
  const people = { known, table: USERS }
  const uploads = new Map(
    (await records(root, 'uploads')).map((row) => [recordPath(row), row] as const),
  )
  const images = new Map(
    tables.zerver_imageattachment.map((row) => [textIn(row, 'path_id', { max: 1_000 }), row]),
  )
  const files: ArchiveFile[] = []
  const seen = { ids: new Set<number>(), paths: new Set<string>() }
  for (const row of tables.zerver_attachment) {
    referenceIn(row, 'owner', people)
    const pathId = textIn(row, 'path_id', { max: 1_000 })
    if (!uploads.has(pathId))
      throw wrong(row, 'path_id', 'the path of a file in uploads/records.json')
    if (seen.paths.has(pathId)) throw wrong(row, 'path_id', 'the path of one file only')
    if (seen.ids.has(idIn(row, 'id'))) throw wrong(row, 'id', 'the id of one file only')
    seen.paths.add(pathId)
    seen.ids.add(idIn(row, 'id'))
    const { source, sizeBytes } = await found(root, 'uploads', pathId)
    const fileName = textIn(row, 'file_name', { max: 1_000 }).slice(-255)
    const contentType = typeOf(row)
    files.push({
      id: idIn(row, 'id'),
      pathId,
      fileName,
      ownerId: idIn(row, 'owner'),
      contentType,
      createdAt: timeIn(row, 'create_time'),
      messageIds: idsIn(row, 'messages'),
      source,
      sizeBytes,
      // A film's picture is made of it.
      image: isFilm(fileName, contentType) ? undefined : imageOf(images.get(pathId)),
    })
  }
  const emoji = tables.zerver_realmemoji.map(readEmoji)
  return { files, emoji, pictures: await readPictures(root, tables, people) }
}

const TYPE = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/i

function typeOf(row: ArchiveRow): string {
  const type = row.fields['content_type'] ?? ''
  return typeof type === 'string' && TYPE.test(type) ? type.toLowerCase() : ''
}

function imageOf(row: ArchiveRow | undefined): ArchiveFile['image'] {
  if (row === undefined) return undefined
  const pixels = { min: 1, max: MAX_PIXELS }
  return {
    width: integerIn(row, 'original_width_px', pixels),
    height: integerIn(row, 'original_height_px', pixels),
    isAnimated: integerIn(row, 'frames', { min: 1, max: 1_000_000, fallback: 1 }) > 1,
  }
}

function readEmoji(row: ArchiveRow): ArchiveEmoji {
  const author = row.fields['author'] ?? null
  return {
    id: idIn(row, 'id'),
    name: textIn(row, 'name', { max: 100 }),
    authorId: author === null ? null : idIn(row, 'author'),
    isDeactivated: flagIn(row, 'deactivated', false),
  }
}

async function readPictures(
  root: string,
  tables: Tables,
  people: Parameters<typeof referenceIn>[2],
): Promise<readonly ArchivePicture[]> {
  const pictures = new Map<string, ArchivePicture>()
  const add = async (folder: string, row: ArchiveRow, who: Omit<ArchivePicture, 'source'>) => {
    const path = recordPath(row)
    const key = `${who.kind} ${who.id}`
    // Of several sizes of one picture, the original.
    if (pictures.has(key) && !path.endsWith('.original')) return
    pictures.set(key, { ...who, source: (await found(root, folder, path)).source })
  }
  for (const row of await records(root, 'avatars')) {
    referenceIn(row, 'user_profile_id', people)
    await add('avatars', row, { kind: 'avatar', id: idIn(row, 'user_profile_id') })
  }
  const byFile = new Map(tables.zerver_realmemoji.map((row) => [row.fields['file_name'], row]))
  for (const row of await records(root, 'emoji')) {
    const name = recordPath(row)
      .split('/')
      .at(-1)
      ?.replace(/\.original$/, '')
    const emoji = byFile.get(row.fields['file_name']) ?? byFile.get(name)
    if (emoji !== undefined) await add('emoji', row, { kind: 'emoji', id: idIn(emoji, 'id') })
  }
  for (const row of await records(root, 'realm_icons')) {
    const name = recordPath(row).split('/').at(-1) ?? ''
    if (name.startsWith('icon.')) await add('realm_icons', row, { kind: 'icon', id: 0 })
    if (name.startsWith('logo.')) await add('realm_icons', row, { kind: 'logo', id: 0 })
    if (name.startsWith('night_logo.')) {
      await add('realm_icons', row, { kind: 'night_logo', id: 0 })
    }
  }
  return [...pictures.values()]
}

/** What a folder says that it holds; an archive without the folder has none. */
async function records(root: string, folder: string): Promise<readonly ArchiveRow[]> {
  const path = join(root, folder, 'records.json')
  const facts = await lstat(path).catch(() => undefined)
  if (facts === undefined) return []
  if (facts.size > MAX_RECORDS_BYTES) {
    throw new ArchiveProblem(`${folder}/records.json is longer than ${MAX_RECORDS_BYTES} bytes`)
  }
  const rows = parsed(await readFile(path, 'utf8'), `${folder}/records.json`)
  return rows.map((fields) => ({ table: `${folder}/records.json`, fields }))
}

function parsed(text: string, name: string): readonly Record<string, unknown>[] {
  try {
    const rows: unknown = JSON.parse(text)
    if (Array.isArray(rows) && rows.every(isRecord)) return rows
  } catch {
    // Said below.
  }
  throw new ArchiveProblem(`${name} is not a JSON list of objects`)
}

/** Where a record's file lies, below its folder. */
function recordPath(row: ArchiveRow): string {
  const path = textIn(row, 'path', { max: 1_000 })
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..') || path.includes('\\')) {
    throw wrong(row, 'path', 'a path inside the archive')
  }
  return path
}

async function found(
  root: string,
  folder: string,
  path: string,
): Promise<{ readonly source: string; readonly sizeBytes: number }> {
  const source = join(root, folder, path)
  const facts = await lstat(source).catch(() => undefined)
  if (facts?.isFile() !== true)
    throw new ArchiveProblem(`the archive has no ${folder}/${path}, which its records name`)
  return { source, sizeBytes: facts.size }
}
