import type { Kind, Place } from '@oficina/api/kind.ts'
import { isObject } from '@oficina/api/kinds.ts'
import { parametersSchema } from '@oficina/api/operation.ts'
import { readObject, required, type Values } from '@oficina/api/parameter.ts'
import { contentDisposition } from '@oficina/http/content-disposition.ts'
import { assembleZip, buildPrefix, storedEntry } from '@oficina/zip/write-zip.ts'
import { DOS_EPOCH } from '@oficina/zip/zip-format.ts'

import { withIndex } from '../actions/merge-documents.ts'
import { dataOfShare } from '../actions/request-data.ts'
import { InvalidInput, invalidInput, type Issue } from '../errors.ts'
import { bytesOf, MAX_JSON_BYTES } from '../http/json-body.ts'
import { say } from '../messages/say.ts'
import { file } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { ALL_PROBLEMS, values as dataKind } from './kinds.ts'
import { clientSignal, produce, RENDER_FAILURES } from './produce-document.ts'
import { COMMON, commonRequest, filename, type RenderRequest } from './render-parameters.ts'

const MAX_BATCH = 500
const MAX_BYTES = 10 * MAX_JSON_BYTES

const ITEM = { data: required(dataKind), filename }
type Item = Values<typeof ITEM>

/** The documents of a batch; all of their problems are reported at once. */
const items: Kind<readonly Item[]> = {
  isRaw: false,
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_BATCH,
    items: parametersSchema(ITEM),
  },
  check: (value, path) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_BATCH) {
      const message = say('must be a list of 1 to %{max} objects with data', { max: MAX_BATCH })
      throw invalidInput([{ path, message }])
    }
    const issues: Issue[] = []
    const read = value.flatMap((item: unknown, index) => itemAt(item, [...path, index], issues))
    if (issues.length > 0) throw invalidInput(issues)
    return read
  },
}

function itemAt(item: unknown, place: Place, issues: Issue[]): readonly Item[] {
  try {
    return [readObject(ITEM, isObject(item) ? item : {}, ALL_PROBLEMS, place)]
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    issues.push(...error.issues)
    return []
  }
}

/** Many documents of one template as a zip, all or none. */
export const batch = endpoint({
  method: 'POST',
  path: '/render/batch',
  auth: 'key',
  tag: 'render',
  summary: 'Render one template with many data as a zip; all or none',
  body: { ...COMMON, items: required(items) },
  bodyLimitBytes: MAX_BYTES,
  answers: { 200: file('A zip.', 'application/zip') },
  failures: RENDER_FAILURES,
  handle: async ({ tools, request, reply, values }) => {
    const wanted = requestsOf(values, bytesOf(request.body).length)
    const signal = clientSignal(reply)
    const documents: Buffer[] = []
    for (const [index, one] of wanted.entries()) {
      if (signal.aborted) break
      documents.push(
        await produce(tools, one, signal).catch((error: unknown) => withIndex(error, index)),
      )
    }
    const names = uniqueNames(wanted)
    // The day does not matter: the same request gives the same bytes.
    const entries = documents.map((bytes, index) =>
      storedEntry(names[index] ?? '', bytes, DOS_EPOCH),
    )
    return reply
      .type('application/zip')
      .header('content-disposition', contentDisposition(`${values.slug}.zip`))
      .send(assembleZip(buildPrefix(entries), []))
  },
})

function requestsOf(
  given: Values<typeof COMMON> & { readonly items: readonly Item[] },
  sizeBytes: number,
): readonly RenderRequest[] {
  const common = commonRequest(given)
  return given.items.map((item) => ({
    ...common,
    data: dataOfShare(item.data, Math.ceil(sizeBytes / given.items.length)),
    filename: item.filename ?? common.filename,
  }))
}

/** The files' names, numbered where the client gave none or a duplicate. */
function uniqueNames(items: readonly RenderRequest[]): readonly string[] {
  const used = new Set<string>()
  return items.map(({ filename, slug, format }, index) => {
    const wanted = (filename ?? `${slug}-${index + 1}`)
      .replaceAll(/[^\p{L}\p{N} ._-]/gu, '_')
      .slice(0, 150)
    const base = wanted.toLowerCase().endsWith(`.${format}`)
      ? wanted.slice(0, -format.length - 1)
      : wanted
    let name = `${base}.${format}`
    for (let copy = 2; used.has(name.toLowerCase()); copy += 1) name = `${base} (${copy}).${format}`
    used.add(name.toLowerCase())
    return name
  })
}
