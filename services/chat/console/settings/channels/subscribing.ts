import { ask } from '@oficina/web/ask.tsx'

import { api } from '../../session/api.ts'
import { subscriptions, type Channel } from '../../state/conversations/channels.ts'
import { words } from '../../words/channels.ts'
import { act } from '../frame/act.ts'
import { maySubscribe } from './may-change.ts'

/** Comes into a channel, or leaves it; who leaves a private one is asked. */
export async function toggleSubscription(channel: Channel): Promise<void> {
  const { stream_id: id, name, invite_only: isPrivate } = channel
  if (subscriptions.peek(id) === undefined) {
    if (!maySubscribe(channel)) return
    await act(() => api('POST', '/users/me/subscriptions', { subscriptions: [{ name }] }))
    return
  }
  const isMeant =
    !isPrivate ||
    (await ask({
      title: words('unsubscribeFrom', { name: `#${name}` }),
      text: words('unsubscribePrivate'),
      confirm: words('unsubscribe'),
      isDangerous: true,
    }))
  if (isMeant) await act(() => api('DELETE', '/users/me/subscriptions', { subscriptions: [name] }))
}
