import { Link } from '@oficina/web/link.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { allModules, type Module } from '../metadata/all-modules.ts'
import { words } from '../words/admin.ts'
import { AdminFrame, Ready } from './admin-frame.tsx'
import { plainText } from './plain-text.ts'
import { SearchBox } from './search-box.tsx'

/** Modules and models of the dictionary, as metadata tell them. */
export function DictionaryPage({ query }: PageProps) {
  const loaded = useLoaded('modules', allModules)
  return (
    <AdminFrame
      title={words('dictionary')}
      actions={<SearchBox label={words('search')} query={query} />}
    >
      <Ready loaded={loaded}>
        {(modules) => <Modules modules={modules} typed={query.get('q') ?? ''} />}
      </Ready>
    </AdminFrame>
  )
}

interface ModulesProps {
  readonly modules: readonly Module[]
  readonly typed: string
}

function Modules({ modules, typed }: ModulesProps) {
  const wanted = plainText(typed)
  const found = modules
    .map(({ models, ...module }) => ({
      ...module,
      models: models.filter(({ name, label }) =>
        plainText(`${module.label} ${label} ${name}`).includes(wanted),
      ),
    }))
    .filter(({ models }) => models.length > 0)
  if (found.length === 0) return <Empty title={words('noneFound', { typed })} />
  return (
    <div class="admin-modules">
      {found.map(({ name, label, models }) => (
        <details key={name} class="card" open={wanted !== ''}>
          <summary>
            <h2>{label}</h2>
            <span class="muted">{words('models', { count: models.length })}</span>
          </summary>
          <ul>
            {models.map((model) => (
              <li key={model.name}>
                <Link to={`/admin/dictionary/${model.name}`}>{model.label}</Link>
                <small class="muted">
                  {model.name} · {words('level', { level: model.level })}
                </small>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}
