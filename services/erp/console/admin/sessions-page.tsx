import { Button } from '@oficina/web/button.tsx'
import { formatAgo, formatInstant } from '@oficina/web/formats.ts'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { Pill } from '@oficina/web/pill.tsx'
import { toast } from '@oficina/web/toasts.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { agentName } from '../account/agent-name.ts'
import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/admin.ts'
import { AdminFrame, Ready } from './admin-frame.tsx'
import { AdminPager, PAGE_SIZE, pageOf } from './admin-pager.tsx'
import { AdminTable } from './admin-table.tsx'
import { useChoice } from './choice-labels.ts'

interface OpenSession {
  readonly id: number
  readonly usuario: number
  readonly usuario_str: string | null
  readonly inicio: string
  readonly ultima_actividad: string | null
  readonly direccion_ip: string
  readonly agente: string | null
  readonly metodo: string
}

/** All open sessions of the company, the last active first, each of which can be ended. */
export function SessionsPage({ query }: PageProps) {
  const asked = new URLSearchParams({
    estado: 'activa',
    sort: '-ultima_actividad',
    per_page: String(PAGE_SIZE),
    page: String(pageOf(query)),
  })
  const loaded = useLoaded(asked.toString(), async (signal) => {
    const [all, own] = await Promise.all([
      api<readonly OpenSession[]>(`/SesionUsuario?${asked.toString()}`, { signal }),
      api<readonly { readonly id: number; readonly actual: boolean }[]>('/auth/sesiones', {
        signal,
      }),
    ])
    return { ...all, present: own.data.find(({ actual }) => actual)?.id }
  })
  return (
    <AdminFrame title={words('sessions')}>
      <Ready loaded={loaded}>
        {({ data, meta, present }) => (
          <>
            <Sessions sessions={data} present={present} reload={loaded.reload} />
            <AdminPager query={query} total={Number(meta['total'] ?? 0)} />
          </>
        )}
      </Ready>
    </AdminFrame>
  )
}

interface SessionsProps {
  readonly sessions: readonly OpenSession[]
  /** The session of this page. */
  readonly present: number | undefined
  readonly reload: () => void
}

function Sessions({ sessions, present, reload }: SessionsProps) {
  const methodOf = useChoice('SesionUsuario', 'metodo')
  const now = new Date()
  const end = async (id: number): Promise<void> => {
    try {
      await api(`/auth/sesiones/${id}`, { method: 'DELETE' })
      toast({ text: words('ended', { count: 1 }), tone: 'success' })
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    }
    reload()
  }
  return (
    <AdminTable
      label={words('sessions')}
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          label: words('user'),
          render: ({ id, usuario, usuario_str: name }) => (
            <>
              {name ?? `#${usuario}`}{' '}
              {id === present && <Pill tone="success">{words('thisOne')}</Pill>}
            </>
          ),
        },
        { label: words('address'), render: ({ direccion_ip: address }) => address },
        {
          label: words('program'),
          render: ({ agente }) => (
            <span title={agente ?? undefined}>{agentName(agente) ?? agente}</span>
          ),
        },
        { label: words('method'), render: ({ metodo }) => methodOf(metodo).label },
        { label: words('begun'), render: ({ inicio }) => formatInstant(inicio) },
        {
          label: words('active'),
          render: ({ ultima_actividad: last }) =>
            last !== null && <span title={formatInstant(last)}>{formatAgo(last, now)}</span>,
        },
        {
          label: words('actions'),
          isUnnamed: true,
          render: ({ id, usuario, usuario_str: name, direccion_ip: address }) =>
            id !== present && (
              <Button
                aria-label={words('endOf', { name: name ?? `#${usuario}`, address })}
                onClick={() => void end(id)}
              >
                {words('end')}
              </Button>
            ),
        },
      ]}
    />
  )
}
