import checkIcon from 'lucide-static/icons/check.svg'
import plusIcon from 'lucide-static/icons/plus.svg'
import { useMemo, useRef, useState } from 'preact/hooks'
import { IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Link } from '@oficina/web/link.tsx'
import { Empty } from '@oficina/web/notice.tsx'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { renderedText } from '../../message/rendered-text.ts'
import { ChannelSign } from '../../sidebar/marks.tsx'
import { channels, subscriptions, type Channel } from '../../state/conversations/channels.ts'
import { words } from '../../words/channels.ts'
import { Filter } from '../controls/filter.tsx'
import {
  listedChannels,
  type ChannelOrder,
  type ListedChannel,
  type WhichChannels,
} from './listed-channels.ts'
import { mayCreateChannels, maySubscribe } from './may-change.ts'
import { toggleSubscription } from './subscribing.ts'

export interface ChannelListProps {
  readonly which: WhichChannels
  readonly onWhich: (which: WhichChannels) => void
  readonly openId: number | undefined
}

const ROW_HEIGHT = 56
const ORDERS = {
  name: 'byName',
  subscribers: 'bySubscribers',
  traffic: 'byTraffic',
} as const satisfies Record<ChannelOrder, string>

/** Channels to look through, of which those on the screen are in the page. */
export function ChannelList({ which, onWhich, openId }: ChannelListProps) {
  const [typed, setTyped] = useState('')
  const [order, setOrder] = useState<ChannelOrder>('name')
  const version = `${channels.watch()} ${subscriptions.watch()}`
  const rows = useMemo(() => {
    const all: readonly ListedChannel[] = [...channels.peekAll().values()]
    const isSubscribed = (id: number): boolean => subscriptions.peek(id) !== undefined
    return listedChannels(all, { which, typed, order, isSubscribed })
  }, [version, which, typed, order])
  const scroller = useRef<HTMLDivElement>(null)
  const { rows: shown, totalHeight } = useVirtualRows(scroller, {
    count: rows.length,
    rowHeight: ROW_HEIGHT,
  })
  return (
    <>
      <header class="master-head">
        <h1>{words('title')}</h1>
        <span class="grow" />
        {mayCreateChannels() && (
          <Link to="/channels/new" class="btn">
            {words('create')}
          </Link>
        )}
      </header>
      <div class="master-tools">
        <Which which={which} onWhich={onWhich} />
        <Filter value={typed} onType={setTyped} label={words('search')} />
        <select
          class="input"
          aria-label={words('sort')}
          value={order}
          onChange={(event) => {
            // The options are the orders.
            setOrder(event.currentTarget.value as ChannelOrder)
          }}
        >
          {Object.entries(ORDERS).map(([value, label]) => (
            <option key={value} value={value}>
              {words(label)}
            </option>
          ))}
        </select>
      </div>
      {rows.length === 0 && (
        <Empty
          title={
            typed === '' && which === 'subscribed' ? words('noneSubscribed') : words('noneFound')
          }
        />
      )}
      <div class="master-rows" ref={scroller} role="list" aria-label={words('title')}>
        <div role="presentation" style={{ height: `${totalHeight}px`, position: 'relative' }}>
          {shown.map(({ index, top, slot }) => {
            const row = rows[index]
            return (
              row !== undefined && (
                <Row key={slot} id={row.stream_id} top={top} isOpen={row.stream_id === openId} />
              )
            )
          })}
        </div>
      </div>
    </>
  )
}

const TABS = ['subscribed', 'available', 'all', 'archived'] as const

function Which({ which, onWhich }: Pick<ChannelListProps, 'which' | 'onWhich'>) {
  const isAnyArchived = [...channels.peekAll().values()].some((one) => one.is_archived)
  return (
    <div class="segments" role="group" aria-label={words('title')}>
      {TABS.filter((tab) => tab !== 'archived' || isAnyArchived).map((tab) => (
        <button key={tab} type="button" aria-pressed={tab === which} onClick={() => onWhich(tab)}>
          {tab === 'archived' ? words('archivedOnes') : words(tab)}
        </button>
      ))}
    </div>
  )
}

interface RowProps {
  readonly id: number
  readonly top: number
  readonly isOpen: boolean
}

function Row({ id, top, isOpen }: RowProps) {
  const channel = channels.get(id)
  if (channel === undefined) return null
  return (
    <div
      class={classes('master-row', isOpen && 'is-open')}
      role="listitem"
      style={{ transform: `translateY(${top}px)` }}
    >
      <Subscribed channel={channel} />
      <Link to={`/channels/${id}`} class="master-link" isCurrent={isOpen}>
        <span class="master-name">
          <ChannelSign channelId={id} />
          <span class="clip">{channel.name}</span>
        </span>
        <small class="muted clip">
          {renderedText(channel.rendered_description) || factsOf(channel)}
        </small>
      </Link>
      <small class="muted master-count">{channel.subscriber_count}</small>
    </div>
  )
}

function factsOf({ subscriber_count: count, stream_weekly_traffic: weekly }: Channel): string {
  const people = words('subscribers', { count })
  return weekly === null ? people : `${people} · ${words('weekly', { count: weekly })}`
}

function Subscribed({ channel }: { readonly channel: Channel }) {
  const { stream_id: id, name } = channel
  const isIn = subscriptions.has(id)
  return (
    <IconButton
      icon={isIn ? checkIcon : plusIcon}
      class={classes('subscribed-mark', isIn && 'is-in')}
      label={words(isIn ? 'unsubscribeFrom' : 'subscribeTo', { name: `#${name}` })}
      disabled={!isIn && !maySubscribe(channel)}
      onClick={() => void toggleSubscription(channel)}
    />
  )
}
