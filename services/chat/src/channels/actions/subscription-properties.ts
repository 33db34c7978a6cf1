import type { SubscriptionSettings } from '../../../wire/channels.ts'
import { readableChannel } from '../../access/access-channel.ts'
import { act } from '../../events/act.ts'
import type { OuterActor } from '../../events/actor.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { say } from '../../tenancy/words/say.ts'
import { isSubscriptionProperty, setSubscriptionProperty } from '../store/subscription-store.ts'

export interface PropertyChange {
  readonly streamId: number
  readonly property: string
  readonly value: boolean | string
}

/** Sets the caller's preferences for channels that they are subscribed to: all of them or none. */
export async function changeProperties(
  { tools, viewer }: OuterActor,
  changes: readonly PropertyChange[],
): Promise<void> {
  const { realmId, userId } = viewer
  await act(tools, realmId, async (tx) => {
    for (const { streamId, property: name, value: given } of changes) {
      const channel = await readableChannel(tx, viewer, streamId)
      if (!channel.isSubscribed)
        throw refusal(say('Not subscribed to channel ID %{streamId}', { streamId }))
      const { property, value } = stored(name, given)
      const place = { realmId, streamId, recipientId: channel.recipientId }
      await setSubscriptionProperty(tx, place, userId, { property, value })
      const emit = (shown: keyof SubscriptionSettings, now: boolean | string) =>
        tx.emit(
          { users: [userId] },
          { type: 'subscription', op: 'update', property: shown, value: now, stream_id: streamId },
        )
      // Old clients know the opposite of a muted channel.
      if (property === 'is_muted') emit('in_home_view', value !== true)
      emit(property, value)
    }
  })
}

function stored(name: string, value: boolean | string) {
  if (name === 'in_home_view') return { property: 'is_muted' as const, value: value !== true }
  if (!isSubscriptionProperty(name))
    throw refusal(say('Unknown subscription property: %{name}', { name }))
  return { property: name, value }
}
