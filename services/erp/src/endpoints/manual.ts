import { optional, required } from '@oficina/api/parameter.ts'
import { contentDisposition } from '@oficina/http/content-disposition.ts'
import type { Language } from '@oficina/words/language.ts'

import { manualPdf } from '../actions/forms/manual-pdf.ts'
import { readTrades } from '../actions/profiles/ready-profiles.ts'
import { apiError } from '../errors.ts'
import type { Tools } from '../http/context.ts'
import { sendRaw } from '../http/envelope.ts'
import { namesTag } from '../http/if-none-match.ts'
import { speechOf } from '../http/request-speech.ts'
import type { Manual } from '../manual/manual-tree.ts'
import type { NamedThings } from '../manual/names.ts'
import { NO_PICTURE } from '../messages/manual.ts'
import { contentTag } from '../query/content-tag.ts'
import { choice } from '../query/parameters.ts'
import { empty, success } from './answers.ts'
import { endpoint, publicEndpoint, type Endpoint } from './endpoint.ts'

const LANGUAGES = ['es', 'en'] as const
const idioma = optional(choice(LANGUAGES))

interface Prepared {
  readonly manual: Manual
  readonly json: string
  readonly etag: string
  /** Once somebody asked for it; there is one a language. */
  pdf?: Promise<Buffer>
}

type Prepare = (tools: Tools, language: Language) => Promise<Prepared>

/**
 * The manual, whole: its groups and pages as the console draws and searches them.
 * @source docs/decisions/0289-erp-manual.md
 */
export function manualEndpoints(routes: () => readonly Endpoint[]) {
  const prepared = preparedOnce(routes)
  return { manual: toldManual(prepared), manualPdf: printedManual(prepared) }
}

function toldManual(prepared: Prepare): Endpoint {
  return endpoint({
    method: 'GET',
    path: '/api/v1/manual',
    auth: 'bearer',
    tag: 'metadata',
    summary: 'The manual for people, in Spanish or English',
    query: { idioma },
    answers: {
      200: success({
        type: 'object',
        required: ['groups'],
        properties: { groups: { type: 'array', items: GROUP } },
      }),
      304: empty('Unchanged.'),
    },
    failures: [422],
    handle: async ({ tools, request, reply, values }) => {
      const language = values.idioma ?? speechOf(request).language
      const { json, etag } = await prepared(tools, language)
      reply.header('etag', etag).header('cache-control', 'private, no-cache')
      if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return sendRaw(reply, json, { language })
    },
  })
}

const PAGE = {
  type: 'object',
  required: ['name', 'title', 'about', 'blocks'],
  properties: {
    name: { type: 'string' },
    title: { type: 'string' },
    about: { type: 'array', items: { type: 'string' } },
    blocks: { type: 'array', items: { type: 'object', required: ['kind'] } },
  },
} as const

const GROUP = {
  type: 'object',
  required: ['name', 'label', 'pages'],
  properties: {
    name: { type: 'string' },
    label: { type: 'string' },
    pages: { type: 'array', items: PAGE },
  },
} as const

/** Made by the first who asks, since most who work here never do. */
function preparedOnce(routes: () => readonly Endpoint[]): Prepare {
  const known = new WeakMap<Tools, Map<Language, Prepared>>()
  return async (tools, language) => {
    const ofService = known.get(tools) ?? new Map<Language, Prepared>()
    known.set(tools, ofService)
    const found = ofService.get(language)
    if (found !== undefined) return found
    const manual = await manualIn(language, namedThings(tools, routes()))
    const json = JSON.stringify(manual)
    const made: Prepared = { manual, json, etag: contentTag(json) }
    ofService.set(language, made)
    return made
  }
}

const TITLES = {
  es: { titulo: 'Manual', subtitulo: 'Cómo se hace cada trabajo, paso por paso' },
  en: { titulo: 'Manual', subtitulo: 'How each job is done, step by step' },
}

function printedManual(prepared: Prepare): Endpoint {
  return endpoint({
    method: 'GET',
    path: '/api/v1/manual.pdf',
    auth: 'bearer',
    tag: 'metadata',
    summary: 'The manual as PDF, made by documents',
    query: { idioma },
    sendsFile: true,
    answers: { 200: { description: 'The PDF.', content: { 'application/pdf': { schema: {} } } } },
    failures: [422],
    handle: async ({ tools, request, reply, values }) => {
      const language = values.idioma ?? speechOf(request).language
      const pdf = await printedOnce(tools, language, await prepared(tools, language))
      return reply
        .type('application/pdf')
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', contentDisposition(`manual-${language}.pdf`))
        .header('x-content-type-options', 'nosniff')
        .send(pdf)
    },
  })
}

/**
 * Whoever asks while it is made waits for the same, so nobody who leaves ends it for others; a failure is not kept.
 */
async function printedOnce(tools: Tools, language: Language, made: Prepared): Promise<Buffer> {
  const { readPicture } = await import('../manual-files.ts')
  made.pdf ??= manualPdf(tools, made.manual, {
    title: TITLES[language],
    pictures: (name) => readPicture(name, language),
    signal: new AbortController().signal,
    language,
  })
  try {
    return await made.pdf
  } catch (error) {
    delete made.pdf
    throw error
  }
}

/** What reads Markdown is loaded only where somebody reads the manual. */
async function manualIn(language: Language, things: NamedThings): Promise<Manual> {
  const { readManual } = await import('../manual-files.ts')
  return readManual(language, things).manual
}

/** All that pages of the manual may name. */
export function namedThings(
  { registry, actions }: Pick<Tools, 'registry' | 'actions'>,
  routes: readonly Endpoint[],
): NamedThings {
  return {
    registry,
    actions: actions.all,
    reports: new Map(
      routes.flatMap(({ path, report }) =>
        report === undefined ? [] : [[path.split('/')[4] ?? '', report.label]],
      ),
    ),
    profiles: new Map(readTrades().profiles.map(({ clave, label }) => [clave, label])),
  }
}

/** A picture, for a page that shows it: such a request brings no token, and there is no company's data in it. */
export const manualPicture = publicEndpoint({
  method: 'GET',
  path: '/api/v1/manual/imagenes/:imagen',
  auth: 'public',
  tag: 'metadata',
  summary: 'A picture of the manual',
  named: {
    imagen: required({
      isRaw: true,
      schema: { type: 'string', description: 'Its name, without an ending.' },
      check: (value) => String(value),
    }),
  },
  query: { idioma },
  sendsFile: true,
  answers: { 200: { description: 'The picture.', content: { 'image/webp': { schema: {} } } } },
  failures: [404, 422],
  handle: async ({ request, reply, values }) => {
    const { readPicture } = await import('../manual-files.ts')
    const language = values.idioma ?? speechOf(request).language
    const bytes = readPicture(values.imagen, language)
    if (bytes === undefined) throw apiError('NOT_FOUND', NO_PICTURE({ name: values.imagen }))
    return reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=3600')
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  },
})
