import { api } from '../../session/api.ts'
import { channels } from '../../state/conversations/channels.ts'
import { Table } from '../../state/table.ts'

interface Known {
  readonly ids: ReadonlySet<number>
  /** How many there were then; another count means that they have changed. */
  readonly count: number
}

// Whom one writes to in a day.
const MAX_CHANNELS = 20

const known = new Table<number, Known>()
const asked = new Set<number>()

/** Who is subscribed to a channel; undefined until it is known, which this asks for. */
export function knownSubscribers(channelId: number): ReadonlySet<number> | undefined {
  const row = known.get(channelId)
  const count = channels.get(channelId)?.subscriber_count ?? 0
  if (row?.count !== count) void ask(channelId, count)
  return row?.ids
}

/** Somebody was subscribed by this client: known before the event comes. */
export function noteSubscribed(channelId: number, userId: number): void {
  known.update(channelId, ({ ids, count }) => ({
    ids: new Set([...ids, userId]),
    count: count + 1,
  }))
}

async function ask(channelId: number, count: number): Promise<void> {
  if (asked.has(channelId)) return
  asked.add(channelId)
  try {
    const { subscribers } = await api<{ readonly subscribers: readonly number[] }>(
      'GET',
      `/streams/${channelId}/members`,
    )
    known.set(channelId, { ids: new Set(subscribers), count })
    const [oldest] = known.peekAll().keys()
    if (known.peekAll().size > MAX_CHANNELS && oldest !== undefined) known.delete(oldest)
  } catch {
    // Without them nothing is warned of.
    known.set(channelId, { ids: known.peek(channelId)?.ids ?? new Set(), count })
    known.delete(channelId)
  } finally {
    asked.delete(channelId)
  }
}
