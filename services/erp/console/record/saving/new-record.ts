import { companyDay } from '../../metadata/company-day.ts'
import { modelMetadata } from '../../metadata/model-metadata.ts'
import { api } from '../../session/api.ts'
import { recordText } from '../../values/record-text.ts'
import { defaultValues } from '../form/default-values.ts'
import { isRead, type Shape } from '../form/record-shape.ts'
import { withFirstPreview } from '../form/use-preview.ts'
import { readRecord } from '../load-record.ts'
import { newNode, valueOf, type Lines, type RecordNode, type Values } from '../record-node.ts'

/** Asked for in the address of a new record: the id of one to copy. Others are values of fields. */
const COPY = 'copy'

const NONE: ReadonlySet<string> = new Set()

/** A new record: with the defaults, what the address gives, or as a copy of another with its lines. */
export async function newRecord(shape: Shape, query: URLSearchParams): Promise<RecordNode> {
  const copied = query.get(COPY)
  if (copied !== null) {
    const { node } = await readRecord(shape, copied)
    return await withFirstPreview(shape, copyOf(shape, node, NONE))
  }
  const edits: Record<string, unknown> = {}
  for (const [name, text] of query) {
    const column = shape.columns.get(name)
    if (column === undefined || isRead(shape, column)) continue
    edits[name] = column.references === null ? valueOfText(column.type, text) : Number(text)
    if (column.references === null) continue
    edits[`${name}_str`] = await referenceText(column.references, text)
  }
  return await withFirstPreview(shape, newNode(defaultsOf(shape), edits))
}

export function copyAddress(model: string, id: number): string {
  return `/m/${model}/new?${COPY}=${id}`
}

/** What can be typed of a record; what is unique, reckoned or the service's own is made anew. */
function copyOf(shape: Shape, node: RecordNode, without: ReadonlySet<string>): RecordNode {
  const copied = shape.meta.columns.filter(
    (column) =>
      !isRead(shape, column) &&
      column.computed === null &&
      !column.unique &&
      column.filled_by !== 'folio' &&
      !without.has(column.name),
  )
  const edits: Record<string, unknown> = {}
  for (const { name, references } of copied) {
    edits[name] = valueOf(node, name)
    if (references !== null) edits[`${name}_str`] = valueOf(node, `${name}_str`)
  }
  const lines: Lines = Object.fromEntries(
    shape.lines.map((line) => [
      line.name,
      (node.lines[line.name] ?? []).map((one) => copyOf(line.shape, one, line.headFields)),
    ]),
  )
  return newNode(defaultsOf(shape), edits, lines)
}

function defaultsOf({ meta }: Shape): Values {
  return defaultValues(meta, companyDay(new Date()))
}

function valueOfText(type: string, text: string): unknown {
  return type === 'boolean' ? text === 'true' : text
}

async function referenceText(model: string, id: string): Promise<string> {
  try {
    const [meta, { data }] = await Promise.all([
      modelMetadata(model),
      api<Values>(`/${model}/${encodeURIComponent(id)}`),
    ])
    return recordText(meta, data)
  } catch {
    // The service says what is wrong with it when it is sent.
    return id
  }
}
