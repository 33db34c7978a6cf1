import { createReadStream, type ReadStream } from 'node:fs'

import type { FastifyReply } from 'fastify'
import { contentDisposition, withExtension } from '@oficina/http/content-disposition.ts'

import { mergeDocuments, type MergedFile, type MergeItem } from '../actions/merge-documents.ts'
import type { Tools } from '../http/context.ts'
import { mergeOptions, type MergeValues } from './merge-parameters.ts'
import { clientSignal } from './produce-document.ts'

interface Wanted {
  readonly common: MergeValues
  readonly items: Iterable<MergeItem> | AsyncIterable<MergeItem>
}

/** Merges and answers with the PDF. @throws ApiError */
export async function sendMerged(
  tools: Tools,
  reply: FastifyReply,
  { common, items }: Wanted,
): Promise<FastifyReply> {
  const options = mergeOptions(tools, common)
  const merged = await mergeDocuments(tools, { items, options, signal: clientSignal(reply) })
  const name = withExtension(common.filename ?? 'documentos', 'pdf')
  return reply
    .type('application/pdf')
    .header('content-length', merged.sizeBytes)
    .header('content-disposition', contentDisposition(name))
    .send(readThenRemoved(merged))
}

/** Removed when it was read, and when nobody reads it any more. */
function readThenRemoved(merged: MergedFile): ReadStream {
  const stream = createReadStream(merged.path)
  stream.once('close', () => {
    merged.remove().catch(() => undefined)
  })
  return stream
}
