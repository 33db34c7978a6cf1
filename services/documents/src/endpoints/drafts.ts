import { createHash } from 'node:crypto'

import { parametersSchema } from '@oficina/api/operation.ts'
import { readObject, required } from '@oficina/api/parameter.ts'

import { NO_PDF_OPTIONS } from '../actions/pdf-request.ts'
import { renderDraft } from '../actions/render-document.ts'
import { dataOfBody } from '../actions/request-data.ts'
import type { CompiledTemplate } from '../docx/compile/compiled-template.ts'
import type { Tools } from '../http/context.ts'
import { fieldsOf } from '../http/json-body.ts'
import { languageOfRequest } from '../http/request-language.ts'
import { DRAFT_SLUG } from '../store/slug.ts'
import { file, TAGS } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { bodyPart, docxPart } from './form-kinds.ts'
import { ALL_PROBLEMS } from './kinds.ts'
import { PAGE, sendPage } from './preview.ts'
import { RENDER_FAILURES } from './produce-document.ts'
import { SINGLE } from './render-parameters.ts'
import { tagsOf } from './tags-of.ts'

/** What a file asks for that is not stored: its author sees what to mend before it replaces another. */
export const draftTags = endpoint({
  method: 'POST',
  path: '/drafts/tags',
  auth: 'key',
  tag: 'drafts',
  summary: 'The tags of a template that is not stored',
  form: { file: required(docxPart) },
  answers: { 200: { type: 'object', required: Object.keys(TAGS), properties: TAGS } },
  failures: [400, 401, 413],
  handle: async ({ tools, request, reply, values }) =>
    reply.send(tagsOf(await compiledDraft(tools, values.file), languageOfRequest(request))),
})

const { data, strict, locale, timezone } = SINGLE
const REQUEST = { data, strict, locale, timezone, ...PAGE }

/** One page of a template that is not stored, to be compared with the one that is. */
export const draftPreview = endpoint({
  method: 'POST',
  path: '/drafts/preview',
  auth: 'key',
  tag: 'drafts',
  summary: 'Render one page of a template that is not stored as PNG',
  form: {
    file: required(docxPart),
    request: required(bodyPart(parametersSchema(REQUEST))),
  },
  answers: { 200: file('The page.', 'image/png') },
  failures: RENDER_FAILURES,
  handle: async ({ tools, reply, values }) => {
    const compiled = await compiledDraft(tools, values.file)
    const given = readObject(REQUEST, fieldsOf(values.request), ALL_PROBLEMS)
    const wanted = {
      slug: DRAFT_SLUG,
      data: dataOfBody(given.data, values.request.bytes),
      isStrict: given.strict,
      locale: given.locale,
      timezone: given.timezone,
    }
    const docx = await renderDraft(tools, wanted, compiled)
    const { page, dpi } = given
    return await sendPage(tools, reply, docx, {
      origin: DRAFT_SLUG,
      pdf: NO_PDF_OPTIONS,
      page,
      dpi,
    })
  },
})

/** A draft is compiled once for all of its pages. */
async function compiledDraft({ cache }: Tools, docx: Buffer): Promise<CompiledTemplate> {
  const version = `draft ${createHash('sha256').update(docx).digest('hex')}`
  const read = () => Promise.resolve(docx)
  const found = await cache.find({ version, slug: undefined, read })
  if (found === undefined) throw new Error('a draft that was sent has bytes')
  return found.compiled
}
