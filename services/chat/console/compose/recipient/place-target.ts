import { computed } from '@preact/signals'
import { place } from '@oficina/web/router.ts'

import { narrowOf } from '../../narrow/narrow-address.ts'
import { channelOf, directOf, topicOf, type Narrow } from '../../narrow/narrow.ts'
import type { ComposeTarget } from '../compose-state.ts'

/** Whom one writes to from the present view; undefined where it is of no one channel or conversation. */
export const placeTarget = computed((): ComposeTarget | undefined => {
  const narrow = narrowOf(place.value.path)
  return narrow === undefined ? undefined : targetOfNarrow(narrow)
})

function targetOfNarrow(narrow: Narrow): ComposeTarget | undefined {
  const userIds = directOf(narrow)
  if (userIds !== undefined) return { kind: 'direct', userIds }
  const channelId = channelOf(narrow)
  return channelId === undefined
    ? undefined
    : { kind: 'channel', channelId, topic: topicOf(narrow) }
}
