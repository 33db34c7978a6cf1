import { computed } from '@preact/signals'

import { conversations } from '../../state/conversations/conversations.ts'
import { directUserIds } from '../../state/conversations/direct.ts'

// Whom one wrote to before these is nobody in particular.
const MAX_CONVERSATIONS = 50

const partners = computed((): ReadonlyMap<number, number> => {
  const recent = conversations
    .entries()
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MAX_CONVERSATIONS)
  const order = new Map<number, number>()
  for (const [key] of recent) {
    for (const id of directUserIds(key)) if (!order.has(id)) order.set(id, order.size)
  }
  return order
})

/** People with whom direct messages were exchanged, by their place: 0 is the latest. */
export function directPartners(): ReadonlyMap<number, number> {
  return partners.value
}
