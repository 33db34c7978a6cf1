import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'

import type { AttachmentFiles } from '../../attachments/attachment-tools.ts'

/** A text that lies on the disk, flushed, and has no place yet. */
export interface SpooledXml {
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
}

/** Writes an XML through to the disk, before the transaction that gives it its place: nobody waits for a slow disk. */
export async function spoolXml(
  { contents, incoming }: Pick<AttachmentFiles, 'contents' | 'incoming'>,
  xml: string,
): Promise<SpooledXml> {
  const bytes = Buffer.from(xml, 'utf8')
  const path = incoming.newFile()
  await writeFile(path, bytes, { mode: 0o600 })
  await contents.flush(path)
  return {
    path,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
  }
}

/** Those that found no place are not left on the disk. */
export async function dropSpooled(files: readonly SpooledXml[]): Promise<void> {
  await Promise.all(files.map(({ path }) => rm(path, { force: true })))
}
