import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { LongReads } from '@oficina/postgres/long-reads.ts'

import type { FileTools } from '../../files/file-tools.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { rowsOf } from '../store/export-cursor.ts'
import { pictureRows, type PictureRow } from '../store/export-files.ts'
import type { ExportScope } from '../store/export-scope.ts'
import { packExport } from './pack-export.ts'
import { writeTables } from './write-export.ts'

export interface ExportOrder {
  readonly realmId: RealmId
  readonly scope: ExportScope
  /** The file of the archive. */
  readonly target: string
  /** A folder of this export alone, which does not survive it. */
  readonly work: string
  /** Ends it early. */
  readonly signal?: AbortSignal
}

/** Exports an organization into one file; returns how many messages it holds. An interrupted one leaves no target. */
export async function makeExport(
  { reads, uploads }: Pick<FileTools, 'uploads'> & { readonly reads: LongReads },
  { realmId, scope, target, work, signal }: ExportOrder,
): Promise<number> {
  const folder = join(work, 'archive')
  const part = join(work, 'archive.tar.gz')
  try {
    const { messages, attachments, pictures } = await reads.transaction(
      async (tx) => {
        // Of an attempt that met a conflict, or whose replica went away.
        await rm(work, { recursive: true, force: true })
        const written = await writeTables(tx, { realmId, scope, folder, signal })
        const found: PictureRow[] = []
        for await (const rows of rowsOf<PictureRow>(tx, pictureRows(realmId))) found.push(...rows)
        return { ...written, pictures: found }
      },
      { isolation: 'repeatable read' },
    )
    await packExport({ uploads, realmId, folder, attachments, pictures, target: part, signal })
    await mkdir(dirname(target), { recursive: true })
    await rename(part, target)
    return messages
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
