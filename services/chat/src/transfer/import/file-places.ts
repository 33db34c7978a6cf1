import { createHmac } from 'node:crypto'

import { safeName } from '../../files/store/upload-folder.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Archive } from './read-archive.ts'

interface Here {
  readonly realmId: RealmId
  readonly secret: Buffer
}

/**
 * Where a file of the archive comes to lie: as hard to guess as any place, yet the same each time, so that an import
 * that goes on after it was killed finds what it had copied.
 */
export function filePlace({ realmId, secret }: Here, oldPlace: string, name: string): string {
  const random = createHmac('sha256', secret)
    .update(`import ${realmId} ${oldPlace}`)
    .digest('base64url')
    .slice(0, 24)
  return `${realmId}/${random.slice(0, 2)}/${random.slice(2)}/${safeName(name)}`
}

/** The places of all uploaded files, by what they were. */
export function newFilePlaces(archive: Archive, here: Here): ReadonlyMap<string, string> {
  return new Map(
    archive.files.files.map(({ pathId, fileName }) => [pathId, filePlace(here, pathId, fileName)]),
  )
}
