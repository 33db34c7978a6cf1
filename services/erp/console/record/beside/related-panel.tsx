import { Link } from '@oficina/web/link.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { modelMetadata } from '../../metadata/model-metadata.ts'
import { api } from '../../session/api.ts'
import { isRefusal } from '../../session/is-refusal.ts'
import { recordText } from '../../values/record-text.ts'
import { words } from '../../words/surroundings.ts'
import type { AroundRecord, ShownRecord } from '../surrounded-record.ts'
import { questionOf, relatedGroups, type RelatedGroup } from './related-records.ts'

/** What refers to a record: the one record itself where there is only one, how many and their list otherwise. */
export function RelatedPanel({ meta, record }: AroundRecord) {
  const groups = useLoaded(questionOf({ meta, record }), () => relatedGroups({ meta, record }))
  if (isRefusal(groups.error)) return null
  return (
    <section class="card related" aria-labelledby="related-title">
      <h2 id="related-title">{words('related')}</h2>
      {groups.error !== undefined && (
        <Failure text={words('relatedFailed')} onRetry={groups.reload} />
      )}
      {groups.value === undefined && groups.error === undefined && <Skeleton lines={2} />}
      {groups.value?.length === 0 && <p class="muted">{words('noRelated')}</p>}
      <ul>
        {groups.value?.map((group) => (
          <li key={`${group.model} ${group.filter}`}>
            <Group group={group} version={questionOf({ meta, record })} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Group({ group, version }: { readonly group: RelatedGroup; readonly version: string }) {
  const { model, label, filter, count, more } = group
  const question = count === 1 ? `${model} ${filter} ${version}` : undefined
  const only = useLoaded(question, (signal) => onlyOne(group, signal))
  if (count === 1 && only.value !== undefined) {
    return (
      <Link to={`/m/${model}/${only.value.id}`}>
        {label}: {only.value.text}
      </Link>
    )
  }
  return (
    <Link to={`/m/${model}?${filter}`}>
      {label}: {count}
      {more ? '+' : ''}
    </Link>
  )
}

async function onlyOne({ model, filter }: RelatedGroup, signal: AbortSignal) {
  const [meta, { data }] = await Promise.all([
    modelMetadata(model),
    api<readonly ShownRecord[]>(`/${model}?${filter}&per_page=1&count=false`, { signal }),
  ])
  const [record] = data
  return record === undefined ? undefined : { id: record.id, text: recordText(meta, record) }
}
