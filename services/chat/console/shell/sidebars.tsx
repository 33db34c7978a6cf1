import closeIcon from 'lucide-static/icons/x.svg'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { place } from '@oficina/web/router.ts'

import { LeftSidebar } from '../sidebar/left-sidebar.tsx'
import { RightSidebar } from '../sidebar/right-sidebar.tsx'
import { words } from '../words/shell.ts'
import { closeSheet, sheet } from './sheets.ts'

/** Views and channels beside the page, or over it where the screen is narrow. */
export function Left() {
  const isNarrow = useMatches('(max-width: 760px)')
  const label = words('conversations')
  if (!isNarrow) {
    return (
      <nav class="left" aria-label={label}>
        <LeftSidebar />
      </nav>
    )
  }
  if (sheet.value !== 'left') return null
  return (
    <Sheet side="left" label={label}>
      <nav class="left" aria-label={label}>
        <LeftSidebar />
      </nav>
    </Sheet>
  )
}

/** People beside the page, or over it where there is no room for a third column. */
export function Right({ isShown }: { readonly isShown: boolean }) {
  const isNarrow = useMatches('(max-width: 1080px)')
  const label = words('people')
  if (!isNarrow) {
    if (!isShown) return null
    return (
      <aside class="right" aria-label={label}>
        <RightSidebar />
      </aside>
    )
  }
  if (sheet.value !== 'right') return null
  return (
    <Sheet side="right" label={label}>
      <div class="right">
        <RightSidebar />
      </div>
    </Sheet>
  )
}

interface SheetProps {
  readonly side: 'left' | 'right'
  readonly label: string
  readonly children: ComponentChildren
}

/** Over the page until something is chosen, or it is closed. */
function Sheet({ side, label, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = place.value
  const opened = useRef(key)
  // Before the next key: what is typed meanwhile belongs to it.
  useLayoutEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  useEffect(() => {
    if (key !== opened.current) closeSheet()
  }, [key])
  return (
    <dialog
      ref={dialog}
      class={`sheet ${side}`}
      aria-label={label}
      closedby="any"
      onClose={closeSheet}
    >
      <div class="sheet-body">
        <IconButton
          class="sheet-close"
          icon={closeIcon}
          label={words('close')}
          onClick={closeSheet}
        />
        {children}
      </div>
    </dialog>
  )
}

function useMatches(query: string): boolean {
  const media = useRef<MediaQueryList>(undefined)
  media.current ??= matchMedia(query)
  const { current } = media
  const [matches, setMatches] = useState(current.matches)
  useEffect(() => {
    const change = (): void => setMatches(current.matches)
    current.addEventListener('change', change)
    return () => current.removeEventListener('change', change)
  }, [])
  return matches
}
