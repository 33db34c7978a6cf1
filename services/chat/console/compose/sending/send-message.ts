import type { SentAnswer } from '../../../wire/messages.ts'
import { api, ApiFailure } from '../../session/api.ts'
import { failureText } from '../../session/failure-text.ts'
import { queueId } from '../../state/connection.ts'
import { onMessages } from '../../state/conversations/messages.ts'
import { ownId } from '../../state/part.ts'
import type { ComposeTarget } from '../compose-state.ts'
import { deleteDraft, saveDraft } from './draft-store.ts'
import { inTurn } from './in-turn.ts'
import { discardOutgoing, outgoing, setOutgoing, type Outgoing } from './outgoing.ts'

export interface ToSend {
  readonly target: ComposeTarget
  readonly content: string
  readonly draftId: number | undefined
}

const counts = { sent: 0 }

/**
 * Sends a message. It stands among the outgoing ones until its event has come; when the service refuses it, or does not
 * answer, it stays there with the reason, and as a draft. Messages of one conversation arrive in the order they were sent.
 * @returns whether it was sent
 */
export async function sendMessage(to: ToSend): Promise<boolean> {
  counts.sent += 1
  const localId = `${new Date().getTime()}.${counts.sent}`
  return await attempt({ ...to, localId, at: new Date(), state: 'sending' })
}

/** Sends again what failed. */
export async function resend(localId: string): Promise<boolean> {
  const failed = outgoing.peek().find((one) => one.localId === localId)
  if (failed === undefined || failed.state === 'sending') return false
  return await attempt({ ...failed, state: 'sending', problem: undefined })
}

/** The `localId` of those that the service has not answered, or not heard of: they would go with the page. */
const unanswered = new Set<string>()

addEventListener('beforeunload', (event) => {
  if (unanswered.size > 0) event.preventDefault()
})

async function attempt(one: Outgoing): Promise<boolean> {
  setOutgoing(one)
  unanswered.add(one.localId)
  const address = addressFields(one.target)
  try {
    return await inTurn(JSON.stringify(address), () => post(one, address))
  } finally {
    unanswered.delete(one.localId)
  }
}

/** @returns whether it was sent */
async function post(one: Outgoing, address: Readonly<Record<string, unknown>>): Promise<boolean> {
  try {
    await api<SentAnswer>('POST', '/messages', {
      ...address,
      content: one.content,
      queue_id: queueId.peek(),
      local_id: one.localId,
      read_by_sender: true,
    })
    if (one.draftId !== undefined) void deleteDraft(one.draftId)
    // Its event may be late, but what was sent is not sent again.
    setTimeout(() => discardOutgoing(one.localId), LATEST_EVENT_MS)
    return true
  } catch (error) {
    setOutgoing({ ...one, state: 'failed', problem: failureText(error) })
    const isRefused = error instanceof ApiFailure && error.status >= 400 && error.status < 500
    if (!isRefused) void saveDraft(one.target, one.content, one.draftId)
    return false
  }
}

const LATEST_EVENT_MS = 10_000

onMessages((change) => {
  if (change.kind === 'new' && change.localId !== undefined) discardOutgoing(change.localId)
})

/** The parameters that say whom a message is for. */
export function addressFields(target: ComposeTarget): Readonly<Record<string, unknown>> {
  if (target.kind === 'channel') {
    return { type: 'channel', to: target.channelId, topic: target.topic ?? '' }
  }
  const ids = target.userIds.length === 0 ? [ownId()] : target.userIds
  return { type: 'direct', to: ids }
}
