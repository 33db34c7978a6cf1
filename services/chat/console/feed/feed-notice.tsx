import { Button } from '@oficina/web/button.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { channelOf, directOf, type Narrow } from '../narrow/narrow.ts'
import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { channels, subscriptions } from '../state/conversations/channels.ts'
import { people } from '../state/people/people.ts'
import { words } from '../words/feed.ts'
import { directNames } from './rows/direct-names.ts'

/** What the reader should know of this view before they write or wait here. */
export function FeedNotice({ narrow }: { readonly narrow: Narrow }) {
  const channelId = channelOf(narrow)
  const users = directOf(narrow)
  if (users !== undefined) {
    const gone = users.filter((id) => people.get(id)?.is_active === false)
    if (gone.length === 0) return null
    return <p class="feed-notice">{words('gonePerson', { names: directNames(gone) })}</p>
  }
  return channelId === undefined ? null : <ChannelNotice channelId={channelId} />
}

function ChannelNotice({ channelId }: { readonly channelId: number }) {
  const channel = channels.get(channelId)
  if (channel === undefined) return <p class="feed-notice">{words('unknownChannel')}</p>
  const { name } = channel
  if (channel.is_archived) return <p class="feed-notice">{words('archivedChannel', { name })}</p>
  if (subscriptions.get(channelId) !== undefined) return null
  return (
    <p class="feed-notice">
      <span>{words('notSubscribed', { name })}</span>
      <Button onClick={() => void subscribe(name)}>{words('subscribe')}</Button>
    </p>
  )
}

async function subscribe(name: string): Promise<void> {
  try {
    await api('POST', '/users/me/subscriptions', { subscriptions: [{ name }] })
  } catch (error) {
    toast({ text: `${words('subscribeFailed')}: ${failureText(error)}`, tone: 'danger' })
  }
}
