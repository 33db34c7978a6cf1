import { useState } from 'preact/hooks'
import { Empty } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { navigate } from '@oficina/web/router.ts'
import { useTitle } from '@oficina/web/title.ts'

import { useShortcut } from '../keys/use-shortcut.ts'
import { narrowAddress } from '../narrow/narrow-address.ts'
import { channelNarrow } from '../narrow/narrow.ts'
import { channels } from '../state/conversations/channels.ts'
import { words } from '../words/channels.ts'
import { ChannelDetail } from './channels/channel-detail.tsx'
import { ChannelList } from './channels/channel-list.tsx'
import type { WhichChannels } from './channels/listed-channels.ts'
import { mayCreateChannels } from './channels/may-change.ts'
import { NewChannel } from './channels/new-channel.tsx'
import { toggleSubscription } from './channels/subscribing.ts'
import { MasterDetail } from './frame/master-detail.tsx'

const LISTS: readonly string[] = ['subscribed', 'available', 'all']

/** Channels: the list, and beside it the one that is open or a new one. */
export function ChannelsPage({ params }: PageProps) {
  const [first = '', tab] = (params['rest'] ?? '').split('/')
  const [which, setWhich] = useState<WhichChannels>(
    // The list has just been looked for.
    LISTS.includes(first) ? (first as WhichChannels) : 'subscribed',
  )
  const id = Number(first)
  const channel = channels.get(id)
  const isNew = first === 'new'
  useTitle(isNew ? words('create') : channel === undefined ? words('title') : `#${channel.name}`)
  useShortcut('newChannel', () => mayCreateChannels() && void navigate('/channels/new'))
  useShortcut('viewChannel', () => {
    if (channel === undefined) return false
    void navigate(narrowAddress(channelNarrow(id)))
    return true
  })
  useShortcut('toggleSubscription', () => {
    if (channel === undefined) return false
    void toggleSubscription(channel)
    return true
  })
  const isOpen = isNew || Number.isInteger(id)
  return (
    <MasterDetail
      title={words('title')}
      base="/channels"
      isOpen={isOpen && first !== ''}
      list={<ChannelList which={which} onWhich={setWhich} openId={channel?.stream_id} />}
    >
      {isNew && <NewChannel />}
      {!isNew && channel !== undefined && (
        <ChannelDetail key={channel.stream_id} channel={channel} tab={tab ?? 'general'} />
      )}
      {!isNew && channel === undefined && first !== '' && Number.isInteger(id) && (
        <Empty title={words('gone')} />
      )}
      {(first === '' || LISTS.includes(first)) && (
        <Empty title={words('choose')}>
          <p>{words('chooseText')}</p>
        </Empty>
      )}
    </MasterDetail>
  )
}
