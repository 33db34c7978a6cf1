import { effect } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { PageView } from '@oficina/web/page-view.tsx'
import { SkipLink } from '@oficina/web/skip-link.tsx'
import { pageTitle } from '@oficina/web/title.ts'
import { useFocusOnPage } from '@oficina/web/use-focus-on-page.ts'

import { noteRecent } from '../personal/personal.ts'
import { words } from '../words/shell.ts'
import { Bar } from './bar.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { NavSheet } from './nav-sheet.tsx'
import { Nav } from './nav.tsx'
import { Overlays } from './overlays.tsx'
import { PAGES, pageOf } from './pages.ts'
import { watchWaiting } from './waiting.ts'

/** Head, menu and the page of the present address. */
export function Frame() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  useFocusOnPage(main)
  useRecents()
  useEffect(watchWaiting, [])
  return (
    <div class="app">
      <SkipLink main={main} />
      <Bar onMenu={() => setMenuOpen(true)} />
      <nav class="nav" aria-label={words('menu')}>
        <Nav />
      </nav>
      <main id="main" tabIndex={-1} ref={main}>
        <ConnectionNotice />
        <PageView pages={PAGES} isNewBy="address" />
      </main>
      {isMenuOpen && <NavSheet onClose={() => setMenuOpen(false)} />}
      <Overlays />
    </div>
  )
}

/** The pages that say so are remembered under their names. */
function useRecents(): void {
  useEffect(
    () =>
      effect(() => {
        const title = pageTitle.value
        if (title === undefined || pageOf(title.path)?.route.isKept !== true) return
        noteRecent({ path: title.path, label: title.text })
      }),
    [],
  )
}
