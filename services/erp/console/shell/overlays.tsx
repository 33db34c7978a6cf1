import '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { whenIdle } from '@oficina/web/idle.ts'
import { addShortcuts } from '@oficina/web/shortcuts.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { words } from '../words/shell.ts'
import { openHelp } from './help-link.tsx'
import { openOverlay, overlay, type Overlay } from './overlay.ts'

interface OverlayProps {
  readonly onClose: () => void
}

const LOADERS: Readonly<Record<Overlay, () => Promise<ComponentType<OverlayProps>>>> = {
  palette: async () => (await import('../palette/palette.tsx')).Palette,
  shortcuts: async () => (await import('@oficina/web/shortcut-help.tsx')).ShortcutHelp,
}

// What was loaded once opens at once, before the next key is pressed.
const loaded = new Map<Overlay, ComponentType<OverlayProps>>()

/** What opens over any page by a key; loaded when it is first asked for. */
export function Overlays() {
  useEffect(() => whenIdle(() => void load('palette').catch(() => undefined)), [])
  useLayoutEffect(
    () =>
      addShortcuts([
        {
          keys: 'mod+k',
          label: () => words('openPalette'),
          run: () => openOverlay('palette'),
          inFields: true,
          overDialogs: true,
        },
        { keys: 'f1', label: () => words('helpHere'), run: openHelp, inFields: true },
        { keys: '?', label: () => words('shortcuts'), run: () => openOverlay('shortcuts') },
      ]),
    [],
  )
  const open = overlay.value
  return open === undefined ? null : <Shown key={open} opened={open} />
}

function Shown({ opened }: { readonly opened: Overlay }) {
  const [Opened, setOpened] = useState(() => loaded.get(opened))
  const close = (): void => {
    // What it ran may have opened the next.
    if (overlay.peek() === opened) overlay.value = undefined
  }
  useEffect(() => {
    if (Opened !== undefined) return
    const show = async (): Promise<void> => {
      try {
        const page = await load(opened)
        setOpened(() => page)
      } catch {
        toast({ text: words('noAnswer'), tone: 'danger' })
        close()
      }
    }
    void show()
  }, [])
  return Opened === undefined ? null : <Opened onClose={close} />
}

async function load(wanted: Overlay): Promise<ComponentType<OverlayProps>> {
  const page = await LOADERS[wanted]()
  loaded.set(wanted, page)
  return page
}
