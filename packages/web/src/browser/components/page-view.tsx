import type { ComponentType } from 'preact'
import { useEffect, useErrorBoundary, useState } from 'preact/hooks'

import { findPage, type PageProps, type PageRoute } from '../page-routes.ts'
import { place } from '../router.ts'
import { useTitle } from '../title.ts'
import { wordsOf } from '../words.ts'
import { Link } from './link.tsx'
import { Failure, Skeleton } from './notice.tsx'

const words = wordsOf(
  {
    noAnswer: 'El servicio no respondió. Inténtalo de nuevo.',
    noPage: 'Esta página no existe.',
    toHome: 'Ir al inicio',
    fault: 'Esta página falló. Lo demás sigue funcionando.',
  },
  {
    noAnswer: 'The service did not answer. Try again.',
    noPage: 'There is no such page.',
    toHome: 'Go home',
    fault: 'This page failed. Everything else goes on.',
  },
)

type Loaded = { readonly pattern: string; readonly page: ComponentType<PageProps> | 'failed' }

export interface PageViewProps {
  readonly pages: readonly PageRoute[]
  /** `address`: each address has a page of its own; `pattern`: one page stays while only the parts of its address change. */
  readonly isNewBy: 'address' | 'pattern'
}

/** The page of the present address, loaded when it is first opened. */
export function PageView({ pages, isNewBy }: PageViewProps) {
  const { path, query } = place.value
  const found = findPage(pages, path)
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
  const key = isNewBy === 'address' ? path : pattern
  return <Shown key={key} page={loaded.page} path={path} params={found.params} query={query} />
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
    <div class="empty">
      <h1 class="empty-title">{words('noPage')}</h1>
      <p>
        <Link to="/">{words('toHome')}</Link>
      </p>
    </div>
  )
}
