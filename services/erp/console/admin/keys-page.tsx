import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { formatAgo, formatInstant } from '@oficina/web/formats.ts'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { Pill } from '@oficina/web/pill.tsx'
import { toast } from '@oficina/web/toasts.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { rightsOf } from '../session/permissions.ts'
import { words } from '../words/admin.ts'
import { AdminFrame, Ready } from './admin-frame.tsx'
import { AdminPager, PAGE_SIZE, pageOf } from './admin-pager.tsx'
import { AdminTable } from './admin-table.tsx'
import { useChoice } from './choice-labels.ts'
import { MadeKey, NewKeyDialog } from './new-key-dialog.tsx'

interface ApiKey {
  readonly id: number
  readonly nombre: string
  readonly prefijo: string | null
  readonly usuario_str: string | null
  readonly perfil_str: string | null
  readonly alcances: readonly string[] | null
  readonly limite_por_minuto: number | null
  readonly expira_en: string | null
  readonly ultimo_uso: string | null
  readonly estado: string | null
}

type Step = { readonly made: string } | 'form' | undefined

/** What other programs sign in with. A key itself is shown once, when it is made. */
export function KeysPage({ query }: PageProps) {
  const asked = `per_page=${PAGE_SIZE}&page=${pageOf(query)}&sort=-id`
  const loaded = useLoaded(asked, (signal) =>
    api<readonly ApiKey[]>(`/ClaveApi?${asked}`, { signal }),
  )
  const [step, setStep] = useState<Step>(undefined)
  const close = (): void => setStep(undefined)
  return (
    <AdminFrame
      title={words('keys')}
      actions={
        rightsOf('ClaveApi')?.create === true && (
          <Button kind="primary" onClick={() => setStep('form')}>
            {words('newKey')}
          </Button>
        )
      }
    >
      <Ready loaded={loaded}>
        {({ data, meta }) => (
          <>
            <Keys keys={data} reload={loaded.reload} />
            <AdminPager query={query} total={Number(meta['total'] ?? 0)} />
          </>
        )}
      </Ready>
      {step === 'form' && (
        <NewKeyDialog
          onClose={close}
          onMade={(made) => {
            setStep({ made })
            loaded.reload()
          }}
        />
      )}
      {typeof step === 'object' && <MadeKey text={step.made} onClose={close} />}
    </AdminFrame>
  )
}

function Keys({ keys, reload }: { readonly keys: readonly ApiKey[]; readonly reload: () => void }) {
  const stateOf = useChoice('ClaveApi', 'estado')
  const now = new Date()
  const mayChange = rightsOf('ClaveApi')?.update === true
  return (
    <AdminTable
      label={words('keys')}
      rows={keys}
      keyOf={({ id }) => id}
      empty={words('noKeys')}
      emptyHelp={words('noKeysHelp')}
      columns={[
        { label: words('name'), render: ({ nombre }) => nombre },
        { label: words('prefix'), render: ({ prefijo }) => <code>{prefijo}</code> },
        { label: words('user'), render: (key) => key.usuario_str },
        { label: words('profile'), render: (key) => key.perfil_str },
        {
          label: words('scopes'),
          render: ({ alcances }) => (
            <span title={alcances?.join('\n')}>{alcances?.slice(0, 2).join(', ')}</span>
          ),
        },
        {
          label: words('expires'),
          render: ({ expira_en: end }) => end !== null && formatInstant(end),
        },
        {
          label: words('lastUse'),
          render: ({ ultimo_uso: last }) =>
            last === null ? (
              <span class="muted">{words('never')}</span>
            ) : (
              <span title={formatInstant(last)}>{formatAgo(last, now)}</span>
            ),
        },
        {
          label: words('state'),
          render: ({ estado }) => <Pill tone={stateOf(estado).tone}>{stateOf(estado).label}</Pill>,
        },
        {
          label: words('actions'),
          isUnnamed: true,
          render: (key) =>
            mayChange &&
            (key.estado === 'activa' || key.estado === null) && (
              <Button
                kind="danger"
                aria-label={`${words('revoke')} ${key.nombre}`}
                onClick={() => void revoke(key).then(reload)}
              >
                {words('revoke')}
              </Button>
            ),
        },
      ]}
    />
  )
}

async function revoke({ id, nombre: name }: ApiKey): Promise<void> {
  const isMeant = await ask({
    title: `${words('revoke')}: ${name}`,
    text: words('revokeText'),
    confirm: words('revoke'),
    isDangerous: true,
  })
  if (!isMeant) return
  try {
    await api(`/ClaveApi/${id}`, { method: 'PUT', body: { estado: 'revocada' } })
    toast({ text: words('revoked', { name }), tone: 'success' })
  } catch (error) {
    toast({ text: failureText(error), tone: 'danger' })
  }
}
