import { openMenu, type AnchoredItem } from '@oficina/web/anchored-menu.tsx'
import { ask } from '@oficina/web/ask.tsx'
import { navigate } from '@oficina/web/router.ts'

import { startCompose } from '../compose/compose-state.ts'
import { firstKeys } from '../keys/keys-shown.tsx'
import {
  deleteTopic,
  mayDeleteTopic,
  mayMoveTopic,
  mayResolve,
  moveTopic,
  toggleResolved,
} from '../message-actions/topic-actions.ts'
import { narrowAddress, topicsAddress } from '../narrow/narrow-address.ts'
import { directTitle } from '../narrow/narrow-title.ts'
import { channelNarrow, directNarrow, topicNarrow } from '../narrow/narrow.ts'
import { openUserCard } from '../people/user-card-state.ts'
import { api } from '../session/api.ts'
import { channels, subscriptions } from '../state/conversations/channels.ts'
import { directUserIds } from '../state/conversations/direct.ts'
import { RESOLVED } from '../state/conversations/topic-name.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { POLICY, topicPolicy } from '../state/conversations/topics.ts'
import { unreadInChannel, unreadInDirect, unreadInTopic } from '../state/conversations/unread.ts'
import { navigationViews } from '../state/own/navigation-views.ts'
import { words } from '../words/sidebar.ts'
import { words as topicsWords } from '../words/topics.ts'
import { openColors } from './channel-colors.tsx'
import {
  attempt,
  copyLink,
  readChannel,
  readDirect,
  readTopic,
  setPolicy,
  setSubscription,
  unsubscribe,
} from './conversation-acts.ts'
import { allViews, isListed, VIEWS, type View } from './views.ts'

export function openChannelMenu(anchor: HTMLElement, channelId: number): void {
  const channel = channels.peek(channelId)
  const own = subscriptions.peek(channelId)
  const name = channel?.name ?? ''
  const { count, muted } = unreadInChannel(channelId)
  const items: AnchoredItem[] = [
    ...(count + muted > 0 ? [{ label: words('markRead'), run: () => readChannel(channelId) }] : []),
    {
      label: words('newTopic', { channel: name }),
      run: () => startCompose({ kind: 'channel', channelId, topic: undefined }),
    },
    {
      label: words('feedOf', { channel: name }),
      run: () => void navigate(narrowAddress(channelNarrow(channelId))),
    },
    {
      label: topicsWords('list'),
      run: () => void navigate(topicsAddress(channelId)),
    },
    { label: words('copyLink'), run: () => void copyLink(channelNarrow(channelId)) },
    { label: words('settings'), run: () => void navigate(`/channels/${channelId}`) },
  ]
  if (own !== undefined) items.push(...ownItems(anchor, channelId, own))
  openMenu({ anchor, label: words('channelMenu', { channel: name }), items })
}

function ownItems(
  anchor: HTMLElement,
  channelId: number,
  own: { readonly is_muted: boolean; readonly pin_to_top: boolean },
): readonly AnchoredItem[] {
  return [
    {
      label: words(own.pin_to_top ? 'unpin' : 'pin'),
      isSeparated: true,
      run: () => void setSubscription(channelId, 'pin_to_top', !own.pin_to_top),
    },
    {
      label: words(own.is_muted ? 'unmuteChannel' : 'muteChannel'),
      run: () => void setSubscription(channelId, 'is_muted', !own.is_muted),
    },
    { label: words('color'), run: () => openColors(anchor, channelId) },
    {
      label: words('unsubscribe'),
      isSeparated: true,
      isDangerous: true,
      run: () => void leaveChannel(channelId),
    },
  ]
}

async function leaveChannel(channelId: number): Promise<void> {
  const channel = channels.peek(channelId)
  if (channel === undefined) return
  const isSure = await ask({
    title: words('unsubscribe'),
    text: words(channel.invite_only ? 'unsubscribePrivate' : 'unsubscribeText', {
      channel: channel.name,
    }),
    confirm: words('unsubscribe'),
    isDangerous: channel.invite_only,
  })
  if (isSure) await unsubscribe(channelId)
}

