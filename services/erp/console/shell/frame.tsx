import { effect } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { place } from '@oficina/web/router.ts'
import { pageTitle } from '@oficina/web/title.ts'

import { noteRecent } from '../personal/personal.ts'
import { words } from '../words/shell.ts'
import { Bar } from './bar.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { NavSheet } from './nav-sheet.tsx'
import { Nav } from './nav.tsx'
import { Overlays } from './overlays.tsx'
import { PageView } from './page-view.tsx'
import { pageOf } from './pages.ts'
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
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          // The address is the router's.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {words('skip')}
      </a>
      <Bar onMenu={() => setMenuOpen(true)} />
      <nav class="nav" aria-label={words('menu')}>
        <Nav />
      </nav>
      <main id="main" tabIndex={-1} ref={main}>
        <ConnectionNotice />
        <PageView />
      </main>
      {isMenuOpen && <NavSheet onClose={() => setMenuOpen(false)} />}
      <Overlays />
    </div>
  )
}

/** Who opens another page is at its beginning, also with the keyboard; a page may move the focus on. */
function useFocusOnPage(main: { readonly current: HTMLElement | null }): void {
  const { path } = place.value
  const last = useRef(path)
  useLayoutEffect(() => {
    if (last.current === path) return
    last.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])
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
