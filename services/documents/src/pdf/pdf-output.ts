import type { Attachment } from './pdf-attachments.ts'
import {
  pdfEncryption,
  type EncryptionRequest,
  type PdfEncryption,
  type RandomBytes,
} from './pdf-encryption.ts'
import type { PdfMetadata } from './pdf-metadata.ts'
import type { PdfWritten } from './pdf-value.ts'
import { PdfWriter } from './pdf-writer.ts'

/** What every PDF that is written may be given. */
export interface OutputOptions {
  readonly metadata: PdfMetadata
  readonly attachments: readonly Attachment[]
  readonly encryption: EncryptionRequest | undefined
  readonly watermark: string | undefined
  readonly nowMs: number
  readonly random: RandomBytes
}

export interface Output {
  readonly writer: PdfWriter
  readonly encryption: PdfEncryption | undefined
}

const ID_BYTES = 16

export function openOutput({ encryption: request, random }: OutputOptions): Output {
  const encryption = request === undefined ? undefined : pdfEncryption(request, random)
  return {
    writer: new PdfWriter(encryption === undefined ? '1.7' : '2.0', encryption?.encrypt),
    encryption,
  }
}

export function closeOutput(
  { writer, encryption }: Output,
  { random }: OutputOptions,
  ends: { readonly root: PdfWritten; readonly info: PdfWritten },
): void {
  writer.finish({ ...ends, encryption: encryption?.dictionary, id: random(ID_BYTES) })
}
