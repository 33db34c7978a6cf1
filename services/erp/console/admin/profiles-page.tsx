import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Link } from '@oficina/web/link.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { toast } from '@oficina/web/toasts.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { rightsOf } from '../session/permissions.ts'
import { words } from '../words/admin.ts'
import { AdminFrame, Ready } from './admin-frame.tsx'
import { AdminTable } from './admin-table.tsx'
import { allProfiles } from './load-profile.ts'
import { plainText } from './plain-text.ts'
import { SearchBox } from './search-box.tsx'

interface Added {
  readonly agregados: readonly string[]
}

/** Gives the company the profiles of trades that it lacks; those that it has stay as they are. */
function AddReady({ onAdded }: { readonly onAdded: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const may = rightsOf('Perfil')?.actions.some(({ name }) => name === 'agregar_perfiles') === true
  if (!may) return null
  const add = async (): Promise<void> => {
    setBusy(true)
    try {
      const path = '/Perfil/actions/agregar_perfiles'
      const { data } = await api<Added>(path, { method: 'POST', body: {} })
      const count = data.agregados.length
      const text = count === 0 ? words('readyAll') : words('readyAdded', { count })
      toast({ text, tone: 'success' })
      onAdded()
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    }
    setBusy(false)
  }
  return (
    <Button isBusy={isBusy} onClick={() => void add()}>
      {words('addReady')}
    </Button>
  )
}

/** The profiles, each of which leads to its matrix of rights. */
export function ProfilesPage({ query }: PageProps) {
  const loaded = useLoaded('profiles', allProfiles)
  const wanted = plainText(query.get('q') ?? '')
  return (
    <AdminFrame
      title={words('profiles')}
      actions={
        <>
          <SearchBox label={words('search')} query={query} />
          <AddReady onAdded={loaded.reload} />
          {rightsOf('Perfil')?.create === true && (
            <Link to="/m/Perfil/new" class="btn primary">
              {words('newProfile')}
            </Link>
          )}
        </>
      }
    >
      <Ready loaded={loaded}>
        {(profiles) => (
          <AdminTable
            label={words('profiles')}
            rows={profiles.filter(({ clave, nombre }) =>
              plainText(`${clave} ${nombre}`).includes(wanted),
            )}
            keyOf={({ id }) => id}
            columns={[
              {
                label: words('profile'),
                render: ({ id, clave }) => <Link to={`/admin/profiles/${id}`}>{clave}</Link>,
              },
              { label: words('name'), render: ({ nombre }) => nombre },
              { label: words('help'), render: ({ descripcion }) => descripcion },
              {
                label: words('origin'),
                render: ({ oficio }) => oficio !== null && words('ready'),
              },
              { label: words('parent'), render: (profile) => profile.padre_str },
              {
                label: words('usersOfProfile'),
                render: ({ id }) => (
                  <Link to={`/m/UsuarioPerfil?perfil=${id}`}>{words('usersOfProfile')}</Link>
                ),
              },
            ]}
          />
        )}
      </Ready>
    </AdminFrame>
  )
}
