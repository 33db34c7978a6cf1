import { Button } from '@oficina/web/button.tsx'
import { href } from '@oficina/web/router.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { api } from '../session/api.ts'
import { recordText } from '../values/record-text.ts'
import { words } from '../words/list.ts'
import type { ListState } from './use-list.ts'

const SHOWN = 8

interface Row {
  readonly id: number
  readonly [field: string]: unknown
}

/**
 * Where a search finds nothing: records with words near to those that were typed, apart from the list, of which they are
 * not a part, and the search for these words.
 */
export function SimilarRecords({ list }: { readonly list: ListState }) {
  const { change, conditions, meta, query } = list
  const asked = new URLSearchParams(conditions)
  asked.set('similar', 'true')
  asked.set('per_page', String(SHOWN))
  const path = query.search === '' ? undefined : `/${meta.model}?${asked.toString()}`
  const { isLoading, value } = useLoaded(path, (signal) =>
    api<readonly Row[]>(path ?? '', { signal }),
  )
  const similar = value?.meta['similar']
  if (isLoading || value === undefined || typeof similar !== 'string') return null
  return (
    <section class="similar" aria-label={words('similar', { words: similar })}>
      <p>{words('similar', { words: similar })}</p>
      <ul>
        {value.data.map((record) => (
          <li key={record.id}>
            <a href={href(`/m/${meta.model}/${record.id}`)}>{recordText(meta, record)}</a>
          </li>
        ))}
      </ul>
      <Button onClick={() => change({ ...query, search: similar })}>
        {words('searchSimilar', { words: similar })}
      </Button>
    </section>
  )
}
