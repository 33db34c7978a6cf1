import { modelMetadata, type ModelMetadata } from '../metadata/model-metadata.ts'
import type { RelatedGroup } from '../record/beside/related-records.ts'
import { api } from '../session/api.ts'
import { recordText } from '../values/record-text.ts'

/** A record that an action made. */
export interface MadeRecord {
  readonly model: string
  readonly id: number
  readonly text: string
}

type Stored = Readonly<{ readonly id: number; readonly [field: string]: unknown }>

// An action that made more than these has made a list, which the person finds below the record.
const MAX_TOLD = 5

/**
 * The documents that an action made of a record: what the record refers to since, and what refers to it, made in the same moment as the
 * record was changed.
 */
export async function madeRecords(
  meta: ModelMetadata,
  before: Stored,
  { after, groups }: { readonly after: Stored; readonly groups: readonly RelatedGroup[] },
): Promise<readonly MadeRecord[]> {
  const moment = after['modificado_en']
  if (typeof moment !== 'string') return []
  // A document that names the record says more of what was done than the entry of it.
  const byField = groups.toSorted((one, other) => rank(one) - rank(other))
  const found = await Promise.all([
    ...newReferences(meta, before, after).map(({ model, id }) =>
      recordsOf(model, `id__in=${id}`, moment),
    ),
    ...byField.map(({ model, filter }) => recordsOf(model, filter, moment)),
  ])
  const made = found.flat()
  const isFirst = (one: MadeRecord, index: number): boolean =>
    made.findIndex(({ model, id }) => model === one.model && id === one.id) === index
  return made.filter(isFirst).slice(0, MAX_TOLD)
}

function rank({ field }: RelatedGroup): number {
  return field === null ? 1 : 0
}

function newReferences(meta: ModelMetadata, before: Stored, after: Stored) {
  return meta.columns.flatMap(({ name, references }) => {
    const id = after[name]
    const isNew = references !== null && typeof id === 'number' && before[name] !== id
    return isNew ? [{ model: references, id }] : []
  })
}

async function recordsOf(
  model: string,
  filter: string,
  moment: string,
): Promise<readonly MadeRecord[]> {
  try {
    const query = `${filter}&creado_en__gte=${encodeURIComponent(moment)}&per_page=${MAX_TOLD}`
    const [meta, { data }] = await Promise.all([
      modelMetadata(model),
      api<readonly Stored[]>(`/${model}?${query}&count=false&sort=-id`),
    ])
    // What nothing can be done with is a note of the document, not another one.
    if (meta.grid.actions.length === 0) return []
    return data.map((record) => ({ model, id: record.id, text: recordText(meta, record) }))
  } catch {
    // What was made is told where it can be read; the action itself is done.
    return []
  }
}
