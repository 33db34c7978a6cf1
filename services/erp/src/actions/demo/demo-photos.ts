import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

import type { Tx } from '@oficina/kit/database.ts'

import type { Registry } from '../../dictionary/types.ts'
import type { Caller } from '../../identity/caller.ts'
import { allowedKindsWithin, holdContent } from '../../store/attachment-store.ts'
import { findDemoUser, giveDemoPhoto } from '../../store/demo/demo-entries.ts'
import { findModelId } from '../../store/numbers/model-number-store.ts'
import { insertRows } from '../../store/records/model-rows.ts'
import { nextId } from '../../store/records/record-store.ts'
import { attachmentModel, type AttachmentFiles } from '../attachments/attachment-tools.ts'
import { DEMO_FACES } from './demo-faces.ts'
import { drawnFace } from './drawn-face.ts'

interface PhotoTools {
  readonly registry: Registry
  readonly attachments: AttachmentFiles
}

/** Draws the users of the demonstration, each as an attachment of his record. */
export async function giveDemoPhotos(
  tools: PhotoTools,
  tx: Tx,
  { caller, admin, now }: { readonly caller: Caller; readonly admin: string; readonly now: string },
): Promise<void> {
  const kind = (await allowedKindsWithin(tx)).find(({ mime }) => mime === 'image/png')
  // Whoever does not allow pictures has none.
  if (kind === undefined) return
  const modelo = await findModelId(tx, 'Usuario')
  for (const [name, face] of Object.entries(DEMO_FACES)) {
    const usuario = await findDemoUser(tx, caller.empresa, name === 'admin' ? admin : name)
    if (usuario === undefined) continue
    const content = await placed(tools, tx, { caller, content: drawnFace(face) })
    const model = attachmentModel(tools.registry)
    const id = await nextId(tx, { model, empresa: caller.empresa, count: 1 })
    const fields = {
      ...content,
      nombre: `${name}.png`,
      tipo: kind.id,
      descripcion: null,
      es_confidencial: false,
      modelo,
      registro: usuario,
      subido_por: usuario,
    }
    const at = { tx, registry: tools.registry, caller }
    await insertRows(at, 'Adjunto', { rows: [{ id, fields }], now })
    await giveDemoPhoto(tx, caller.empresa, { usuario, foto: id })
  }
}

/** The content lies in its place before a row refers to it. */
async function placed(
  { attachments }: PhotoTools,
  tx: Tx,
  { caller, content }: { readonly caller: Caller; readonly content: Buffer },
) {
  const { contents, incoming } = attachments
  const huella = createHash('sha256').update(content).digest('hex')
  const path = incoming.newFile()
  await writeFile(path, content, { mode: 0o600 })
  await contents.flush(path)
  await holdContent(tx, caller.empresa, huella)
  await contents.place(path, caller.empresa, huella)
  return { huella, tamano_bytes: content.length, ruta: contents.placeOf(caller.empresa, huella) }
}
