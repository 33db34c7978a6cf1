import { api } from '../../session/api.ts'
import { plainText } from '../../values/plain-text.ts'
import type { AroundRecord } from '../surrounded-record.ts'

/** Records of one model that refer to a record by one field, as the API counts them. */
export interface RelatedGroup {
  readonly model: string
  /** In the plural, with the field where several of the model refer to the record. */
  readonly label: string
  /** Their field that refers to the record; null: they name it otherwise, as entries name their origin. */
  readonly field: string | null
  readonly field_label: string | null
  /** The query of a listing of them. */
  readonly filter: string
  readonly count: number
  /** There are more than were counted. */
  readonly more: boolean
}

const held: { key: string; groups: Promise<readonly RelatedGroup[]> } = {
  key: '',
  groups: Promise.resolve([]),
}

/** What refers to a record as it is now; panel and tabs ask once. */
export function relatedGroups({ meta, record }: AroundRecord): Promise<readonly RelatedGroup[]> {
  const key = questionOf({ meta, record })
  if (held.key === key) return held.groups
  const groups = readGroups({ meta, record })
  held.key = key
  held.groups = groups
  // A failure is not kept: the next who asks tries again.
  groups.catch(() => {
    if (held.groups === groups) held.key = ''
  })
  return groups
}

/** The record may have changed what refers to it: asked again the next time. */
export function forgetRelated(): void {
  held.key = ''
}

/** Whatever changes a record in an action, or by its lines, changes its version. */
export function questionOf({ meta, record }: AroundRecord): string {
  return [meta.model, record.id, plainText(record['version'])].join(' ')
}

async function readGroups({ meta, record }: AroundRecord): Promise<readonly RelatedGroup[]> {
  const { data } = await api<readonly RelatedGroup[]>(`/${meta.model}/${record.id}/relaciones`)
  const lines = new Set(
    meta.relations
      .filter(({ composition }) => composition)
      .map(({ model, field }) => `${model} ${field}`),
  )
  const groups = data.filter(({ model, field }) => !lines.has(`${model} ${field ?? ''}`))
  return groups.map((group) => {
    const isOne = groups.every((other) => other === group || other.model !== group.model)
    const label = isOne ? group.label : `${group.label} (${group.field_label ?? ''})`
    return { ...group, label }
  })
}
