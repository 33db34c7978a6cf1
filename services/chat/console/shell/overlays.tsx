import '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { AnchoredMenus } from '@oficina/web/anchored-menu.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { EmojiPickers } from '../emoji/emoji-picker-host.tsx'
import { MessageDialogs } from '../message-actions/message-dialogs.tsx'
import { GroupCard } from '../people/group-card.tsx'
import { UserCard } from '../people/user-card.tsx'
import { ChannelColors } from '../sidebar/channel-colors.tsx'
import { words } from '../words/shell.ts'
import { overlay, type Overlay } from './overlay.ts'

interface OverlayProps {
  readonly onClose: () => void
}

const LOADERS: Readonly<Record<Overlay, () => Promise<ComponentType<OverlayProps>>>> = {
  shortcuts: async () => (await import('../keys/shortcut-help.tsx')).ShortcutHelp,
  status: async () => (await import('../people/status-dialog.tsx')).StatusDialog,
  operators: async () => (await import('../search/operators-dialog.tsx')).OperatorsDialog,
  about: async () => (await import('./about-dialog.tsx')).AboutDialog,
}

// What was loaded once opens at once, before the next key is pressed.
const loaded = new Map<Overlay, ComponentType<OverlayProps>>()

/** What opens over any page: once a page. */
export function Overlays() {
  const open = overlay.value
  return (
    <>
      {open !== undefined && <Shown key={open} opened={open} />}
      <ChannelColors />
      <UserCard />
      <GroupCard />
      <MessageDialogs />
      <EmojiPickers />
      <AnchoredMenus />
    </>
  )
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
        const page = await LOADERS[opened]()
        loaded.set(opened, page)
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
