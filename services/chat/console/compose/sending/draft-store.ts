import { api, ApiFailure } from '../../session/api.ts'
import { drafts, type Draft } from '../../state/own/drafts.ts'
import { sameTarget, type ComposeTarget } from '../compose-state.ts'

/** A draft as the service takes it. */
function draftBody(target: ComposeTarget, content: string): Omit<Draft, 'id' | 'timestamp'> {
  if (target.kind === 'channel' && target.channelId !== undefined) {
    return { type: 'stream', to: [target.channelId], topic: target.topic ?? '', content }
  }
  if (target.kind === 'direct' && target.userIds.length > 0) {
    return { type: 'private', to: target.userIds, topic: '', content }
  }
  return { type: '', to: [], topic: '', content }
}

/** Whom a draft is for. */
export function targetOfDraft({ type, to, topic }: Draft): ComposeTarget {
  if (type === 'private') return { kind: 'direct', userIds: to }
  return type === 'stream' ? { kind: 'channel', channelId: to[0], topic } : { kind: 'channel' }
}

const NOT_FOUND = 404

/**
 * Keeps a text as a draft, the one of the id or a new one.
 * @returns its id; undefined where it could not be kept
 */
export async function saveDraft(
  target: ComposeTarget,
  content: string,
  id: number | undefined,
): Promise<number | undefined> {
  const draft = draftBody(target, content)
  try {
    if (id !== undefined) {
      await api('PATCH', `/drafts/${id}`, { draft })
      return id
    }
    return await create(draft)
  } catch (error) {
    const isGone = error instanceof ApiFailure && error.status === NOT_FOUND
    // It was sent or deleted elsewhere; what is written here is not lost with it.
    if (isGone) return await create(draft).catch(() => undefined)
    return undefined
  }
}

async function create(draft: object): Promise<number | undefined> {
  const { ids } = await api<{ readonly ids: readonly number[] }>('POST', '/drafts', {
    drafts: [draft],
  })
  return ids[0]
}

/** Gives a draft up; one that is gone already is fine. */
export async function deleteDraft(id: number): Promise<void> {
  drafts.delete(id)
  await api('DELETE', `/drafts/${id}`).catch(() => undefined)
}

/** The latest draft of a conversation. */
export function draftFor(target: ComposeTarget): Draft | undefined {
  const isWhole =
    target.kind === 'direct'
      ? target.userIds.length > 0
      : target.channelId !== undefined && target.topic !== undefined
  if (!isWhole) return undefined
  let latest: Draft | undefined
  for (const draft of drafts.peekAll().values()) {
    if (draft.type === '' || !sameTarget(targetOfDraft(draft), target)) continue
    if (latest === undefined || draft.timestamp > latest.timestamp) latest = draft
  }
  return latest
}

/** A draft that says the same to the same people already: of this tab, before it was loaded anew. */
export function sameDraft(target: ComposeTarget, content: string): number | undefined {
  const latest = draftFor(target)
  return latest?.content === content.trimEnd() ? latest.id : undefined
}
