import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { navigate, place } from '@oficina/web/router.ts'

import { ComposeDock } from '../compose/compose-dock.tsx'
import { words } from '../words/shell.ts'
import { Bar } from './bar.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { GlobalKeys } from './global-keys.tsx'
import { homeAddress } from './home-view.ts'
import { Overlays } from './overlays.tsx'
import { PageView } from './page-view.tsx'
import { pageOf } from './pages.ts'
import { Left, Right } from './sidebars.tsx'

/** Bar, channels, the page of the present address, people. */
export function Frame() {
  const main = useRef<HTMLElement>(null)
  const { path } = place.value
  const route = pageOf(path)?.route
  useHome(path)
  useFocusOnPage(main, path)
  return (
    <div class={route?.isWide === true ? 'app wide' : 'app'}>
      <GlobalKeys />
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
      <Bar />
      <Left />
      <div class="centre">
        <main id="main" tabIndex={-1} ref={main}>
          <ConnectionNotice />
          <PageView />
        </main>
        {route?.hasCompose === true && <ComposeDock />}
      </div>
      <Right isShown={route?.isWide !== true} />
      <Overlays />
    </div>
  )
}

/** The address of the organization itself is the person's home. */
function useHome(path: string): void {
  useEffect(() => {
    if (path === '/') void navigate(homeAddress(), { replace: true })
  }, [path])
}

/** Who opens another page is at its beginning, also with the keyboard; a page may move the focus on. */
function useFocusOnPage(main: { readonly current: HTMLElement | null }, path: string): void {
  const last = useRef(path)
  useLayoutEffect(() => {
    if (last.current === path) return
    last.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])
}
