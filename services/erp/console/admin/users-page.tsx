import moreIcon from 'lucide-static/icons/ellipsis.svg'
import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { formatAgo, formatInstant } from '@oficina/web/formats.ts'
import { Link } from '@oficina/web/link.tsx'
import { Menu, type MenuItem } from '@oficina/web/menu.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { Pill } from '@oficina/web/pill.tsx'
import { navigate } from '@oficina/web/router.ts'
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
import { PasswordDialog } from './password-dialog.tsx'
import { SearchBox } from './search-box.tsx'
import { endSessionsOf } from './user-sessions.ts'

export interface User {
  readonly id: number
  readonly usuario: string
  readonly nombre: string
  readonly correo: string | null
  readonly es_administrador: boolean | null
  readonly ultimo_acceso: string | null
  readonly bloqueado_hasta: string | null
  readonly estado: string | null
}

const FIELDS = [
  'usuario',
  'nombre',
  'correo',
  'es_administrador',
  'ultimo_acceso',
  'bloqueado_hasta',
  'estado',
]

/** Who signs in. What a user is besides stands in the record; here is what one does to many in a day. */
export function UsersPage({ query }: PageProps) {
  const asked = new URLSearchParams({
    per_page: String(PAGE_SIZE),
    page: String(pageOf(query)),
    fields: FIELDS.join(','),
    sort: 'usuario',
  })
  const typed = query.get('q')
  if (typed !== null) asked.set('q', typed)
  const loaded = useLoaded(asked.toString(), (signal) =>
    api<readonly User[]>(`/Usuario?${asked.toString()}`, { signal }),
  )
  const [changing, setChanging] = useState<User | undefined>(undefined)
  return (
    <AdminFrame
      title={words('users')}
      actions={
        <>
          <SearchBox label={words('search')} query={query} />
          {rightsOf('Usuario')?.create === true && (
            <Link to="/m/Usuario/new" class="btn primary">
              {words('newUser')}
            </Link>
          )}
        </>
      }
    >
      <Ready loaded={loaded}>
        {({ data, meta }) => (
          <>
            <Users users={data} reload={loaded.reload} setPassword={setChanging} />
            <AdminPager query={query} total={Number(meta['total'] ?? 0)} />
          </>
        )}
      </Ready>
      {changing !== undefined && (
        <PasswordDialog user={changing} onClose={() => setChanging(undefined)} />
      )}
    </AdminFrame>
  )
}

interface UsersProps {
  readonly users: readonly User[]
  readonly reload: () => void
  readonly setPassword: (user: User) => void
}

function Users({ users, reload, setPassword }: UsersProps) {
  const stateOf = useChoice('Usuario', 'estado')
  const now = new Date()
  const isShut = ({ bloqueado_hasta: until }: User): boolean =>
    until !== null && new Date(until) > now
  return (
    <AdminTable
      label={words('users')}
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        {
          label: words('user'),
          render: ({ id, usuario }) => <Link to={`/m/Usuario/${id}`}>{usuario}</Link>,
        },
        { label: words('name'), render: ({ nombre }) => nombre },
        { label: words('mail'), render: ({ correo }) => correo },
        {
          label: words('administrator'),
          render: (user) => user.es_administrador === true && words('administrator'),
        },
        {
          label: words('lastAccess'),
          render: ({ ultimo_acceso: last }) =>
            last === null ? (
              <span class="muted">{words('never')}</span>
            ) : (
              <span title={formatInstant(last)}>{formatAgo(last, now)}</span>
            ),
        },
        {
          label: words('state'),
          render: (user) =>
            isShut(user) ? (
              <Pill tone="warning">
                {words('lockedUntil', { instant: formatInstant(user.bloqueado_hasta ?? '') })}
              </Pill>
            ) : (
              <Pill tone={stateOf(user.estado).tone}>{stateOf(user.estado).label}</Pill>
            ),
        },
        {
          label: words('actions'),
          isUnnamed: true,
          render: (user) => (
            <Menu
              kind="quiet"
              icon={moreIcon}
              aria-label={words('actionsOf', { name: user.usuario })}
              items={actionsOn(user, { isShut: isShut(user), reload, setPassword })}
            />
          ),
        },
      ]}
    />
  )
}

function actionsOn(
  user: User,
  of: {
    readonly isShut: boolean
    readonly reload: () => void
    readonly setPassword: (user: User) => void
  },
): readonly MenuItem[] {
  const { id, usuario: name, estado } = user
  const mayChange = rightsOf('Usuario')?.update === true
  const isLocked = of.isShut || estado !== 'activo'
  const lock: MenuItem = isLocked
    ? {
        label: words('unlock'),
        run: () => void setState(user, 'activo', words('unlocked', { name })).then(of.reload),
      }
    : {
        label: words('lock'),
        isDangerous: true,
        run: () => void lockUser(user).then(of.reload),
      }
  const ofUser: readonly MenuItem[] = mayChange
    ? [{ label: words('setPassword'), run: () => of.setPassword(user) }, lock]
    : []
  const grant: readonly MenuItem[] =
    rightsOf('UsuarioPerfil')?.create === true
      ? [
          {
            label: words('giveProfile'),
            run: () => void navigate(`/m/UsuarioPerfil/new?usuario=${id}`),
          },
        ]
      : []
  const end: MenuItem = { label: words('endAll'), run: () => void endSessions(id, name) }
  const endings = rightsOf('SesionUsuario')?.read === true ? [end] : []
  return [...grant, ...ofUser, ...endings]
}

async function lockUser(user: User): Promise<void> {
  const { usuario: name } = user
  const isMeant = await ask({
    title: `${words('lock')}: ${name}`,
    text: words('lockText'),
    confirm: words('lock'),
    isDangerous: true,
  })
  if (isMeant) await setState(user, 'bloqueado', words('locked', { name }))
}

async function setState({ id }: User, estado: string, done: string): Promise<void> {
  try {
    await api(`/Usuario/${id}`, { method: 'PUT', body: { estado } })
    toast({ text: done, tone: 'success' })
  } catch (error) {
    toast({ text: failureText(error), tone: 'danger' })
  }
}

async function endSessions(id: number, name: string): Promise<void> {
  const isMeant = await ask({
    title: `${words('endAll')}: ${name}`,
    text: words('endAllText'),
    confirm: words('endAll'),
    isDangerous: true,
  })
  if (!isMeant) return
  try {
    const count = await endSessionsOf(id, AbortSignal.timeout(ENDING_MS))
    toast({ text: words('ended', { count }), tone: 'success' })
  } catch (error) {
    toast({ text: failureText(error), tone: 'danger' })
  }
}

const ENDING_MS = 60_000
