import { Button } from '@oficina/web/button.tsx'
import { formatInstant } from '@oficina/web/formats.ts'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { Pill } from '@oficina/web/pill.tsx'
import { toast } from '@oficina/web/toasts.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { leaveEverywhere } from '../shell/user-menu.tsx'
import { words } from '../words/account.ts'
import { words as shellWords } from '../words/shell.ts'
import { agentName } from './agent-name.ts'

interface OpenSession {
  readonly id: number
  readonly inicio: string
  readonly ultima_actividad: string
  readonly direccion_ip: string
  readonly agente: string | null
  readonly actual: boolean
}

/** Where the person is signed in, each of which they may end. */
export function OwnSessions() {
  const { value, error, reload } = useLoaded('sessions', async (signal) => {
    return (await api<readonly OpenSession[]>('/auth/sesiones', { signal })).data
  })
  const end = async (id: number): Promise<void> => {
    try {
      await api(`/auth/sesiones/${id}`, { method: 'DELETE' })
      toast({ text: words('ended'), tone: 'success' })
    } catch (failure) {
      toast({ text: failureText(failure), tone: 'danger' })
    }
    reload()
  }
  return (
    <section class="card">
      <h2>{words('sessions')}</h2>
      <p class="muted">{words('sessionsText')}</p>
      {error !== undefined && <Failure text={failureText(error)} onRetry={reload} />}
      {value === undefined && error === undefined && <Skeleton lines={3} />}
      <ul class="account-list">
        {value?.map((one) => (
          <Line key={one.id} session={one} end={() => void end(one.id)} />
        ))}
      </ul>
      <Button kind="danger" onClick={() => void leaveEverywhere()}>
        {shellWords('signOutAll')}
      </Button>
    </section>
  )
}

function Line({ session, end }: { readonly session: OpenSession; readonly end: () => void }) {
  const { agente, direccion_ip: address, actual, inicio, ultima_actividad: active } = session
  const agent = agentName(agente) ?? words('unknownAgent')
  return (
    <li>
      <div class="grow">
        <p title={agente ?? undefined}>
          <strong>{agent}</strong> <span class="muted">{address}</span>{' '}
          {actual && <Pill tone="success">{words('thisOne')}</Pill>}
        </p>
        <p class="muted">
          {words('begun', { date: formatInstant(inicio) })} ·{' '}
          {words('active', { ago: formatInstant(active) })}
        </p>
      </div>
      {!actual && (
        <Button onClick={end} aria-label={words('endOf', { agent, address })}>
          {words('endOne')}
        </Button>
      )}
    </li>
  )
}
