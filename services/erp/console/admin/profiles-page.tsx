import { Link } from '@oficina/web/link.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { rightsOf } from '../session/permissions.ts'
import { words } from '../words/admin.ts'
import { AdminFrame, Ready } from './admin-frame.tsx'
import { AdminTable } from './admin-table.tsx'
import { allProfiles } from './load-profile.ts'
import { plainText } from './plain-text.ts'
import { SearchBox } from './search-box.tsx'

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
