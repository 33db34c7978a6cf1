import { Link } from '@oficina/web/link.tsx'
import { Empty } from '@oficina/web/notice.tsx'

import { words } from '../words/manual.ts'
import { allPages, type Manual, type ManualPage } from './manual-tree.ts'
import { searchManual } from './search-manual.ts'

/** The groups with their pages. */
export function ManualContents({
  manual,
  present,
}: {
  readonly manual: Manual
  readonly present?: string
}) {
  return (
    <nav class="manual-contents" aria-label={words('contents')}>
      {manual.groups.map(({ name, label, pages }) => (
        <section key={name} class={present === undefined ? 'card' : undefined}>
          <h2>{label}</h2>
          <PageLinks pages={pages} present={present} />
        </section>
      ))}
    </nav>
  )
}

interface PageLinksProps {
  readonly pages: readonly ManualPage[]
  readonly present?: string | undefined
}

export function PageLinks({ pages, present }: PageLinksProps) {
  return (
    <ul>
      {pages.map(({ name, title }) => (
        <li key={name}>
          <Link to={`/manual/${name}`} isCurrent={name === present}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** What has the words that were typed. */
export function ManualFound({
  manual,
  typed,
}: {
  readonly manual: Manual
  readonly typed: string
}) {
  const found = searchManual(allPages(manual), typed)
  return (
    <section class="manual-found" aria-label={words('search')}>
      <p class="muted" role="status">
        {words('found', { count: found.length })}
      </p>
      {found.length === 0 && (
        <Empty title={words('noneFound', { typed })}>{words('noneFoundHelp')}</Empty>
      )}
      <ol>
        {found.map(({ page, part }) => (
          <li key={page.name}>
            <Link to={`/manual/${page.name}${part?.id === undefined ? '' : `#${part.id}`}`}>
              <strong>{page.title}</strong>
              {part?.heading !== undefined && <span> · {part.heading}</span>}
            </Link>
            {part !== undefined && <p class="muted">{part.excerpt}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
