import { contentDisposition, withExtension } from '@oficina/http/content-disposition.ts'

import type { Tools } from '../http/context.ts'
import { bytesOf } from '../http/json-body.ts'
import { file, WORD_TYPE } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { clientSignal, produce, RENDER_FAILURES } from './produce-document.ts'
import { SINGLE, singleRequest, type Format, type RenderRequest } from './render-parameters.ts'

const CONTENT_TYPES: Readonly<Record<Format, string>> = { docx: WORD_TYPE, pdf: 'application/pdf' }

/** @source docs/contract/documents.md, POST /render request */
export const render = endpoint({
  method: 'POST',
  path: '/render',
  auth: 'key',
  tag: 'render',
  summary: 'Render a template with data',
  body: SINGLE,
  answers: { 200: file('The document.', ...Object.values(CONTENT_TYPES)) },
  failures: RENDER_FAILURES,
  handle: async ({ tools, request, reply, values }) => {
    const wanted = singleRequest(values, bytesOf(request.body))
    const bytes = await produce(tools, wanted, clientSignal(reply))
    const name = wanted.filename ?? defaultName(tools, wanted)
    return reply
      .type(CONTENT_TYPES[wanted.format])
      .header('content-disposition', contentDisposition(withExtension(name, wanted.format)))
      .send(bytes)
  },
})

function defaultName(tools: Tools, { slug }: RenderRequest): string {
  const timestamp = new Date(tools.now())
    .toISOString()
    .replaceAll(/[-:]/g, '')
    .replace(/\.\d+Z$/, 'Z')
  return `${slug}-${timestamp}`
}
