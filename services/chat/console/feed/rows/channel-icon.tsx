import globeIcon from 'lucide-static/icons/globe.svg'
import hashIcon from 'lucide-static/icons/hash.svg'
import lockIcon from 'lucide-static/icons/lock.svg'
import { Icon } from '@oficina/web/icon.tsx'

import type { Channel } from '../../state/conversations/channels.ts'

/** What kind of channel it is; its name stands beside it. */
export function ChannelIcon({ channel }: { readonly channel: Channel | undefined }) {
  const isPrivate = channel?.invite_only === true
  const svg = isPrivate ? lockIcon : channel?.is_web_public === true ? globeIcon : hashIcon
  return <Icon svg={svg} />
}
