import { useEffect, useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { formatInstant } from '@oficina/web/formats.ts'
import { Link } from '@oficina/web/link.tsx'
import { Menu, type MenuItem } from '@oficina/web/menu.tsx'
import { Failure, Skeleton } from '@oficina/web/notice.tsx'
import { Pill } from '@oficina/web/pill.tsx'
import { changeQuery, place } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'
import { toast } from '@oficina/web/toasts.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { AdminTable } from '../admin/admin-table.tsx'
import { reportCatalog, textOf } from '../reports/report-catalog.ts'
import type { Text } from '../reports/report-declaration.ts'
import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/sendings.ts'
import { rhythmText } from './rhythm-words.ts'
import { SendingDialog } from './sending-dialog.tsx'
import { nameOf, type Person, type StoredSending } from './stored-sending.ts'

interface Sending extends StoredSending {
  readonly reporte: string
  readonly reporte_str: Text | null
  readonly dueno: Person
  readonly activo: boolean
  readonly siguiente: string
  readonly ultimo_envio: string | null
  readonly ultimo_error: string | null
  /** Whether the person receives it, and whether he may change it. */
  readonly recibe: boolean
  readonly editable: boolean
}

const PATH = '/reportes/envios'

/** The reports that are sent by mail: the person’s own and those that he receives. */
export function SendingsPage() {
  useTitle(words('sendings'))
  const loaded = useLoaded('sendings', async (signal) => {
    const { data } = await api<readonly Sending[]>(PATH, { signal })
    return data
  })
  return (
    <div class="sendings">
      <nav class="crumbs" aria-label={words('reports')}>
        <Link to="/reports">{words('reports')}</Link>
      </nav>
      <header class="page-head">
        <h1>{words('sendings')}</h1>
      </header>
      <p class="muted">{words('help')}</p>
      {loaded.error !== undefined && (
        <Failure text={failureText(loaded.error)} onRetry={loaded.reload} />
      )}
      {loaded.value === undefined && loaded.isLoading && <Skeleton lines={6} />}
      {loaded.value !== undefined && <Sendings sendings={loaded.value} reload={loaded.reload} />}
    </div>
  )
}

function Sendings({
  sendings,
  reload,
}: {
  readonly sendings: readonly Sending[]
  readonly reload: () => void
}) {
  const [changed, setChanged] = useState<Sending | undefined>(undefined)
  const reports = useLoaded('reports', reportCatalog).value ?? []
  const reportOf = ({ reporte }: Sending) => reports.find(({ name }) => name === reporte)
  useAskedLeave(sendings, reload)
  const report = changed === undefined ? undefined : reportOf(changed)
  return (
    <>
      {changed !== undefined && report !== undefined && (
        <SendingDialog
          report={report}
          asked={changed.parametros}
          stored={changed}
          onClose={() => {
            setChanged(undefined)
            reload()
          }}
        />
      )}
      <AdminTable
        label={words('sendings')}
        rows={sendings}
        keyOf={({ id }) => id}
        empty={words('none')}
        emptyHelp={words('noneHelp')}
        columns={[
          { label: words('name'), render: (sending) => <Name sending={sending} /> },
          { label: words('when'), render: rhythmText },
          {
            label: words('receivers'),
            render: ({ destinatarios }) => destinatarios.map(nameOf).join(', '),
          },
          { label: words('owner'), render: ({ dueno }) => nameOf(dueno) },
          {
            label: words('next'),
            render: ({ activo, siguiente }) =>
              activo ? formatInstant(siguiente) : <Pill tone="neutral">{words('paused')}</Pill>,
          },
          { label: words('last'), render: (sending) => <Last sending={sending} /> },
          {
            label: words('actions'),
            isUnnamed: true,
            render: (sending) =>
              (sending.editable || sending.recibe) && (
                <SendingMenu
                  sending={sending}
                  reload={reload}
                  onChange={reportOf(sending) === undefined ? undefined : () => setChanged(sending)}
                />
              ),
          },
        ]}
      />
    </>
  )
}

function Name({ sending: { nombre, reporte, reporte_str: label } }: { readonly sending: Sending }) {
  return (
    <>
      {nombre}
      <br />
      <Link to={`/reports/${encodeURIComponent(reporte)}`}>
        {label === null ? reporte : textOf(label)}
      </Link>
    </>
  )
}

function Last({
  sending: { ultimo_envio: sent, ultimo_error: problem },
}: {
  readonly sending: Sending
}) {
  return (
    <>
      {sent === null ? words('never') : formatInstant(sent)}
      {problem !== null && (
        <p class="field-error" title={words('problem')}>
          {problem}
        </p>
      )}
    </>
  )
}

/** The link in a mail leads here: it asks whether he wants the report no longer. */
function useAskedLeave(sendings: readonly Sending[], reload: () => void): void {
  useEffect(() => {
    const query = new URLSearchParams(place.peek().query)
    const asked = query.get(LEFT)
    if (asked === null) return
    query.delete(LEFT)
    // Reading the page again must not ask again.
    changeQuery(query)
    const sending = sendings.find(({ id, recibe }) => recibe && String(id) === asked)
    if (sending === undefined) toast({ text: words('leftAlready') })
    else void leave(sending, reload)
  }, [])
}

const LEFT = 'baja'

async function leave({ id, nombre }: Sending, reload: () => void): Promise<void> {
  const isSure = await ask({
    title: words('leave'),
    text: words('leaveAsk', { name: nombre }),
    confirm: words('leave'),
    isDangerous: true,
  })
  if (!isSure) return
  try {
    await api(`${PATH}/${id}/baja`, { method: 'POST' })
    toast({ text: words('left', { name: nombre }), tone: 'success' })
  } catch (error) {
    toast({ text: failureText(error), tone: 'danger' })
  }
  reload()
}

interface SendingMenuProps {
  readonly sending: Sending
  readonly reload: () => void
  /** Undefined: the report is none that the person may ask for. */
  readonly onChange: (() => void) | undefined
}

function SendingMenu({ sending, reload, onChange }: SendingMenuProps) {
  const { id, nombre, activo, recibe, editable } = sending
  const run = async (change: () => Promise<unknown>, done?: string): Promise<void> => {
    try {
      await change()
      if (done !== undefined) toast({ text: done, tone: 'success' })
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    }
    reload()
  }
  const path = `${PATH}/${id}`
  const erase = async (): Promise<void> => {
    const isSure = await ask({
      title: words('erase'),
      text: words('eraseAsk', { name: nombre }),
      confirm: words('erase'),
      isDangerous: true,
    })
    if (isSure) await run(() => api(path, { method: 'DELETE' }))
  }
  const own: readonly MenuItem[] = [
    ...(onChange === undefined ? [] : [{ label: words('change'), run: onChange }]),
    {
      label: words('now'),
      run: () => void run(() => api(`${path}/enviar`, { method: 'POST' }), words('nowDone')),
    },
    {
      label: words(activo ? 'pause' : 'resume'),
      run: () => void run(() => api(path, { method: 'PUT', body: { activo: !activo } })),
    },
    { label: words('erase'), run: () => void erase() },
  ]
  return (
    <Menu
      kind="quiet"
      aria-label={words('more', { name: nombre })}
      items={[
        ...(recibe ? [{ label: words('leave'), run: () => void leave(sending, reload) }] : []),
        ...(editable ? own : []),
      ]}
    >
      {words('actions')}
    </Menu>
  )
}
