import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { addShortcuts } from '@oficina/web/shortcuts.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { words } from '../words/shell.ts'

type Overlay = 'palette' | 'shortcuts'

interface OverlayProps {
  readonly onClose: () => void
}

const open = signal<Overlay | undefined>(undefined)

const LOADERS: Readonly<Record<Overlay, () => Promise<ComponentType<OverlayProps>>>> = {
  palette: async () => (await import('../palette/palette.tsx')).Palette,
  shortcuts: async () => (await import('./shortcut-help.tsx')).ShortcutHelp,
}

export function openOverlay(overlay: Overlay): void {
  open.value = overlay
}

/** What opens over any page by a key; loaded when it is first asked for. */
export function Overlays() {
  useEffect(
    () =>
      addShortcuts([
        {
          keys: 'mod+k',
          label: () => words('openPalette'),
          run: () => openOverlay('palette'),
          inFields: true,
        },
        { keys: '?', label: () => words('shortcuts'), run: () => openOverlay('shortcuts') },
      ]),
    [],
  )
  const overlay = open.value
  return overlay === undefined ? null : <Shown key={overlay} overlay={overlay} />
}

function Shown({ overlay }: { readonly overlay: Overlay }) {
  const [page, setPage] = useState<{ readonly Overlay: ComponentType<OverlayProps> } | undefined>()
  const close = (): void => {
    open.value = undefined
  }
  useEffect(() => {
    const load = async (): Promise<void> => {
      try {
        setPage({ Overlay: await LOADERS[overlay]() })
      } catch {
        toast({ text: words('noAnswer'), tone: 'danger' })
        close()
      }
    }
    void load()
  }, [])
  return page === undefined ? null : <page.Overlay onClose={close} />
}
