import { place } from '@oficina/web/router.ts'
import { toast } from '@oficina/web/toasts.tsx'

import type { NarrowFlagsAnswer } from '../../wire/messages.ts'
import { tellRead } from '../feed/load/mark-read.ts'
import { narrowOf } from '../narrow/narrow-address.ts'
import { api } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import type { Message } from '../state/conversations/messages.ts'
import { words } from '../words/message-actions.ts'
import { narrowOfMessage } from './message-place.ts'

const AT_ONCE = 5000
// A quarter of a million messages; nobody reads them anew.
const MAX_ROUNDS = 50

/** Makes a message and all after it in the present view unread. */
export async function markUnreadFrom(message: Message): Promise<void> {
  const narrow = narrowOf(place.peek().path) ?? narrowOfMessage(message)
  const terms = narrow.filter(({ operator }) => operator !== 'near' && operator !== 'with')
  try {
    // What the reader has just seen may still be on its way, and would be read after all if it came later.
    await tellRead()
    let anchor = message.id
    let ignored = 0
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const answer = await api<NarrowFlagsAnswer>('POST', '/messages/flags/narrow', {
        anchor: String(anchor),
        include_anchor: round === 0,
        num_before: 0,
        num_after: AT_ONCE,
        narrow: terms,
        op: 'remove',
        flag: 'read',
      })
      ignored += answer.ignored_because_not_subscribed_channels?.length ?? 0
      if (answer.found_newest || answer.last_processed_id === null) break
      anchor = answer.last_processed_id
    }
    if (ignored > 0) toast({ text: words('notSubscribedUnread') })
  } catch (error) {
    toast({ tone: 'danger', text: failureText(error) })
  }
}
