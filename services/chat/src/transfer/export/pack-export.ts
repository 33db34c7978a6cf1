import { createWriteStream } from 'node:fs'
import { readdir, stat, writeFile, mkdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { packTarSources, type TarSource } from 'modern-tar/fs'

import { contentTypeOf } from '../../files/file-types.ts'
import type { Uploads } from '../../files/store/upload-folder.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { AttachmentRow, PictureRow } from '../store/export-files.ts'

interface Packing {
  readonly uploads: Uploads
  readonly realmId: RealmId
  readonly folder: string
  readonly attachments: readonly AttachmentRow[]
  readonly pictures: readonly PictureRow[]
  /** The archive's file, which does not exist yet. */
  readonly target: string
  readonly signal: AbortSignal | undefined
}

interface Wanted {
  /** Among the uploads. */
  readonly place: string
  readonly path: string
  readonly record: Readonly<Record<string, unknown>>
}

interface Kept {
  readonly source: string
  /** Its place below the folder of its kind. */
  readonly path: string
  readonly record: Readonly<Record<string, unknown>>
}

const FOLDERS = ['uploads', 'avatars', 'emoji', 'realm_icons'] as const
type Folder = (typeof FOLDERS)[number]

// Files are read while they are packed; more at once would only use memory.
const CONCURRENCY = 2

/** Packs the written tables and the files that belong to them; a file that is gone is left out. */
export async function packExport(packing: Packing): Promise<void> {
  const { folder, target } = packing
  const sources: TarSource[] = []
  for (const kind of FOLDERS) {
    const kept = await keptFiles(packing, kind)
    const records = join(folder, kind)
    await mkdir(records)
    await writeFile(join(records, 'records.json'), JSON.stringify(kept.map(({ record }) => record)))
    sources.push(file(join(records, 'records.json'), `${kind}/records.json`))
    sources.push(...kept.map(({ source, path }) => file(source, `${kind}/${path}`)))
  }
  const tables = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  sources.unshift(...tables.map((name) => file(join(folder, name), name)))
  await pipeline(
    packTarSources(sources, { concurrency: CONCURRENCY }),
    createGzip({ level: 6 }),
    createWriteStream(target, { flags: 'wx', mode: 0o600 }),
    packing.signal === undefined ? {} : { signal: packing.signal },
  )
}

// Who made the archive, and with which rights, is nobody's business.
function file(source: string, target: string): TarSource {
  return { type: 'file', source, target, uid: 0, gid: 0, uname: '', gname: '', mode: 0o644 }
}

async function keptFiles(packing: Packing, kind: Folder): Promise<readonly Kept[]> {
  const found: Kept[] = []
  for (const { place, path, record } of wanted(packing, kind)) {
    const source = await packing.uploads.fetch(place, join(packing.folder, 'copies'))
    const facts = source === undefined ? undefined : await stat(source).catch(() => undefined)
    if (source === undefined || facts === undefined) continue
    const more = { size: facts.size, last_modified: facts.mtimeMs / 1000 }
    found.push({ source, path, record: { ...record, path, s3_path: path, ...more } })
  }
  return found
}

function wanted(packing: Packing, kind: Folder): readonly Wanted[] {
  const { realmId, attachments, pictures } = packing
  if (kind === 'uploads') {
    return attachments.map(({ path_id: path, owner, content_type: type, file_name: name }) => ({
      place: path,
      path,
      record: { user_profile_id: owner, content_type: type, file_name: name, realm_id: realmId },
    }))
  }
  return pictures
    .filter((picture) => folderOf(picture) === kind)
    .map((picture) => ({
      place: `avatars/${picture.place}`,
      path: placeInArchive(realmId, picture),
      record: {
        realm_id: realmId,
        content_type: contentTypeOf(picture.place, ''),
        ...(picture.kind === 'avatar' ? { user_profile_id: picture.id } : {}),
        ...(picture.kind === 'emoji' ? { name: picture.name, file_name: fileName(picture) } : {}),
      },
    }))
}

function folderOf({ kind }: PictureRow): Folder {
  if (kind === 'avatar') return 'avatars'
  return kind === 'emoji' ? 'emoji' : 'realm_icons'
}

function fileName({ id, place }: PictureRow): string {
  return `${id}${extname(place)}`
}

function placeInArchive(realmId: RealmId, picture: PictureRow): string {
  const ending = extname(picture.place)
  if (picture.kind === 'avatar') return `${realmId}/${picture.id}${ending}`
  if (picture.kind === 'emoji') return `${realmId}/emoji/images/${fileName(picture)}`
  return `${realmId}/realm/${picture.kind}${ending}`
}
