import type { ComponentType } from 'preact'
import { useEffect, useErrorBoundary, useState } from 'preact/hooks'
import { Link } from '@oficina/web/link.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import { place } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'

import { words } from '../words/shell.ts'
import { pageOf, type PageProps } from './pages.ts'

type Loaded = { readonly pattern: string; readonly page: ComponentType<PageProps> | 'failed' }

/** The page of the present address, loaded when it is first opened. */
export function PageView() {
  const { path, query } = place.value
  const found = pageOf(path)
  const pattern = found?.route.pattern
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (found === undefined) return
    const { route } = found
    const gone = new AbortController()
    const load = async (): Promise<void> => {
      const page = await route.load().catch(() => 'failed' as const)
      // The person may be elsewhere already.
      if (!gone.signal.aborted) setLoaded({ pattern: route.pattern, page })
    }
    void load()
    return () => gone.abort()
  }, [pattern, attempt])
  if (found === undefined) return <NoPage />
  if (loaded?.pattern !== pattern || loaded === undefined) return <Skeleton lines={8} />
  if (loaded.page === 'failed') {
    return <Failure text={words('noAnswer')} onRetry={() => setAttempt(attempt + 1)} />
  }
  return <Shown key={pattern} page={loaded.page} path={path} params={found.params} query={query} />
}

/** A fault of one page leaves everything around it as it is. */
function Shown({ page: Page, ...props }: PageProps & { readonly page: ComponentType<PageProps> }) {
  const [fault, reset] = useErrorBoundary((error) => reportError(error))
  if (fault !== undefined) return <Failure text={words('fault')} onRetry={reset} />
  return <Page {...props} />
}

function NoPage() {
  useTitle(words('noPage'))
  return (
    <Empty title={words('noPage')}>
      <p>
        <Link to="/">{words('toHome')}</Link>
      </p>
    </Empty>
  )
}
