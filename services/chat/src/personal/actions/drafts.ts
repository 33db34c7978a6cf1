import type { DraftObject } from '../../../wire/personal.ts'
import { readableChannel } from '../../access/access-channel.ts'
import { act, type Tools } from '../../events/act.ts'
import { notFound, refusal } from '../../tenancy/api-error.ts'
import { normalContent, truncate } from '../../tenancy/message-text.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import { userSetting } from '../../tenancy/settings.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { peopleByIds } from '../../tenancy/store/person-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import {
  draftsOf,
  insertDraft,
  removeDraft,
  updateDraft,
  type DraftText,
} from '../store/draft-store.ts'

/** A draft as a client sends it. */
export interface GivenDraft {
  readonly type: '' | 'stream' | 'private'
  readonly to: readonly number[]
  readonly topic: string
  readonly content: string
  readonly timestamp?: number | null
}

/** The caller's drafts, the one edited last at the end. @source docs/contract/chat.md, POST /drafts */
export async function listDrafts(tools: Tools, caller: Caller): Promise<readonly DraftObject[]> {
  requireSynchronizing(caller)
  return await draftsOf(tools.database, caller.realm.id, caller.id, null)
}

/** Creates drafts, all or none; the ids are in the order given. */
export async function createDrafts(
  tools: Tools,
  caller: Caller,
  given: readonly GivenDraft[],
): Promise<readonly number[]> {
  requireSynchronizing(caller)
  const { realm, id: userId } = caller
  const texts: DraftText[] = []
  for (const one of given) texts.push(await checkedDraft(tools, caller, one))
  return await act(tools, realm.id, async (tx) => {
    const drafts: DraftObject[] = []
    for (const text of texts) {
      drafts.push({ ...text, id: await insertDraft(tx, realm.id, userId, text) })
    }
    if (drafts.length > 0) tx.emit({ users: [userId] }, { type: 'drafts', op: 'add', drafts })
    return drafts.map(({ id }) => id)
  })
}

export async function editDraft(
  tools: Tools,
  caller: Caller,
  id: number,
  given: GivenDraft,
): Promise<void> {
  requireSynchronizing(caller)
  const { realm, id: userId } = caller
  const text = await checkedDraft(tools, caller, given)
  await act(tools, realm.id, async (tx) => {
    const draft = { ...text, id }
    if (!(await updateDraft(tx, realm.id, userId, draft))) throw notFound('Draft does not exist')
    tx.emit({ users: [userId] }, { type: 'drafts', op: 'update', draft })
  })
}

export async function deleteDraft(tools: Tools, caller: Caller, id: number): Promise<void> {
  requireSynchronizing(caller)
  const { realm, id: userId } = caller
  await act(tools, realm.id, async (tx) => {
    if (!(await removeDraft(tx, realm.id, userId, id))) throw notFound('Draft does not exist')
    tx.emit({ users: [userId] }, { type: 'drafts', op: 'remove', draft_id: id })
  })
}

function requireSynchronizing(caller: Caller): void {
  if (userSetting(caller, 'enable_drafts_synchronization') === true) return
  throw refusal('User has disabled synchronizing drafts.')
}

async function checkedDraft(tools: Tools, caller: Caller, given: GivenDraft): Promise<DraftText> {
  const content = normalContent(given.content)
  const seconds = given.timestamp ?? tools.now() / 1000
  if (seconds < 0) throw refusal('Timestamp must not be negative.')
  const draft = { type: '', to: [], topic: '', content, timestamp: Math.floor(seconds) } as const
  if (given.type === 'stream') {
    const topic = truncate(given.topic.trim(), LIMITS.topic, '...')
    if (topic.includes('\0')) throw refusal('Topic must not contain null bytes')
    return { ...draft, type: 'stream', topic, to: [await channelOf(tools, caller, given.to)] }
  }
  if (given.type === '' || given.to.length === 0) return draft
  return { ...draft, type: 'private', to: await usersOf(tools, caller, given.to) }
}

async function channelOf(tools: Tools, caller: Caller, to: readonly number[]): Promise<number> {
  const [id, ...others] = to
  if (id === undefined || others.length > 0) {
    throw refusal('Must specify exactly 1 channel ID for channel messages')
  }
  await readableChannel(tools.database, viewerOf(caller), id)
  return id
}

/** The conversation as the caller sees it: without the caller, unless nobody else is in it. */
async function usersOf(
  { database }: Tools,
  caller: Caller,
  to: readonly number[],
): Promise<readonly number[]> {
  const found = new Set((await peopleByIds(database, caller.realm.id, to)).map(({ id }) => id))
  const missing = to.find((id) => !found.has(id))
  if (missing !== undefined) throw refusal(say('Invalid user ID %{id}', { id: missing }))
  const others = [...found].filter((id) => id !== caller.id)
  return others.length === 0 ? [caller.id] : others
}
