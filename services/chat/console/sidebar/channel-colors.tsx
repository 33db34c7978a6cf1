import { signal } from '@preact/signals'
import { Anchored } from '@oficina/web/anchored.tsx'

import { channels, subscriptions } from '../state/conversations/channels.ts'
import { words } from '../words/sidebar.ts'
import { ColorPalette } from './color-palette.tsx'
import { setSubscription } from './conversation-acts.ts'

interface Opened {
  readonly anchor: HTMLElement
  readonly channelId: number
}

const opened = signal<Opened | undefined>(undefined)

export function openColors(anchor: HTMLElement, channelId: number): void {
  opened.value = { anchor, channelId }
}

/** Where the colours of channels are chosen: once a page. */
export function ChannelColors() {
  const open = opened.value
  if (open === undefined) return null
  const { anchor, channelId } = open
  const close = (): void => {
    opened.value = undefined
  }
  const choose = (color: string): void => {
    close()
    void setSubscription(channelId, 'color', color)
  }
  return (
    <Anchored
      anchor={anchor}
      label={words('colorOf', { channel: channels.get(channelId)?.name ?? '' })}
      class="channel-colors"
      onClose={close}
    >
      <ColorPalette value={subscriptions.get(channelId)?.color} onChoose={choose} />
    </Anchored>
  )
}
