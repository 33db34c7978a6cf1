import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { formatAgo, formatInstant } from '@oficina/web/formats.ts'
import { Link } from '@oficina/web/link.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { Pill, type Tone } from '@oficina/web/pill.tsx'
import { Progress } from '@oficina/web/progress.tsx'
import { changeQuery } from '@oficina/web/router.ts'
import { toast } from '@oficina/web/toasts.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/admin.ts'
import { AdminFrame, Ready } from './admin-frame.tsx'
import { AdminPager, PAGE_SIZE, pageOf } from './admin-pager.tsx'
import { AdminTable } from './admin-table.tsx'
import { runEach, type EachProgress } from './run-each.ts'

interface Message {
  readonly id: number
  readonly tipo: string
  readonly destino: string | null
  readonly asunto: string | null
  readonly evento: string | null
  readonly modelo: string | null
  readonly registro: string | null
  readonly estado: State
  readonly intentos: number
  readonly creada_en: string
  readonly proximo_intento: string | null
  readonly enviada_en: string | null
  readonly ultimo_error: string | null
}

type State = keyof typeof STATES

const STATES = {
  pendiente: { label: () => words('pending'), tone: 'info' },
  enviada: { label: () => words('sent'), tone: 'success' },
  muerta: { label: () => words('dead'), tone: 'danger' },
} as const satisfies Readonly<Record<string, { label: () => string; tone: Tone }>>

const ALL_STATES = Object.keys(STATES) as readonly State[]
// More failed ones than this are tried again in several goes.
const MOST_RETRIED = 1000

/** The company's mails and calls. Those that were given up can be tried again, one by one or all. */
export function OutboxPage({ query }: PageProps) {
  const state = ALL_STATES.find((one) => one === query.get('estado'))
  const asked = new URLSearchParams({ per_page: String(PAGE_SIZE), page: String(pageOf(query)) })
  if (state !== undefined) asked.set('estado', state)
  const loaded = useLoaded(asked.toString(), (signal) =>
    api<readonly Message[]>(`/outbox?${asked.toString()}`, { signal }),
  )
  const [progress, setProgress] = useState<EachProgress | undefined>(undefined)
  const retryAll = async (): Promise<void> => {
    try {
      const failed = await failedMessages()
      const failures = await runEach(failed, retry, setProgress)
      tell(failed.length - failures.length, failures.length)
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    }
    setProgress(undefined)
    loaded.reload()
  }
  const retryOne = async (id: number): Promise<void> => {
    try {
      await retry(id)
      tell(1, 0)
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    }
    loaded.reload()
  }
  const text = progress === undefined ? '' : words('retrying', { ...progress })
  return (
    <AdminFrame
      title={words('outbox')}
      actions={
        <>
          <StateChoice chosen={state} query={query} />
          <Button isBusy={progress !== undefined} onClick={() => void retryAll()}>
            {words('retryAll')}
          </Button>
        </>
      }
    >
      {progress !== undefined && (
        <div role="status">
          <p class="muted">{text}</p>
          <Progress label={text} done={progress.done} of={progress.total} />
        </div>
      )}
      <Ready loaded={loaded}>
        {({ data, meta }) => (
          <>
            <Messages messages={data} retry={(id) => void retryOne(id)} />
            <AdminPager query={query} total={Number(meta['total'] ?? 0)} />
          </>
        )}
      </Ready>
    </AdminFrame>
  )
}

function StateChoice({
  chosen,
  query,
}: {
  readonly chosen: State | undefined
  readonly query: URLSearchParams
}) {
  const choose = (state: State | undefined): void => {
    const next = new URLSearchParams(query)
    next.delete('page')
    if (state === undefined) next.delete('estado')
    else next.set('estado', state)
    changeQuery(next)
  }
  return (
    <fieldset class="segmented">
      <legend class="hidden">{words('state')}</legend>
      {[undefined, ...ALL_STATES].map((state) => (
        <label key={state ?? ''}>
          <input
            type="radio"
            name="estado"
            checked={state === chosen}
            onChange={() => choose(state)}
          />
          <span>{state === undefined ? words('all') : STATES[state].label()}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface MessagesProps {
  readonly messages: readonly Message[]
  readonly retry: (id: number) => void
}

function Messages({ messages, retry: again }: MessagesProps) {
  const now = new Date()
  return (
    <AdminTable
      label={words('outbox')}
      rows={messages}
      keyOf={({ id }) => id}
      empty={words('allSent')}
      columns={[
        {
          label: words('made'),
          render: ({ creada_en: made }) => (
            <span title={formatInstant(made)}>{formatAgo(made, now)}</span>
          ),
        },
        { label: words('kind'), render: ({ tipo }) => tipo },
        { label: words('to'), render: ({ destino }) => destino },
        { label: words('subject'), render: ({ asunto, evento }) => asunto ?? evento },
        {
          label: words('record'),
          render: ({ modelo, registro }) =>
            modelo !== null &&
            registro !== null && (
              <Link to={`/m/${modelo}/${registro}`}>{`${modelo} ${registro}`}</Link>
            ),
        },
        { label: words('attempts'), isNumber: true, render: ({ intentos }) => intentos },
        {
          label: words('state'),
          render: ({ estado }) => <Pill tone={STATES[estado].tone}>{STATES[estado].label()}</Pill>,
        },
        {
          label: words('error'),
          render: ({ ultimo_error: error }) => (
            <span class="admin-error" title={error ?? undefined}>
              {error}
            </span>
          ),
        },
        {
          label: words('actions'),
          isUnnamed: true,
          render: ({ id, estado, asunto, evento }) =>
            estado === 'muerta' && (
              <Button
                aria-label={`${words('retry')}: ${asunto ?? evento ?? `#${id}`}`}
                onClick={() => again(id)}
              >
                {words('retry')}
              </Button>
            ),
        },
      ]}
    />
  )
}

async function retry(id: number): Promise<void> {
  await api(`/outbox/${id}/retry`, { method: 'POST' })
}

/** Those that were given up. All are found before one is retried, since a retried one leaves its page. */
async function failedMessages(): Promise<readonly number[]> {
  const found: number[] = []
  for (let page = 1; found.length < MOST_RETRIED; page += 1) {
    const { data } = await api<readonly { readonly id: number }[]>(
      `/outbox?estado=muerta&per_page=${PAGE_SIZE}&page=${page}`,
    )
    found.push(...data.map(({ id }) => id))
    if (data.length < PAGE_SIZE) break
  }
  return found
}

function tell(done: number, failed: number): void {
  if (failed > 0) toast({ text: words('notRetried', { count: failed }), tone: 'danger' })
  else toast({ text: words('retried', { count: done }), tone: 'success' })
}
