import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Later } from '@oficina/web/later.tsx'
import { navigate, place } from '@oficina/web/router.ts'

import { NotifyNotice } from '../notify/notify-notice.tsx'
import { words } from '../words/shell.ts'
import { loadBar, loadCompose, loadKeys, loadLeft, loadOverlays, loadRight } from './around.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { homeAddress } from './home-view.ts'
import { PageView } from './page-view.tsx'
import { pageOf } from './pages.ts'

const NO_PROPS = {}

/** Bar, channels, the page of the present address, people. */
export function Frame() {
  const main = useRef<HTMLElement>(null)
  const { path } = place.value
  const route = pageOf(path)?.route
  useHome(path)
  useFocusOnPage(main, path)
  return (
    <div class={route?.isWide === true ? 'app wide' : 'app'}>
      <Later load={loadKeys} props={NO_PROPS} />
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
      <Later load={loadBar} props={NO_PROPS}>
        <header class="bar" />
      </Later>
      <Later load={loadLeft} props={NO_PROPS}>
        <div class="left" />
      </Later>
      <div class="centre">
        <main id="main" tabIndex={-1} ref={main}>
          <ConnectionNotice />
          <NotifyNotice />
          <PageView />
        </main>
        {route?.hasCompose === true && (
          <Later load={loadCompose} props={NO_PROPS}>
            <div class="compose-dock">
              <div class="compose-buttons" />
            </div>
          </Later>
        )}
      </div>
      <Later load={loadRight} props={{ isShown: route?.isWide !== true }}>
        {route?.isWide !== true && <div class="right" />}
      </Later>
      <Later load={loadOverlays} props={NO_PROPS} />
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
    // Who sends a message and is taken to its conversation goes on writing.
    const dock = document.activeElement?.closest('.compose-dock') ?? null
    if (dock !== null) return
    main.current?.focus({ preventScroll: true })
  }, [path])
}
