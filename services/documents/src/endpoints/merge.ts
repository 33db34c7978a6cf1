import { required } from '@oficina/api/parameter.ts'

import { bytesOf, MAX_JSON_BYTES } from '../http/json-body.ts'
import { file } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { listOfItems, MERGE, mergeItem, mergeItemOf } from './merge-parameters.ts'
import { RENDER_FAILURES } from './produce-document.ts'
import { sendMerged } from './send-merged.ts'

const MAX_BYTES = 10 * MAX_JSON_BYTES

/** @source docs/decisions/0140-documents-merging.md */
export const merge = endpoint({
  method: 'POST',
  path: '/render/merge',
  auth: 'key',
  tag: 'render',
  summary: 'Render many templates, and other PDFs, into one PDF; all or none',
  body: { ...MERGE, items: required(listOfItems(mergeItem)) },
  bodyLimitBytes: MAX_BYTES,
  answers: { 200: file('The PDF.', 'application/pdf') },
  failures: RENDER_FAILURES,
  handle: async ({ tools, request, reply, values }) => {
    const share = Math.ceil(bytesOf(request.body).length / values.items.length)
    const items = values.items.map((item) => mergeItemOf(item, values, share))
    return await sendMerged(tools, reply, { common: values, items })
  },
})
