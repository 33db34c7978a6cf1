import globeIcon from 'lucide-static/icons/globe.svg'
import hashIcon from 'lucide-static/icons/hash.svg'
import lockIcon from 'lucide-static/icons/lock.svg'
import { Icon } from '@oficina/web/icon.tsx'

import { channels, subscriptions } from '../../state/channels.ts'

/** A channel's sign in the colour that the person gave it: private ones a lock, those for the web a globe. */
export function ChannelMark({ id }: { readonly id: number }) {
  const channel = channels.get(id)
  const color = subscriptions.get(id)?.color ?? 'var(--faint)'
  const svg =
    channel?.invite_only === true
      ? lockIcon
      : channel?.is_web_public === true
        ? globeIcon
        : hashIcon
  return (
    <span class="channel-mark" style={{ color }}>
      <Icon svg={svg} />
    </span>
  )
}
