import { createReadStream } from 'node:fs'

import type { FastifyReply } from 'fastify'
import { required } from '@oficina/api/parameter.ts'
import { contentDisposition, withExtension } from '@oficina/http/content-disposition.ts'

import { mergeDocuments, type MergedFile, type MergeItem } from '../actions/merge-documents.ts'
import type { Tools } from '../http/context.ts'
import { bytesOf, MAX_JSON_BYTES } from '../http/json-body.ts'
import { file } from './answers.ts'
import { endpoint } from './endpoint.ts'
import {
  MERGE,
  mergeItemOf,
  mergeItems,
  mergeOptions,
  type MergeValues,
} from './merge-parameters.ts'
import { clientSignal, RENDER_FAILURES } from './produce-document.ts'

const MAX_BYTES = 10 * MAX_JSON_BYTES

/** @source docs/decisions/0140-documents-merging.md */
export const merge = endpoint({
  method: 'POST',
  path: '/render/merge',
  auth: 'key',
  tag: 'render',
  summary: 'Render many templates, and other PDFs, into one PDF; all or none',
  body: { ...MERGE, items: required(mergeItems) },
  bodyLimitBytes: MAX_BYTES,
  answers: { 200: file('The PDF.', 'application/pdf') },
  failures: RENDER_FAILURES,
  handle: async ({ tools, request, reply, values }) => {
    const share = Math.ceil(bytesOf(request.body).length / values.items.length)
    const items = values.items.map((item) => mergeItemOf(item, values, share))
    return await sendMerged(tools, reply, { common: values, items })
  },
})

interface Wanted {
  readonly common: MergeValues
  readonly items: Iterable<MergeItem> | AsyncIterable<MergeItem>
}

async function sendMerged(
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
function readThenRemoved(merged: MergedFile) {
  const stream = createReadStream(merged.path)
  stream.once('close', () => {
    merged.remove().catch(() => undefined)
  })
  return stream
}
