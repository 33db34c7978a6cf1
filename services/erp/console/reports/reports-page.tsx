import searchIcon from 'lucide-static/icons/search.svg'
import { Icon } from '@oficina/web/icon.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { changeQuery } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { allModules, type Module } from '../metadata/all-modules.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/reports.ts'
import { reportCatalog, textOf } from './report-catalog.ts'
import type { Report } from './report-declaration.ts'

/** All reports that the person may open, by module. What is searched for stands in the address. */
export function ReportsPage({ query }: PageProps) {
  const loaded = useLoaded('reports', async () => {
    const [reports, modules] = await Promise.all([reportCatalog(), allModules()])
    return { reports, modules }
  })
  useTitle(words('reports'))
  const typed = query.get('q') ?? ''
  return (
    <div class="reports">
      <header class="page-head">
        <h1>{words('reports')}</h1>
        <Link to="/reports/sent">{words('sent')}</Link>
        <label class="search-field">
          <Icon svg={searchIcon} />
          <input
            class="input"
            type="search"
            value={typed}
            aria-label={words('search')}
            placeholder={words('search')}
            onInput={({ currentTarget: { value } }) =>
              changeQuery(new URLSearchParams(value === '' ? {} : { q: value }))
            }
          />
        </label>
      </header>
      {loaded.error !== undefined && (
        <Failure text={failureText(loaded.error)} onRetry={loaded.reload} />
      )}
      {loaded.value === undefined && loaded.isLoading && <Skeleton lines={12} />}
      {loaded.value !== undefined && <Groups {...loaded.value} typed={typed} />}
    </div>
  )
}

interface GroupsProps {
  readonly reports: readonly Report[]
  readonly modules: readonly Module[]
  readonly typed: string
}

function Groups({ reports, modules, typed }: GroupsProps) {
  const found = reports.filter((report) => matches(report, typed))
  if (reports.length === 0) {
    return (
      <Empty title={words('none')}>
        <p>{words('noneHelp')}</p>
      </Empty>
    )
  }
  if (found.length === 0) return <Empty title={words('noneFound', { typed })} />
  return (
    <div class="report-groups">
      {[...new Set(found.map(({ module }) => module))].map((name) => (
        <section key={name} class="card">
          <h2>{modules.find((module) => module.name === name)?.label ?? name}</h2>
          <ul>
            {found
              .filter(({ module }) => module === name)
              .map((report) => (
                <li key={report.name}>
                  <Link to={`/reports/${encodeURIComponent(report.name)}`}>
                    {textOf(report.label)}
                  </Link>
                  <p class="muted">{textOf(report.help)}</p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Every word typed occurs in the name or the help, in either language, whatever the accents. */
function matches({ label, help, name }: Report, typed: string): boolean {
  const text = plain([name, label.es, label.en, help.es, help.en].join(' '))
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
