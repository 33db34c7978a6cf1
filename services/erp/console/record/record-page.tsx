import { useEffect, useState } from 'preact/hooks'
import { Link } from '@oficina/web/link.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'

import { ApiFailure } from '../session/api.ts'
import { words } from '../words/record.ts'
import { newFormState, type FormState } from './form/form-state.ts'
import { loadShape, readRecord } from './load-record.ts'
import { RecordView } from './record-view.tsx'
import { newRecord } from './saving/new-record.ts'

interface Opened {
  readonly state: FormState
  readonly etag: string | undefined
}

type Loaded = Opened | { readonly failed: unknown }

/** `/m/:modelo/:id` and `/m/:modelo/new`: a record of any model. */
export function RecordPage({ params, query }: PageProps) {
  const { modelo: model = '', id } = params
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    const load = async (): Promise<void> => {
      try {
        const opened = await open(model, id, { query, signal: abort.signal })
        if (!abort.signal.aborted) setLoaded(opened)
      } catch (failed) {
        if (!abort.signal.aborted) setLoaded({ failed })
      }
    }
    void load()
    return () => abort.abort()
  }, [model, id, attempt])
  if (loaded === undefined) {
    return (
      <div class="card">
        <Skeleton lines={10} />
      </div>
    )
  }
  if ('failed' in loaded) {
    return <NotOpened model={model} error={loaded.failed} onRetry={() => setAttempt(attempt + 1)} />
  }
  return <RecordView state={loaded.state} etag={loaded.etag} query={query} />
}

async function open(
  model: string,
  id: string | undefined,
  { query, signal }: { readonly query: URLSearchParams; readonly signal: AbortSignal },
): Promise<Opened> {
  const shape = await loadShape(model)
  if (id === undefined) {
    return { state: newFormState(shape, await newRecord(shape, query)), etag: undefined }
  }
  const { node, etag, changesOnly } = await readRecord(shape, id, signal)
  return { state: newFormState(shape, node, changesOnly), etag }
}

function NotOpened({
  model,
  error,
  onRetry,
}: {
  readonly model: string
  readonly error: unknown
  readonly onRetry: () => void
}) {
  if (error instanceof ApiFailure && error.problems.some(({ code }) => code === 'UNKNOWN_MODEL')) {
    return <Empty title={words('noSuchModel', { model })} />
  }
  if (error instanceof ApiFailure && (error.status === 404 || error.status === 422)) {
    return (
      <Empty title={words('notFound')}>
        <Link to={`/m/${model}`}>{words('toList')}</Link>
      </Empty>
    )
  }
  if (error instanceof ApiFailure && error.status === 403) {
    return <Empty title={words('mayNotSee')} />
  }
  return <Failure text={words('noAnswer')} onRetry={onRetry} />
}