export function openTopicMenu(anchor: HTMLElement, channelId: number, topic: string): void {
  const policy = topicPolicy(channelId, topic)
  const isUnread = unreadInTopic(channelId, topic) !== undefined
  const choose = (chosen: number, label: string, isSeparated = false): AnchoredItem => ({
    label,
    isChecked: policy === chosen,
    isSeparated,
    run: () => void setPolicy(channelId, topic, chosen),
  })
  const isChannelMuted = subscriptions.peek(channelId)?.is_muted === true
  openMenu({
    anchor,
    label: words('topicMenu', { topic: topicName(topic) }),
    items: [
      choose(POLICY.muted, words('mute')),
      choose(POLICY.none, words('inherit')),
      ...(isChannelMuted || policy === POLICY.unmuted
        ? [choose(POLICY.unmuted, words('unmute'))]
        : []),
      choose(POLICY.followed, words('follow')),
      ...(isUnread
        ? [
            {
              label: words('markRead'),
              isSeparated: true,
              run: () => readTopic(channelId, topic),
            },
          ]
        : []),
      {
        label: words('copyLink'),
        isSeparated: !isUnread,
        run: () => void copyLink(topicNarrow(channelId, topic)),
      },
      ...changesOfTopic(channelId, topic),
    ],
  })
}

/** What changes the topic for everybody, as far as the person may. */
function changesOfTopic(channelId: number, topic: string): readonly AnchoredItem[] {
  const isResolved = topic.startsWith(RESOLVED)
  return [
    ...(mayResolve(channelId) && topic !== ''
      ? [
          {
            label: words(isResolved ? 'unresolve' : 'resolve'),
            isSeparated: true,
            run: () => void toggleResolved(channelId, topic),
          },
        ]
      : []),
    ...(mayMoveTopic(channelId)
      ? [{ label: words('move'), run: () => moveTopic(channelId, topic) }]
      : []),
    ...(mayDeleteTopic()
      ? [
          {
            label: words('deleteTopic'),
            isDangerous: true,
            run: () => void deleteTopic(channelId, topic),
          },
        ]
      : []),
  ]
}

export function openDirectMenu(anchor: HTMLElement, direct: string): void {
  const userIds = directUserIds(direct)
  const isUnread = unreadInDirect(direct) !== undefined
  const [only, ...others] = userIds
  openMenu({
    anchor,
    label: words('directMenu', { people: directTitle(userIds) }),
    items: [
      ...(isUnread ? [{ label: words('markRead'), run: () => readDirect(direct) }] : []),
      { label: words('copyLink'), run: () => void copyLink(directNarrow(userIds)) },
      ...(only !== undefined && others.length === 0
        ? [
            {
              label: words('openCard', { person: directTitle([only]) }),
              run: () => openUserCard(only, anchor),
            },
          ]
        : []),
    ],
  })
}

/** Every view, to list or not; those that are not listed can be opened here too. */
export function openViewsMenu(anchor: HTMLElement): void {
  const hidden = VIEWS.filter((view) => !isListed(view))
  openMenu({
    anchor,
    label: words('viewsMenu'),
    items: [
      ...hidden.map((view) => ({
        label: view.label(),
        run: () => void navigate(view.address),
      })),
      ...allViews().map((view, index) => ({
        label: words('listed', { view: view.label() }),
        isChecked: isListed(view),
        isSeparated: index === 0 && hidden.length > 0,
        run: () => void listView(view, isListed(view) ? 'hidden' : 'listed'),
      })),
    ],
  })
}

export function openViewMenu(anchor: HTMLElement, view: View): void {
  const isOwn = !VIEWS.includes(view)
  const label = view.label()
  openMenu({
    anchor,
    label: words('viewMenu', { view: label }),
    items: [
      { label: words('hideView'), run: () => void listView(view, 'hidden') },
      ...(isOwn
        ? [
            {
              label: words('removeView'),
              isDangerous: true,
              run: () => void attempt(() => api('DELETE', viewPath(view))),
            },
          ]
        : []),
    ],
  })
}

function listView(view: View, to: 'listed' | 'hidden'): Promise<boolean> {
  const isPinned = to === 'listed'
  const isKnown = navigationViews.peek(view.fragment) !== undefined
  return attempt(() =>
    isKnown
      ? api('PATCH', viewPath(view), { is_pinned: isPinned })
      : api('POST', '/navigation_views', { fragment: view.fragment, is_pinned: isPinned }),
  )
}

function viewPath({ fragment }: View): string {
  return `/navigation_views/${encodeURIComponent(fragment)}`
}

export function openDirectsMenu(anchor: HTMLElement): void {
  openMenu({
    anchor,
    label: words('directsMenu'),
    items: [
      {
        label: words('newDirect'),
        keys: firstKeys('newDirect'),
        run: () => startCompose({ kind: 'direct', userIds: [] }),
      },
      {
        label: words('allDirects'),
        keys: firstKeys('directMessages'),
        run: () => void navigate('/narrow/is/dm'),
      },
    ],
  })
}

export function openChannelsMenu(anchor: HTMLElement): void {
  openMenu({
    anchor,
    label: words('channelsMenu'),
    items: [
      { label: words('browse'), run: () => void navigate('/channels') },
      { label: words('create'), run: () => void navigate('/channels/new') },
    ],
  })
}
