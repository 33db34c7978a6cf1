import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'

import { allowedKindsWithin, holdContent } from '../../store/attachment-store.ts'
import type { ActionContext } from '../business/action.ts'
import type { AttachmentFiles } from './attachment-tools.ts'

/**
 * Keeps a file that an action made or got; returns its Adjunto but for its name and what it belongs to.
 * @returns null: files with that extension are not allowed
 */
export async function keepContent(
  { tx, caller }: ActionContext,
  attachments: AttachmentFiles,
  { bytes, extension }: { readonly bytes: Buffer; readonly extension: string },
) {
  const { empresa } = caller
  const kinds = await allowedKindsWithin(tx)
  const kind = kinds.find((allowed) => allowed.extension === extension)
  if (kind === undefined) return null
  const huella = createHash('sha256').update(bytes).digest('hex')
  const path = attachments.incoming.newFile()
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    await attachments.contents.flush(path)
    await holdContent(tx, empresa, huella)
    await attachments.contents.place(path, empresa, huella)
  } finally {
    await rm(path, { force: true })
  }
  return {
    tipo: kind.id,
    tamano_bytes: bytes.length,
    huella,
    ruta: attachments.contents.placeOf(empresa, huella),
    subido_por: caller.usuarioId,
    es_confidencial: false,
  }
}
