import { useEffect, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { formatAgo, formatInstant } from '@oficina/web/formats.ts'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { actionsOf } from '../actions/action-description.ts'
import type { Column, ModelMetadata } from '../metadata/model-metadata.ts'
import { api } from '../session/api.ts'
import { isRefusal } from '../session/is-refusal.ts'
import { words } from '../words/surroundings.ts'
import {
  actionLabel,
  changesOf,
  namedIds,
  type FieldChange,
  type TrailRow,
} from './history-text.ts'
import { recordNames } from './record-names.ts'
import type { AroundRecord } from './surrounded-record.ts'
import { toldValue, type Names } from './told-value.ts'

const PER_PAGE = 10
const MAX_PAGES = 10
const MAX_CHANGES = 4
const NO_NAMES: Names = new Map()

interface Trail {
  readonly rows: readonly TrailRow[]
  readonly total: number
}

/** What happened to a record, newest first. Who may not read it sees no panel. */
export function Activity({ meta, record }: AroundRecord) {
  const [pages, setPages] = useState(1)
  const question = [meta.model, record.id, record['version'], pages].join(' ')
  const trail = useLoaded(question, (signal) =>
    readTrail({ model: meta.model, id: record.id, pages }, signal),
  )
  const names = useNames(meta, trail.value?.rows)
  if (isRefusal(trail.error)) return null
  const rows = trail.value?.rows ?? []
  const isMore = trail.value !== undefined && rows.length < trail.value.total && pages < MAX_PAGES
  return (
    <section class="card activity" aria-labelledby="activity-title">
      <h2 id="activity-title">{words('activity')}</h2>
      {trail.error !== undefined && (
        <Failure text={words('activityFailed')} onRetry={trail.reload} />
      )}
      {trail.value === undefined && trail.error === undefined && <Skeleton lines={4} />}
      {trail.value !== undefined && rows.length === 0 && <p class="muted">{words('noActivity')}</p>}
      <ol class="time">
        {rows.map((row) => (
          <Entry key={row.id} row={row} meta={meta} names={names} />
        ))}
      </ol>
      {isMore && (
        <Button kind="quiet" isBusy={trail.isLoading} onClick={() => setPages(pages + 1)}>
          {words('older')}
        </Button>
      )}
    </section>
  )
}

function Entry({
  row,
  meta,
  names,
}: {
  readonly row: TrailRow
  readonly meta: ModelMetadata
  readonly names: Names
}) {
  const changes = changesOf(row, meta.columns)
  const [only] = changes
  const isOne = row.operacion === 'cambio' && changes.length === 1 && only !== undefined
  return (
    <li>
      {isOne ? <Change change={only} names={names} /> : <span>{deed(row, meta, changes)}</span>}
      {!isOne && <Changes changes={changes} names={names} />}
      {row.motivo !== null && <p class="reason">{words('reason', { reason: row.motivo })}</p>}
      <p>
        <time dateTime={row.fecha_hora} title={formatInstant(row.fecha_hora)}>
          {formatAgo(row.fecha_hora, new Date())}
        </time>
        {' · '}
        {who(row)}
      </p>
    </li>
  )
}

function Changes({
  changes,
  names,
}: {
  readonly changes: readonly FieldChange<Column>[]
  readonly names: Names
}) {
  const [isWhole, setWhole] = useState(false)
  if (changes.length === 0) return null
  const shown = isWhole ? changes : changes.slice(0, MAX_CHANGES)
  const left = changes.length - shown.length
  return (
    <ul class="changes">
      {shown.map((change) => (
        <li key={change.label}>
          <Change change={change} names={names} />
        </li>
      ))}
      {left > 0 && (
        <li>
          <button type="button" class="link" onClick={() => setWhole(true)}>
            {words('moreChanges', { count: left })}
          </button>
        </li>
      )}
    </ul>
  )
}

function Change({
  change,
  names,
}: {
  readonly change: FieldChange<Column>
  readonly names: Names
}) {
  const { label, column, before, after } = change
  return (
    <span>
      {label}: {isEmpty(before) ? '' : `${toldValue(before, column, names)} → `}
      <b>{toldValue(after, column, names)}</b>
    </span>
  )
}

function deed(row: TrailRow, meta: ModelMetadata, changes: readonly FieldChange<Column>[]): string {
  const action = actionLabel(row, actionsOf(meta))
  if (action !== undefined) return action
  if (row.operacion === 'alta') return words('created')
  if (row.operacion === 'baja') return words('deleted')
  return words('changedMany', { count: changes.length })
}

function who({ usuario_str: text, usuario: id }: TrailRow): string {
  if (id === null) return words('byService')
  return text ?? `#${id}`
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

async function readTrail(
  { model, id, pages }: { readonly model: string; readonly id: number; readonly pages: number },
  signal: AbortSignal,
): Promise<Trail> {
  const { data, meta } = await api<readonly TrailRow[]>(
    `/reports/audit-trail/${model}/${id}?per_page=${PER_PAGE * pages}`,
    { signal },
  )
  return { rows: data, total: Number(meta['total'] ?? data.length) }
}

/** The records that the changes speak of, in words, a moment after the changes themselves. */
function useNames(meta: ModelMetadata, rows: readonly TrailRow[] | undefined): Names {
  const [names, setNames] = useState(NO_NAMES)
  useEffect(() => {
    if (rows === undefined) return
    const abort = new AbortController()
    const load = async (): Promise<void> => {
      const found = await recordNames(
        namedIds(rows.flatMap((row) => changesOf(row, meta.columns))),
        abort.signal,
      )
      if (!abort.signal.aborted) setNames(found)
    }
    void load()
    return () => abort.abort()
  }, [rows, meta])
  return names
}
