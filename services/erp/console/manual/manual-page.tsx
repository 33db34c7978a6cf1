import { useEffect } from 'preact/hooks'
import { language } from '@oficina/web/language.ts'
import { Link } from '@oficina/web/link.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { changeQuery, navigate } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { failureText } from '../session/failure-text.ts'
import { words } from '../words/manual.ts'
import { aboutOf } from './help-address.ts'
import { ManualBlocks } from './manual-blocks.tsx'
import { ManualContents, ManualFound, PageLinks } from './manual-contents.tsx'
import { ManualPrint } from './manual-print.tsx'
import { allPages, type Manual, type ManualPage as Page } from './manual-tree.ts'
import { readManual } from './read-manual.ts'

/** The manual: a page of it, or its contents with what is sought. */
export function ManualPage({ params, query }: PageProps) {
  const { page: name } = params
  const { value, error, reload } = useLoaded(language.value, readManual)
  const page = value && allPages(value).find((one) => one.name === name)
  useTitle(page?.title ?? words('title'))
  return (
    <div class="manual">
      {error !== undefined && <Failure text={failureText(error)} onRetry={reload} />}
      {value === undefined && error === undefined && <Skeleton lines={12} />}
      {value !== undefined &&
        (name === undefined ? (
          <Contents manual={value} query={query} />
        ) : (
          <Article manual={value} page={page} />
        ))}
    </div>
  )
}

function Contents({ manual, query }: { readonly manual: Manual; readonly query: URLSearchParams }) {
  const typed = query.get('q') ?? ''
  const about = aboutOf(allPages(manual), query.get('de'))
  const [only, ...more] = about
  useEffect(() => {
    if (only !== undefined && more.length === 0) {
      void navigate(`/manual/${only.name}`, { replace: true })
    }
  }, [only])
  return (
    <>
      <h1>{words('title')}</h1>
      <div class="manual-tools">
        <input
          class="input manual-search"
          type="search"
          placeholder={words('search')}
          aria-label={words('search')}
          value={typed}
          onInput={(event) => changeQuery(asking(event.currentTarget.value))}
        />
        <ManualPrint />
      </div>
      {typed.trim() !== '' && <ManualFound manual={manual} typed={typed} />}
      {typed.trim() === '' && more.length > 0 && (
        <section class="card manual-about">
          <h2>{words('about')}</h2>
          <PageLinks pages={about} />
        </section>
      )}
      {typed.trim() === '' && <ManualContents manual={manual} />}
    </>
  )
}

function asking(typed: string): URLSearchParams {
  return new URLSearchParams(typed === '' ? {} : { q: typed })
}

function Article({ manual, page }: { readonly manual: Manual; readonly page: Page | undefined }) {
  useEffect(() => showPart(), [page])
  if (page === undefined) {
    return (
      <Empty title={words('unknown')}>
        <Link to="/manual">{words('all')}</Link>
      </Empty>
    )
  }
  return (
    <div class="manual-open">
      <article>
        <p class="manual-back">
          <Link to="/manual">{words('all')}</Link>
        </p>
        <h1>{page.title}</h1>
        <ManualBlocks blocks={page.blocks} />
        <Neighbours manual={manual} page={page} />
      </article>
      <ManualContents manual={manual} present={page.name} />
    </div>
  )
}

/** The router knows no parts of pages: who followed a link to one is taken there once the page is drawn. */
function showPart(): void {
  const id = decodeURIComponent(location.hash.slice(1))
  const part = id === '' ? null : document.getElementById(id)
  part?.scrollIntoView()
  part?.focus()
}

function Neighbours({ manual, page }: { readonly manual: Manual; readonly page: Page }) {
  const pages = allPages(manual)
  const at = pages.indexOf(page)
  const [before, after] = [pages[at - 1], pages[at + 1]]
  return (
    <nav class="manual-neighbours" aria-label={words('pages')}>
      {before !== undefined && (
        <Link to={`/manual/${before.name}`}>{words('previous', { title: before.title })}</Link>
      )}
      {after !== undefined && (
        <Link to={`/manual/${after.name}`}>{words('next', { title: after.title })}</Link>
      )}
    </nav>
  )
}
