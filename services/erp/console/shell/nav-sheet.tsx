import closeIcon from 'lucide-static/icons/x.svg'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { place } from '@oficina/web/router.ts'

import { words } from '../words/shell.ts'
import { Nav } from './nav.tsx'

/** The menu on a phone: over the page, until something is chosen or it is closed. */
export function NavSheet({ onClose }: { readonly onClose: () => void }) {
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
    if (key !== opened.current) onClose()
  }, [key])
  return (
    <dialog
      ref={dialog}
      class="nav-sheet"
      aria-label={words('menu')}
      onClose={onClose}
      closedby="any"
    >
      <div class="nav-sheet-body">
        <header>
          <strong>Oficina</strong>
          <IconButton icon={closeIcon} label={words('closeMenu')} onClick={onClose} />
        </header>
        <nav aria-label={words('menu')}>
          <Nav />
        </nav>
      </div>
    </dialog>
  )
}
