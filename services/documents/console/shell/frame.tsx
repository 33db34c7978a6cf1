import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isAway } from '@oficina/web/connection.ts'
import { PageView } from '@oficina/web/page-view.tsx'
import { ShortcutHelp } from '@oficina/web/shortcut-help.tsx'
import { addShortcuts } from '@oficina/web/shortcuts.ts'
import { SkipLink } from '@oficina/web/skip-link.tsx'
import { useFocusOnPage } from '@oficina/web/use-focus-on-page.ts'

import { words } from '../words/shell.ts'
import { Bar } from './bar.tsx'
import { PAGES } from './pages.ts'

/** Head and the page of the present address. */
export function Frame() {
  const main = useRef<HTMLElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  useFocusOnPage(main)
  useLayoutEffect(
    () =>
      addShortcuts([{ keys: '?', label: () => words('shortcuts'), run: () => setHelpOpen(true) }]),
    [],
  )
  return (
    <div class="app">
      <SkipLink main={main} />
      <Bar onHelp={() => setHelpOpen(true)} />
      <main id="main" tabIndex={-1} ref={main}>
        <div role="status" class="connection" hidden={!isAway.value}>
          {isAway.value && words('offline')}
        </div>
        <PageView pages={PAGES} isNewBy="address" />
      </main>
      {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </div>
  )
}
