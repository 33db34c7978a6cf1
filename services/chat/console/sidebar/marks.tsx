import globeIcon from 'lucide-static/icons/globe.svg'
import hashIcon from 'lucide-static/icons/hash.svg'
import lockIcon from 'lucide-static/icons/lock.svg'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'

import { channels, subscriptions } from '../state/conversations/channels.ts'
import { words } from '../words/sidebar.ts'

export interface CountProps {
  readonly count: number
  /** To be noticed: direct messages, mentions. */
  readonly isLoud?: boolean
  /** Of something muted. */
  readonly isFaint?: boolean
  /** Read out as a number of something else than unread messages. */
  readonly isPlain?: boolean
}

// A wider number says nothing more.
const MOST = 999

/** A number of unread messages; nothing when there are none. */
export function Count({ count, isLoud = false, isFaint = false, isPlain = false }: CountProps) {
  if (count === 0) return null
  const text = count > MOST ? `${MOST}+` : String(count)
  return (
    <span class={classes('count', isLoud && 'loud', isFaint && 'faint')}>
      <span aria-hidden="true">{text}</span>
      <span class="hidden">{isPlain ? ` ${count}` : ` ${words('unread', { count })}`}</span>
    </span>
  )
}

/** The mark of a place where the person was mentioned. */
export function MentionMark() {
  return (
    <span class="mention-mark">
      <span aria-hidden="true">@</span>
      <span class="hidden"> {words('mentioned')}</span>
    </span>
  )
}

/** A channel's sign in the colour that the person gave it: private ones a lock, those for the web a globe. */
export function ChannelSign({ channelId }: { readonly channelId: number }) {
  const sign = useRef<HTMLSpanElement>(null)
  const channel = channels.get(channelId)
  const color = subscriptions.get(channelId)?.color
  useLayoutEffect(() => {
    sign.current?.style.setProperty('--channel', color ?? 'var(--muted)')
  }, [color])
  const isPrivate = channel?.invite_only === true
  const isWebPublic = channel?.is_web_public === true
  return (
    <span class="channel-sign" ref={sign}>
      <Icon svg={isPrivate ? lockIcon : isWebPublic ? globeIcon : hashIcon} />
      {isPrivate && <span class="hidden">{words('private')} </span>}
      {isWebPublic && <span class="hidden">{words('webPublic')} </span>}
    </span>
  )
}

export interface StateMarkProps {
  readonly icon: string
  readonly text: string
}

/** What the person thinks of a conversation: followed, muted. */
export function StateMark({ icon, text }: StateMarkProps) {
  return (
    <span class="left-mark" title={text}>
      <Icon svg={icon} />
      <span class="hidden"> {text}</span>
    </span>
  )
}
