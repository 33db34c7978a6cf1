import { createHash } from 'node:crypto'

import { pdfDate } from './pdf-metadata.ts'
import {
  dictionaryOf,
  nameOf,
  textOf,
  type PdfDictionary,
  type PdfValue,
  type PdfWritten,
} from './pdf-value.ts'
import type { PdfWriter } from './pdf-writer.ts'

/** What an attached file is to the document. @source ISO 32000-2, 7.11.3 */
export const RELATIONSHIPS = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'] as const

export interface Attachment {
  readonly filename: string
  readonly bytes: Buffer
  readonly mimeType: string
  readonly description: string | undefined
  readonly relationship: (typeof RELATIONSHIPS)[number]
}

/** Writes files into a PDF; what its catalog says of them. */
export function writeAttachments(
  writer: PdfWriter,
  attachments: readonly Attachment[],
  nowMs: number,
): PdfDictionary {
  if (attachments.length === 0) return new Map()
  const files = attachments.map(
    (attachment) => [attachment, writeAttachment(writer, attachment, nowMs)] as const,
  )
  // A tree of names is in the order of their bytes.
  const names = files
    .map(([{ filename }, file]) => [textOf(filename), file] as const)
    .toSorted(([a], [b]) => Buffer.compare(a.bytes, b.bytes))
    .flat()
  return new Map<string, PdfValue>([
    ['Names', dictionaryOf({ EmbeddedFiles: dictionaryOf({ Names: names }) })],
    ['AF', files.map(([, file]) => file)],
  ])
}

function writeAttachment(
  writer: PdfWriter,
  { filename, bytes, mimeType, description, relationship }: Attachment,
  nowMs: number,
): PdfWritten {
  const content = writer.add({
    kind: 'stream',
    dictionary: dictionaryOf({
      Type: nameOf('EmbeddedFile'),
      Subtype: nameOf(mimeType),
      Params: dictionaryOf({
        Size: bytes.length,
        ModDate: textOf(pdfDate(nowMs)),
        CheckSum: { kind: 'text', bytes: createHash('md5').update(bytes).digest() },
      }),
    }),
    bytes,
  })
  return writer.add(
    new Map<string, PdfValue>([
      ['Type', nameOf('Filespec')],
      ['F', textOf(filename)],
      ['UF', textOf(filename)],
      ['EF', dictionaryOf({ F: content, UF: content })],
      ['AFRelationship', nameOf(relationship)],
      ...(description === undefined ? [] : [['Desc', textOf(description)] as const]),
    ]),
  )
}
