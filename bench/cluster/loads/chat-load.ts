import { setTimeout as delay } from 'node:timers/promises'

import { listen, messagesOf, type Listener, type Topic } from './chat-listener.ts'
import { chatRequest, OWNER, type Person } from './chat-people.ts'
import { Ledger } from './ledger.ts'
import type { Load } from './load.ts'
import { attempt, PATIENCE_MS } from './retrying.ts'

export interface ChatLoadOptions {
  readonly port: number
  readonly people: readonly Person[]
  readonly topic: Topic
  /** Between two messages of one person. */
  readonly paceMs: number
  /** How many of them also listen. */
  readonly listeners: number
  readonly sendersEach?: number
}

interface Sent {
  readonly content: string
  readonly id: number
}

const RETRY_MS = 150
const HEAR_TIMEOUT_MS = 30_000

/**
 * People who write and listen. A message whose answer is lost is written again with a text of its own, as a person would
 * after seeing that it failed, so that each attempt can be told apart: those that were acknowledged must be there once
 * and be heard by all, the others once or never.
 */
export async function startChatLoad(options: ChatLoadOptions): Promise<Load> {
  const { port, people, topic, paceMs } = options
  const ledger = new Ledger()
  const acknowledged: Sent[] = []
  const unanswered = new Set<string>()
  const state = { isOver: false }
  const listeners = await Promise.all(
    people.slice(0, options.listeners).map((person) => listen(port, person, topic, ledger)),
  )
  const send = async (person: Person, text: string, listener: Listener | undefined) => {
    const endMs = performance.now() + PATIENCE_MS
    for (let tries = 1; ; tries += 1) {
      const content = `${text} attempt ${tries}`
      const queue = listener?.queue()
      const fields = {
        type: 'stream',
        to: topic.channelId,
        topic: topic.name,
        content,
        ...(queue === undefined ? {} : { queue_id: queue, local_id: `${text}.${tries}` }),
      }
      const tried = await attempt(chatRequest(port, person, 'POST', '/messages', fields))
      if (tried.kind === 'answered') {
        const json = JSON.parse(tried.answer.bytes.toString('utf8'))
        if (tried.answer.status === 200 && Number.isInteger(json.id)) {
          ledger.requests += 1
          acknowledged.push({ content, id: json.id })
        } else {
          ledger.note('wrong', `sent ${content}: ${JSON.stringify(json)}`)
        }
        return
      }
      ledger.retry(tried.reason)
      ledger.unanswered += 1
      unanswered.add(content)
      if (performance.now() > endMs) return ledger.note('failed', `sending: ${tried.reason}`)
      await delay(Math.max(RETRY_MS, tried.pauseMs))
    }
  }
  const senders = people.flatMap((person, index) =>
    Array.from({ length: options.sendersEach ?? 1 }, async (_, twin) => {
      for (let number = 1; !state.isOver; number += 1) {
        await send(person, `${person.email} ${twin}.${number}`, listeners[index])
        if (paceMs > 0) await delay(paceMs)
      }
    }),
  )
  return {
    service: 'chat',
    ledger,
    stop: async () => {
      state.isOver = true
      await Promise.all(senders)
      await untilHeard(listeners, acknowledged)
      await Promise.all(listeners.map((listener) => listener.stop()))
    },
    check: async () => {
      const stored = await messagesOf(port, OWNER, topic, ledger)
      checkStored(stored, acknowledged, ledger)
      const contents = new Set(stored.map(({ content }) => content))
      for (const content of unanswered) if (contents.has(content)) ledger.unansweredButDone += 1
      for (const [number, { heard }] of listeners.entries()) {
        for (const { id, content } of acknowledged) {
          if (heard.get(id) !== content) ledger.note('lost', `listener ${number} missed ${content}`)
        }
      }
    },
  }
}

function checkStored(stored: readonly Sent[], acknowledged: readonly Sent[], ledger: Ledger): void {
  const byId = new Map(stored.map(({ id, content }) => [id, content]))
  for (const { id, content } of acknowledged) {
    const found = byId.get(id)
    if (found === undefined) ledger.note('lost', `message ${id}: ${content}`)
    else if (found !== content) ledger.note('wrong', `message ${id} says ${found}, not ${content}`)
  }
  const seen = new Set<string>()
  for (const { content } of stored) {
    if (seen.has(content)) ledger.note('doubled', content)
    seen.add(content)
  }
}

/** Until every listener knows every message that was acknowledged; what is missing after that time is lost. */
async function untilHeard(listeners: readonly Listener[], acknowledged: readonly Sent[]) {
  const endMs = performance.now() + HEAR_TIMEOUT_MS
  const isAll = () => acknowledged.every(({ id }) => listeners.every(({ heard }) => heard.has(id)))
  while (!isAll() && performance.now() < endMs) await delay(50)
}
