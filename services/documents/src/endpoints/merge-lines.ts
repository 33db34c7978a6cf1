import { join } from 'node:path'

import { parametersSchema } from '@oficina/api/operation.ts'
import { readObject } from '@oficina/api/parameter.ts'

import type { MergeItem } from '../actions/merge-documents.ts'
import { InvalidInput, invalidInput, type Issue } from '../errors.ts'
import { fieldsOf, parseJsonBody } from '../http/json-body.ts'
import { JSON_LINES, linesOf, spool } from '../http/json-lines.ts'
import { say, type Told } from '../messages/say.ts'
import { createScratchFolder, removeScratchFolder } from '../office/scratch-folder.ts'
import { file } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { ALL_PROBLEMS } from './kinds.ts'
import {
  itemAt,
  MAX_ISSUES,
  MAX_ITEMS,
  MERGE,
  mergeItem,
  mergeItemOf,
  type ItemValues,
  type MergeValues,
} from './merge-parameters.ts'
import { RENDER_FAILURES } from './produce-document.ts'
import { sendMerged } from './send-merged.ts'

/** @source docs/decisions/0140-documents-merging.md */
export const mergeLines = endpoint({
  method: 'POST',
  path: '/render/merge/lines',
  auth: 'key',
  tag: 'render',
  summary: 'The same of items that come as lines, which may be larger than memory',
  description:
    'The first line has what /render/merge has beside its items; each other one is an item.',
  stream: {
    contentType: JSON_LINES,
    schema: { anyOf: [parametersSchema(MERGE), mergeItem.schema] },
  },
  answers: { 200: file('The PDF.', 'application/pdf') },
  failures: RENDER_FAILURES,
  handle: async ({ tools, request, reply }) => {
    const folder = await createScratchFolder(tools.tmpDir, 'merge')
    try {
      const path = join(folder, 'items.jsonl')
      await spool(request.body, path, tools.disk)
      const common = await checkLines(path)
      return await sendMerged(tools, reply, { common, items: itemsOf(path, common) })
    } finally {
      await removeScratchFolder(folder)
    }
  },
})

/** Reads all lines once, so that the last one is not found wrong after an hour of work; gives the first. */
async function checkLines(path: string): Promise<MergeValues> {
  const issues: Issue[] = []
  let common: MergeValues | undefined
  let index = 0
  for await (const line of linesOf(path)) {
    if (common === undefined) {
      common = readObject(MERGE, fieldsOf(parseJsonBody(line)), ALL_PROBLEMS)
      continue
    }
    itemOf(line, index, issues)
    index += 1
    if (index > MAX_ITEMS) break
  }
  if (common === undefined || index === 0 || index > MAX_ITEMS) {
    const message = say('must be lines: one of options, and 1 to %{max} of items', {
      max: MAX_ITEMS,
    })
    throw invalidInput([{ path: ['items'], message }])
  }
  if (issues.length > 0) throw invalidInput(issues)
  return common
}

async function* itemsOf(path: string, common: MergeValues): AsyncGenerator<MergeItem> {
  let index = -1
  for await (const line of linesOf(path)) {
    const [item] = index < 0 ? [] : itemOf(line, index, [])
    if (item !== undefined) yield mergeItemOf(item, common, line.length)
    index += 1
  }
}

/** The item of a line; nothing, and an issue, when it is none. */
function itemOf(line: Buffer, index: number, issues: Issue[]): readonly ItemValues[] {
  const place = ['items', index]
  try {
    return itemAt(mergeItem, parseJsonBody(line).value, place, issues)
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    const message: Told = 'must be a JSON object in one line'
    if (issues.length < MAX_ISSUES) issues.push({ path: place, message })
    return []
  }
}
