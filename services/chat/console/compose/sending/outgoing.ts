import { signal } from '@preact/signals'

import type { ComposeTarget } from '../compose-state.ts'

/** A message on its way: shown in its conversation until the service's own takes its place. */
export interface Outgoing {
  /** Names it to the service, whose event brings the name back. */
  readonly localId: string
  readonly target: ComposeTarget
  readonly content: string
  readonly at: Date
  readonly state: 'sending' | 'failed'
  /** Why it failed. */
  readonly problem?: string | undefined
  /** The draft that is deleted once it has been sent. */
  readonly draftId?: number | undefined
}

// More unsent messages than these nobody oversees; the oldest stay as drafts.
const MAX_OUTGOING = 20

/** Messages that are being sent or could not be, the latest last. */
export const outgoing = signal<readonly Outgoing[]>([])

export function setOutgoing(one: Outgoing): void {
  const others = outgoing.peek().filter(({ localId }) => localId !== one.localId)
  outgoing.value = [...others, one].slice(-MAX_OUTGOING)
}

export function discardOutgoing(localId: string): void {
  outgoing.value = outgoing.peek().filter((one) => one.localId !== localId)
}
