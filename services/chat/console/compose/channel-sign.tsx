import globeIcon from 'lucide-static/icons/globe.svg'
import hashIcon from 'lucide-static/icons/hash.svg'
import lockIcon from 'lucide-static/icons/lock.svg'
import { Icon } from '@oficina/web/icon.tsx'

import { channels, subscriptions } from '../state/channels.ts'

/** The sign of a channel in its colour: a lock for private ones, a globe for those that anybody may read. */
export function ChannelSign({ channelId }: { readonly channelId: number }) {
  const channel = channels.get(channelId)
  const color = subscriptions.get(channelId)?.color
  const svg =
    channel?.invite_only === true
      ? lockIcon
      : channel?.is_web_public === true
        ? globeIcon
        : hashIcon
  return (
    <span
      class="channel-sign"
      ref={(element) => {
        if (element !== null) element.style.setProperty('--channel', color ?? 'var(--muted)')
      }}
    >
      <Icon svg={svg} />
    </span>
  )
}
