import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Anchored } from '@oficina/web/anchored.tsx'

import { channels, subscriptions } from '../state/channels.ts'
import { words } from '../words/sidebar.ts'
import { setSubscription } from './conversation-acts.ts'

// Zulip's own, so that a channel looks the same in every client.
const COLORS = [
  '#76ce90',
  '#fae589',
  '#a6c7e5',
  '#e79ab5',
  '#bfd56f',
  '#f4ae55',
  '#b0a5fd',
  '#addfe5',
  '#f5ce6e',
  '#c2726a',
  '#94c849',
  '#bd86e5',
  '#ee7e4a',
  '#a6dcbf',
  '#95a5fd',
  '#53a063',
  '#9987e1',
  '#e4523d',
  '#c2c2c2',
  '#4f8de4',
  '#c6a8ad',
  '#e7cc4d',
  '#c8bebf',
  '#a47462',
] as const

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
  const present = subscriptions.get(channelId)?.color.toLowerCase()
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
      {COLORS.map((color) => (
        <Swatch key={color} color={color} isChosen={color === present} onChoose={choose} />
      ))}
      <label class="other-color">
        <input
          type="color"
          value={present}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {words('otherColor')}
      </label>
    </Anchored>
  )
}

interface SwatchProps {
  readonly color: string
  readonly isChosen: boolean
  readonly onChoose: (color: string) => void
}

function Swatch({ color, isChosen, onChoose }: SwatchProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.style.setProperty('background', color), [color])
  return (
    <button
      ref={button}
      type="button"
      class="swatch"
      aria-label={color}
      aria-pressed={isChosen}
      onClick={() => onChoose(color)}
    />
  )
}
