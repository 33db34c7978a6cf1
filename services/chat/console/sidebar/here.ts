import { computed } from '@preact/signals'
import { place } from '@oficina/web/router.ts'

import { narrowOf, topicsChannelOf } from '../narrow/narrow-address.ts'
import { channelOf, directOf, topicOf, type Narrow } from '../narrow/narrow.ts'
import { directKey } from '../state/conversations/direct.ts'

/** Where the person is, as far as the sidebars mark it. */
export interface Here {
  readonly path: string
  readonly narrow: Narrow | undefined
  readonly channelId: number | undefined
  readonly topic: string | undefined
  /** The direct conversation's key. */
  readonly direct: string | undefined
}

export const here = computed<Here>(() => {
  const { path } = place.value
  const narrow = narrowOf(path)
  const userIds = narrow === undefined ? undefined : directOf(narrow)
  return {
    path,
    narrow,
    channelId: narrow === undefined ? topicsChannelOf(path) : channelOf(narrow),
    topic: narrow === undefined ? undefined : topicOf(narrow),
    direct: userIds === undefined ? undefined : directKey(userIds),
  }
})
