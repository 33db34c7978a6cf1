import { effect } from '@preact/signals'

import { api } from '../../session/api.ts'
import { userSettings } from '../../state/own/own.ts'
import { realm } from '../../state/realm/realm.ts'
import { composeText, composing, sameTarget, type ComposeTarget } from '../compose-state.ts'

interface Told {
  target: ComposeTarget | undefined
  at: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const AGAIN_MS = 30_000
const STOPPED_MS = 12_000

/** Tells the conversation that the person writes, again and again while they do, and that they have stopped. */
export function tellTyping(): () => void {
  const told: Told = { target: undefined, at: 0, timer: undefined }
  const last = { text: composeText.peek() }
  const stop = effect(() => {
    const target = composing.value?.target
    const text = composeText.value
    const hasTyped = text !== last.text
    last.text = text
    if (
      told.target !== undefined &&
      (target === undefined || text === '' || !sameTarget(target, told.target))
    ) {
      finish(told)
    }
    if (target !== undefined && hasTyped && text.trim() !== '' && isTold(target)) note(told, target)
  })
  return () => {
    stop()
    finish(told)
  }
}

function note(told: Told, target: ComposeTarget): void {
  const now = performance.now()
  const again = realm.peek()?.server_typing_started_wait_period_milliseconds ?? AGAIN_MS
  if (told.target === undefined || now - told.at >= again) {
    told.at = now
    told.target = target
    void tell('start', target)
  }
  clearTimeout(told.timer)
  const stopped = realm.peek()?.server_typing_stopped_wait_period_milliseconds ?? STOPPED_MS
  told.timer = setTimeout(() => finish(told), stopped)
}

function finish(told: Told): void {
  clearTimeout(told.timer)
  const { target } = told
  told.target = undefined
  if (target !== undefined) void tell('stop', target)
}

function isTold(target: ComposeTarget): boolean {
  const settings = userSettings.peek()
  if (target.kind === 'direct') {
    return settings?.send_private_typing_notifications === true && target.userIds.length > 0
  }
  return (
    settings?.send_stream_typing_notifications === true &&
    target.channelId !== undefined &&
    target.topic !== undefined
  )
}

async function tell(op: 'start' | 'stop', target: ComposeTarget): Promise<void> {
  const fields =
    target.kind === 'channel'
      ? { type: 'channel', stream_id: target.channelId, topic: target.topic ?? '' }
      : { type: 'direct', to: target.userIds }
  // Nothing rests on it.
  await api('POST', '/typing', { op, ...fields }).catch(() => undefined)
}
