import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import { place } from '@oficina/web/router.ts'

import { words } from '../words/shell.ts'
import { pageOf, type PageProps } from './pages.ts'

/** Head, menu and the page of the present address. */
export function Frame() {
  return (
    <div class="app">
      <header class="bar">
        <div class="brand">Oficina</div>
      </header>
      <nav aria-label="Menú" />
      <main id="main" tabIndex={-1}>
        <Page />
      </main>
    </div>
  )
}

type Loaded = { readonly pattern: string; readonly page: ComponentType<PageProps> | 'failed' }

function Page() {
  const { path, query } = place.value
  const found = pageOf(path)
  const pattern = found?.route.pattern
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (found === undefined) return
    const { route } = found
    const load = async (): Promise<void> => {
      const page = await route.load().catch(() => 'failed' as const)
      setLoaded({ pattern: route.pattern, page })
    }
    void load()
  }, [pattern, attempt])
  if (found === undefined) return <Empty title={words('noPage')} />
  if (loaded?.pattern !== pattern || loaded === undefined) return <Skeleton lines={8} />
  if (loaded.page === 'failed') {
    return <Failure text={words('noAnswer')} onRetry={() => setAttempt(attempt + 1)} />
  }
  const Shown = loaded.page
  return <Shown key={path} params={found.params} query={query} />
}
