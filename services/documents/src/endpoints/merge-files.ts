import type { Kind } from '@oficina/api/kind.ts'
import { isObject } from '@oficina/api/kinds.ts'
import { parametersSchema } from '@oficina/api/operation.ts'
import { optional, readObject, required, type Values } from '@oficina/api/parameter.ts'

import type { MergeItem } from '../actions/merge-documents.ts'
import { invalidInput } from '../errors.ts'
import { say } from '../messages/say.ts'
import { file } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { filePart, jsonPart } from './form-kinds.ts'
import { ALL_PROBLEMS, choice } from './kinds.ts'
import {
  BOTH,
  listOfItems,
  MERGE,
  mergeItem,
  mergeItemOf,
  type ItemValues,
  type MergeValues,
} from './merge-parameters.ts'
import { RENDER_FAILURES } from './produce-document.ts'
import { sendMerged } from './send-merged.ts'

const MAX_FILES = 20
const NAMES = Array.from({ length: MAX_FILES }, (_, at) => `file${at + 1}`)

const SENT = { file: required(choice(NAMES)), ...BOTH }
type SentItem = { readonly kind: 'file' } & Values<typeof SENT>
type FormItem = ItemValues | SentItem

/** An item of the other calls, or a file of the form. */
const formItem: Kind<FormItem> = {
  isRaw: false,
  schema: { anyOf: [mergeItem.schema, parametersSchema(SENT)] },
  check: (value, path) =>
    isObject(value) && Object.hasOwn(value, 'file')
      ? { kind: 'file', ...readObject(SENT, value, ALL_PROBLEMS, path) }
      : mergeItem.check(value, path),
}

const REQUEST = { ...MERGE, items: required(listOfItems(formItem)) }
type Request = MergeValues & { readonly items: readonly FormItem[] }

const request: Kind<Request> = {
  isRaw: false,
  schema: parametersSchema(REQUEST),
  check: (value) => readObject(REQUEST, isObject(value) ? value : {}, ALL_PROBLEMS),
}

const part = optional(filePart('A PDF that an item names.'))

/** @source docs/decisions/0140-documents-merging.md */
export const mergeFiles = endpoint({
  method: 'POST',
  path: '/render/merge/files',
  auth: 'key',
  tag: 'render',
  summary: 'The same with PDFs as files of a form, which items name',
  form: {
    request: required(jsonPart(request)),
    ...Object.fromEntries(NAMES.map((name) => [name, part])),
  },
  answers: { 200: file('The PDF.', 'application/pdf') },
  failures: RENDER_FAILURES,
  handle: async ({ tools, reply, values }) => {
    const { request: wantedOf, ...parts } = values
    const { items, ...common } = wantedOf
    // Everything else in the form was declared as such a part above.
    const sent = parts as Readonly<Record<string, { readonly bytes: Buffer } | undefined>>
    const wanted = items.map((item, index) =>
      item.kind === 'file'
        ? sentItem(item, sent[item.file]?.bytes, index)
        : mergeItemOf(item, common, sizeOf(item)),
    )
    return await sendMerged(tools, reply, { common, items: wanted })
  },
})

/** Of the data’s JSON, which decides where it is rendered. */
function sizeOf(item: ItemValues): number {
  return item.kind === 'document' ? JSON.stringify(item.data).length : 0
}

function sentItem(
  { file: name, title, pages }: SentItem,
  bytes: Buffer | undefined,
  index: number,
) {
  const item: MergeItem | undefined =
    bytes === undefined ? undefined : { kind: 'pdf', title, pages, bytes }
  if (item !== undefined) return item
  throw invalidInput([
    { path: ['items', index, 'file'], message: say('%{name} is no part of the form', { name }) },
  ])
}
