import { useLoaded } from '@oficina/web/use-loaded.ts'

import type { ActionDescription } from '../actions/action-description.ts'
import { api } from '../session/api.ts'
import type { AroundRecord } from './surrounded-record.ts'

type Values = Readonly<Record<string, unknown>>

export interface Referred {
  /** By path, such as `cfdi.estado`; null while it is being asked. What the person may not read is left out. */
  readonly values: Values | null
  readonly reload: () => void
}

/** What the conditions of actions ask of records that a record refers to. */
export function useReferred(
  { meta, record }: AroundRecord,
  actions: readonly ActionDescription[],
): Referred {
  const paths = [...new Set(actions.flatMap(pathsOf))]
  const wanted = [...Map.groupBy(paths, referenceOf)].map(([name, some]) => ({
    name,
    model: meta.columns.find((column) => column.name === name)?.references ?? '',
    id: record[name],
    fields: some.map((path) => path.slice(name.length + 1)),
  }))
  const question = paths.length === 0 ? undefined : JSON.stringify([record.id, wanted])
  const loaded = useLoaded(question, async (signal) => {
    const found = await Promise.all(wanted.map((one) => readFields(one, signal)))
    // Spread as it was read: by path.
    return Object.assign({}, ...found) as Values
  })
  const isKnown = question === undefined || (!loaded.isLoading && loaded.value !== undefined)
  return { values: isKnown ? (loaded.value ?? {}) : null, reload: loaded.reload }
}

function pathsOf({ offered_if: condition }: ActionDescription): readonly string[] {
  return (condition ?? []).flat().flatMap(({ field }) => (field.includes('.') ? [field] : []))
}

function referenceOf(path: string): string {
  return path.split('.')[0] ?? ''
}

interface Wanted {
  readonly name: string
  readonly model: string
  readonly id: unknown
  readonly fields: readonly string[]
}

async function readFields(
  { name, model, id, fields }: Wanted,
  signal: AbortSignal,
): Promise<Values> {
  const byPath = (values: Values): Values =>
    Object.fromEntries(
      fields.filter((field) => field in values).map((field) => [`${name}.${field}`, values[field]]),
    )
  if (id === null) return byPath(Object.fromEntries(fields.map((field) => [field, null])))
  if (typeof id !== 'number') return {}
  try {
    const { data } = await api<Values>(`/${model}/${id}?fields=${fields.join(',')}`, { signal })
    return byPath(data)
  } catch {
    // The person may not read it: the service decides.
    return {}
  }
}
