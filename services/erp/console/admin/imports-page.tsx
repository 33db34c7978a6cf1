import { Link } from '@oficina/web/link.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'

import { modules } from '../session/permissions.ts'
import { words } from '../words/admin.ts'
import { AdminFrame } from './admin-frame.tsx'
import { plainText } from './plain-text.ts'
import { SearchBox } from './search-box.tsx'

/** The models into which the person may load a file. */
export function ImportsPage({ query }: PageProps) {
  const typed = query.get('q') ?? ''
  const found = (modules.value ?? [])
    .map(({ name, label, models }) => ({
      name,
      label,
      models: models.filter(
        (model) =>
          model.create &&
          plainText(`${label} ${model.label} ${model.name}`).includes(plainText(typed)),
      ),
    }))
    .filter(({ models }) => models.length > 0)
  return (
    <AdminFrame
      title={words('imports')}
      actions={<SearchBox label={words('search')} query={query} />}
    >
      <p class="muted">{words('importHelp')}</p>
      {found.length === 0 && <Empty title={words('noneFound', { typed })} />}
      <div class="admin-modules">
        {found.map(({ name, label, models }) => (
          <section key={name} class="card">
            <h2>{label}</h2>
            <ul>
              {models.map((model) => (
                <li key={model.name}>
                  <Link to={`/m/${model.name}/import`}>{model.label}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </AdminFrame>
  )
}
