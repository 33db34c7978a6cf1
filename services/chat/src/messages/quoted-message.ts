/** A fence that is longer than every one in the text. */
export function unusedFence(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length))
  return '`'.repeat(Math.max(3, longest + 1))
}

/** The text as a quotation. */
export function quoted(text: string): string {
  const fence = unusedFence(text)
  return `${fence}quote\n${text}\n${fence}`
}

interface Place {
  readonly id: number
  readonly streamId: number | null
  readonly topic: string
  readonly userIds: readonly number[]
}

/** The part of a message's address after that of the organization, as Zulip's clients read it. */
export function nearAddress({ id, streamId, topic, userIds }: Place): string {
  return streamId === null
    ? `#narrow/dm/${userIds.join(',')}-dm/near/${id}`
    : `#narrow/channel/${streamId}/topic/${hashPart(topic)}/near/${id}`
}

function hashPart(text: string): string {
  return encodeURIComponent(text).replaceAll('.', '%2E').replaceAll('%', '.')
}
