import { useEffect, useRef } from 'preact/hooks'
import { Later } from '@oficina/web/later.tsx'
import { PageView } from '@oficina/web/page-view.tsx'
import { navigate, place } from '@oficina/web/router.ts'
import { SkipLink } from '@oficina/web/skip-link.tsx'
import { useFocusOnPage } from '@oficina/web/use-focus-on-page.ts'

import { NotifyNotice } from '../notify/notify-notice.tsx'
import { loadBar, loadCompose, loadKeys, loadLeft, loadOverlays, loadRight } from './around.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { homeAddress } from './home-view.ts'
import { PAGES, pageOf } from './pages.ts'

const NO_PROPS = {}

/** Bar, channels, the page of the present address, people. */
export function Frame() {
  const main = useRef<HTMLElement>(null)
  const { path } = place.value
  const route = pageOf(path)?.route
  useHome(path)
  // Who sends a message and is taken to its conversation goes on writing.
  useFocusOnPage(main, (focused) => focused.closest('.compose-dock') !== null)
  return (
    <div class={route?.isWide === true ? 'app wide' : 'app'}>
      <Later load={loadKeys} props={NO_PROPS} />
      <SkipLink main={main} />
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
          <PageView pages={PAGES} isNewBy="pattern" />
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
