import { rm, writeFile } from 'node:fs/promises'

import { textInput, type ActionInput } from '../../../../dictionary/action-description.ts'
import { apiError } from '../../../../errors.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  AN_XML,
  FILE_HAS_TOO_MANY_BYTES,
  FILE_IS_GONE,
  NO_XML_ALLOWED,
  XML_GIVEN_ONCE,
} from '../../../../messages/received-cfdi.ts'
import { keepContent } from '../../../attachments/keep-content.ts'
import { readableAttachment } from '../../../attachments/seen-attachments.ts'
import { fileInput } from '../../action-inputs.ts'
import type { ActionContext } from '../../action.ts'
import type { Outside } from '../../outside.ts'

/** The XML of a CFDI that an action got: as an attachment that is there already, or as a text. */
export interface ReceivedFile {
  readonly bytes: Buffer
  /** The Adjunto that holds it; null: it was sent as a text, and is yet to be kept. */
  readonly adjunto: string | null
}

// What `readCfdi` takes at most.
const MAX_BYTES = 8 * 1024 * 1024
const MAX_TEXT = 1_000_000

/** The two ways in which an XML is handed over. */
export const XML_INPUTS: readonly ActionInput[] = [
  fileInput(['.xml'], { name: 'adjunto', label: 'Adjunto con el XML', required: false }),
  {
    ...textInput({
      name: 'xml',
      label: 'XML',
      help: 'El XML del comprobante, en lugar del adjunto.',
      required: false,
      minLength: 1,
      length: MAX_TEXT,
    }),
    shape: { file: { accept: ['.xml'], as: 'text' } },
  },
]

/** @throws ApiError VALIDATION unless exactly one of the two is there; NOT_FOUND for an attachment that the caller may not read */
export async function receivedFile(outside: Outside): Promise<ReceivedFile> {
  const adjunto = outside.inputs.get('adjunto') ?? null
  const xml = outside.inputs.get('xml') ?? null
  if ((adjunto === null) === (xml === null)) {
    throw apiError('VALIDATION', XML_GIVEN_ONCE(), adjunto === null ? 'xml' : 'adjunto')
  }
  if (adjunto !== null) return await attachedFile(outside, String(adjunto))
  const bytes = Buffer.from(String(xml))
  await scanned(outside, bytes)
  return { bytes, adjunto: null }
}

/** The content of an attachment that the caller may read. @throws ApiError NOT_FOUND, PAYLOAD_TOO_LARGE, UNAVAILABLE */
export async function attachedFile(
  outside: Outside,
  adjunto: string,
  what: Message = AN_XML(),
): Promise<ReceivedFile> {
  const {
    huella,
    tamano_bytes: size,
    nombre: name,
  } = await readableAttachment(outside, outside.caller, adjunto)
  if (size > MAX_BYTES) {
    const message = FILE_HAS_TOO_MANY_BYTES({ name, size, what, most: MAX_BYTES })
    throw apiError('PAYLOAD_TOO_LARGE', message, 'adjunto')
  }
  const file = await outside.attachments.contents.open(outside.caller.empresa, huella)
  if (file === undefined) {
    throw apiError('UNAVAILABLE', FILE_IS_GONE({ name }), 'adjunto')
  }
  try {
    return { bytes: await file.readFile(), adjunto }
  } finally {
    await file.close()
  }
}

/** What comes as a text passes the virus scan as any file does. */
async function scanned({ attachments }: Outside, bytes: Buffer): Promise<void> {
  if (attachments.scan === undefined) return
  const path = attachments.incoming.newFile()
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    await attachments.scan(path, AbortSignal.timeout(SCAN_LIMIT_MS))
  } finally {
    await rm(path, { force: true })
  }
}

// The scan has a limit of its own, which is shorter.
const SCAN_LIMIT_MS = 10 * 60_000

/**
 * Keeps an XML that came as a text; returns its Adjunto but for what it belongs to.
 * @throws ApiError CONFIGURATION_INCOMPLETE where XML is not allowed
 */
export async function keepFile(
  context: ActionContext,
  attachments: Outside['attachments'],
  bytes: Buffer,
) {
  const kept = await keepContent(context, attachments, { bytes, extension: 'xml' })
  if (kept === null) throw apiError('CONFIGURATION_INCOMPLETE', NO_XML_ALLOWED(), 'xml')
  return kept
}
