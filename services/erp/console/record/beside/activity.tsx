import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { formatAgo, formatInstant } from '@oficina/web/formats.ts'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { actionsOf } from '../../actions/action-description.ts'
import { modelMetadata, type Column, type ModelMetadata } from '../../metadata/model-metadata.ts'
import { Avatar } from '../../people/avatar.tsx'
import { api } from '../../session/api.ts'
import { isRefusal } from '../../session/is-refusal.ts'
import { words } from '../../words/surroundings.ts'
import type { AroundRecord } from '../surrounded-record.ts'
import {
  actionLabel,
  changesOf,
  withoutFirstLines,
  type FieldChange,
  type TrailRow,
} from './history-text.ts'
import { toldValue } from './told-value.ts'

const PER_PAGE = 10
const MAX_PAGES = 10
const MAX_CHANGES = 4

interface Trail {
  readonly rows: readonly TrailRow[]
  /** Of the record, and of its lines that something happened to. */
  readonly metas: ReadonlyMap<string, ModelMetadata>
  readonly total: number
}

/** What happened to a record, newest first. Who may not read it sees no panel. */
export function Activity({ meta, record }: AroundRecord) {
  const [pages, setPages] = useState(1)
  const question = [meta.model, record.id, record['version'], pages].join(' ')
  const trail = useLoaded(question, (signal) => readTrail({ meta, id: record.id, pages }, signal))
  if (isRefusal(trail.error)) return null
  const rows = trail.value?.rows ?? []
  const told = withoutFirstLines(rows, meta.model)
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
        {told.map((row) => (
          <Entry
            key={row.id}
            row={row}
            meta={trail.value?.metas.get(row.modelo) ?? meta}
            isLine={row.modelo !== meta.model}
          />
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

interface EntryProps {
  readonly row: TrailRow
  readonly meta: ModelMetadata
  /** It happened to a line of the record. */
  readonly isLine: boolean
}

function Entry({ row, meta, isLine }: EntryProps) {
  const changes = changesOf(row, meta.columns)
  const [only] = changes
  const isOne = row.operacion === 'cambio' && changes.length === 1 && only !== undefined && !isLine
  return (
    <li>
      {isOne ? (
        <Change change={only} />
      ) : (
        <span>{isLine ? lineDeed(row, meta) : deed(row, meta, changes)}</span>
      )}
      {!isOne && <Changes changes={changes} />}
      {row.motivo !== null && <p class="reason">{words('reason', { reason: row.motivo })}</p>}
      <p class="done-by">
        {row.usuario !== null && row.usuario_str !== null && (
          <Avatar id={row.usuario} name={nameOf(row)} size="small" />
        )}
        <time dateTime={row.fecha_hora} title={formatInstant(row.fecha_hora)}>
          {formatAgo(row.fecha_hora, new Date())}
        </time>
        {' · '}
        {who(row)}
      </p>
    </li>
  )
}

function Changes({ changes }: { readonly changes: readonly FieldChange<Column>[] }) {
  const [isWhole, setWhole] = useState(false)
  if (changes.length === 0) return null
  const shown = isWhole ? changes : changes.slice(0, MAX_CHANGES)
  const left = changes.length - shown.length
  return (
    <ul class="changes">
      {shown.map((change) => (
        <li key={change.label}>
          <Change change={change} />
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

function Change({ change }: { readonly change: FieldChange<Column> }) {
  const { label, column, before, after, beforeText, afterText } = change
  return (
    <span>
      {label}: {isEmpty(before) ? '' : `${toldValue(before, column, beforeText)} → `}
      <b>{toldValue(after, column, afterText)}</b>
    </span>
  )
}

function lineDeed(row: TrailRow, meta: ModelMetadata): string {
  const name = row.registro_str ?? meta.label
  if (row.operacion === 'alta') return words('addedLine', { name })
  if (row.operacion === 'baja') return words('removedLine', { name })
  return actionLabel(row, actionsOf(meta)) ?? name
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

/** Without the name by which he signs in, which stands first. */
function nameOf(row: TrailRow): string {
  const [, ...words] = (row.usuario_str ?? '').split(' ')
  return words.length === 0 ? who(row) : words.join(' ')
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

async function readTrail(
  {
    meta,
    id,
    pages,
  }: { readonly meta: ModelMetadata; readonly id: number; readonly pages: number },
  signal: AbortSignal,
): Promise<Trail> {
  const { data, meta: about } = await api<readonly TrailRow[]>(
    `/reports/audit-trail/${meta.model}/${id}?lines=true&per_page=${PER_PAGE * pages}`,
    { signal },
  )
  const models = [...new Set(data.map(({ modelo }) => modelo))]
  const metas = await Promise.all(
    models.map(async (model) => [model, await modelMetadata(model)] as const),
  )
  return { rows: data, total: Number(about['total'] ?? data.length), metas: new Map(metas) }
}
