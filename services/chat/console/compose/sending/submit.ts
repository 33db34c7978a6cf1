import { batch } from '@preact/signals'
import { ask } from '@oficina/web/ask.tsx'
import { navigate } from '@oficina/web/router.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { narrowAddress } from '../../narrow/narrow-address.ts'
import { api } from '../../session/api.ts'
import { failureText } from '../../session/failure-text.ts'
import { channels } from '../../state/conversations/channels.ts'
import { userSettings } from '../../state/own/own.ts'
import { words } from '../../words/compose.ts'
import {
  composeText,
  composing,
  sameTarget,
  type ComposeTarget,
  type Composing,
} from '../compose-state.ts'
import { sendProblem } from '../recipient/may-post.ts'
import { placeTarget } from '../recipient/place-target.ts'
import { narrowOfTarget } from '../recipient/target-narrow.ts'
import { timeWords } from '../schedule/time-words.ts'
import { commandOf } from '../suggest/slash-commands.ts'
import { deleteDraft } from './draft-store.ts'
import { addressFields, sendMessage } from './send-message.ts'
import { hasChannelWildcard, hasTopicWildcard, MANY, mayMentionAll } from './warnings.ts'

/** Sends what is in the box, which stays open for the next message. @returns why not; undefined when it went out */
export async function submit(): Promise<string | undefined> {
  const now = composing.peek()
  const content = composeText.peek()
  if (now === undefined) return undefined
  const command = commandOf(content)
  if (command !== undefined) return await runCommand(command)
  const problem = sendProblem(now.target, content) ?? (await wildcardProblem(now, content))
  if (problem !== undefined) return problem === '' ? undefined : problem
  clear(now)
  const isSent = await sendMessage({ target: now.target, content, draftId: now.draftId })
  if (isSent) goToSent(now.target)
  if (isSent && now.scheduledId !== undefined) {
    await api('DELETE', `/scheduled_messages/${now.scheduledId}`).catch(() => undefined)
  }
  return undefined
}

/** Shows the conversation that was written to, where the person wants that and is not there. */
function goToSent(target: ComposeTarget): void {
  if (userSettings.peek()?.['web_navigate_to_sent_message'] === false) return
  const here = placeTarget.peek()
  const narrow = narrowOfTarget(target)
  const isHere = here !== undefined && (sameTarget(here, target) || holds(here, target))
  if (narrow !== undefined && !isHere) void navigate(narrowAddress(narrow))
}

/** A channel's view shows all its topics. */
function holds(view: ComposeTarget, target: ComposeTarget): boolean {
  const isChannel = view.kind === 'channel' && target.kind === 'channel'
  return isChannel && view.topic === undefined && view.channelId === target.channelId
}

/** Sends what is in the box at a later time. @returns why not; undefined when it will be sent */
export async function schedule(at: Date): Promise<string | undefined> {
  const now = composing.peek()
  const content = composeText.peek()
  if (now === undefined) return undefined
  const problem = sendProblem(now.target, content) ?? (await wildcardProblem(now, content))
  if (problem !== undefined) return problem === '' ? undefined : problem
  const { to, topic, type } = addressFields(now.target)
  const fields = {
    type,
    to,
    topic,
    content,
    scheduled_delivery_timestamp: Math.floor(at.getTime() / 1000),
  }
  try {
    const made = await keepScheduled(now, fields)
    if (now.draftId !== undefined) void deleteDraft(now.draftId)
    clear(now)
    toast({
      tone: 'success',
      text: words('willBeSent', { time: timeWords(at) }),
      ...(made === undefined
        ? {}
        : { action: { label: words('undo'), run: () => void takeBack(made, now, content) } }),
    })
    return undefined
  } catch (error) {
    return failureText(error)
  }
}

async function keepScheduled(now: Composing, fields: object): Promise<number | undefined> {
  if (now.scheduledId !== undefined) {
    await api('PATCH', `/scheduled_messages/${now.scheduledId}`, { ...fields })
    return undefined
  }
  const made = await api<{ readonly scheduled_message_id: number }>('POST', '/scheduled_messages', {
    ...fields,
  })
  return made.scheduled_message_id
}

async function takeBack(id: number, before: Composing, content: string): Promise<void> {
  try {
    await api('DELETE', `/scheduled_messages/${id}`)
    if (composeText.peek() === '') {
      batch(() => {
        composeText.value = content
        composing.value = { ...before, draftId: undefined }
      })
    }
  } catch (error) {
    toast({ tone: 'danger', text: failureText(error) })
  }
}

/** Nothing is left in the box; the conversation stays. */
function clear({ target, focus }: Composing): void {
  batch(() => {
    composeText.value = ''
    composing.value = {
      target: target.kind === 'channel' ? { ...target, topic: target.topic ?? '' } : target,
      focus,
    }
  })
}

async function runCommand(command: string): Promise<string | undefined> {
  try {
    const { msg } = await api<{ readonly msg: string }>('POST', '/zcommand', { command })
    composeText.value = ''
    if (msg !== '') toast({ text: msg.replaceAll('`', '') })
    return undefined
  } catch (error) {
    return failureText(error)
  }
}

/** Empty when the person thought better of it. */
async function wildcardProblem(now: Composing, content: string): Promise<string | undefined> {
  const { target } = now
  if (target.kind !== 'channel' || target.channelId === undefined) return undefined
  const ofChannel = hasChannelWildcard(content)
  if (!ofChannel && !hasTopicWildcard(content)) return undefined
  const channel = channels.peek(target.channelId)
  const count = channel?.subscriber_count ?? 0
  if (count <= MANY) return undefined
  if (!mayMentionAll()) return words('mayNotMentionAll')
  if (!ofChannel) return undefined
  const isSure = await ask({
    title: words('wildcardTitle'),
    text: words('wildcardText', { count, name: channel?.name ?? '' }),
    confirm: words('sendAnyway'),
  })
  return isSure ? undefined : ''
}
