import { Button } from '@oficina/web/button.tsx'
import { formatDate } from '@oficina/web/formats.ts'
import { Link } from '@oficina/web/link.tsx'
import { Pill } from '@oficina/web/pill.tsx'
import { navigate } from '@oficina/web/router.ts'
import { Tabs } from '@oficina/web/tabs.tsx'

import { narrowAddress } from '../../narrow/narrow-address.ts'
import { channelNarrow } from '../../narrow/narrow.ts'
import { ChannelSign } from '../../sidebar/marks.tsx'
import { subscriptions, type Channel } from '../../state/conversations/channels.ts'
import { words } from '../../words/channels.ts'
import { personName } from '../controls/person-name.ts'
import { GeneralTab } from './general-tab.tsx'
import { maySubscribe } from './may-change.ts'
import { PermissionsTab } from './permissions-tab.tsx'
import { PersonalTab } from './personal-tab.tsx'
import { SubscribersTab } from './subscribers-tab.tsx'
import { toggleSubscription } from './subscribing.ts'

export interface ChannelDetailProps {
  readonly channel: Channel
  readonly tab: string
}

const TABS = ['general', 'personal', 'people', 'permissions'] as const
const MS = 1000

/** One channel: what it is, and what may be changed of it. */
export function ChannelDetail({ channel, tab }: ChannelDetailProps) {
  const { stream_id: id, name, creator_id: creator } = channel
  const isIn = subscriptions.has(id)
  const chosen = TABS.find((one) => one === tab) ?? 'general'
  const date = formatDate(new Date(channel.date_created * MS).toISOString())
  return (
    <>
      <header class="detail-head">
        <h1 class="detail-name">
          <ChannelSign channelId={id} />
          <span class="clip">{name}</span>
        </h1>
        {channel.is_archived && <Pill tone="warning">{words('archived')}</Pill>}
        <span class="grow" />
        <Link to={narrowAddress(channelNarrow(id))} class="btn">
          {words('open')}
        </Link>
        {!channel.is_archived && (isIn || maySubscribe(channel)) && (
          <Button
            kind={isIn ? 'plain' : 'primary'}
            onClick={() => void toggleSubscription(channel)}
          >
            {isIn ? words('unsubscribe') : words('subscribe')}
          </Button>
        )}
      </header>
      <p class="muted detail-facts">
        {creator === null
          ? words('createdAt', { date })
          : words('created', { name: personName(creator), date })}
      </p>
      <Tabs
        label={`#${name}`}
        chosen={chosen}
        onChoose={(key) => void navigate(`/channels/${id}/${key}`, { replace: true })}
        tabs={TABS.map((key) => ({
          key,
          label: words(key),
          count: key === 'people' ? String(channel.subscriber_count) : undefined,
        }))}
      >
        <div class="detail-panel">
          {chosen === 'general' && <GeneralTab channel={channel} />}
          {chosen === 'personal' && <PersonalTab channel={channel} />}
          {chosen === 'people' && <SubscribersTab channel={channel} />}
          {chosen === 'permissions' && <PermissionsTab channel={channel} />}
        </div>
      </Tabs>
    </>
  )
}
