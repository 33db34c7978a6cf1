import { batch, signal } from '@preact/signals'

/** Whom a message is for. */
export type ComposeTarget =
  | {
      readonly kind: 'channel'
      readonly channelId?: number | undefined
      readonly topic?: string | undefined
    }
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }

export type ComposePart = 'content' | 'channel' | 'topic' | 'people'

export interface Composing {
  readonly target: ComposeTarget
  /** The draft on the service that is being gone on with. */
  readonly draftId?: number | undefined
  /** The message to be sent later that is being changed. */
  readonly scheduledId?: number | undefined
  /** What gets the cursor, each time that this number changes. */
  readonly focus: { readonly part: ComposePart; readonly count: number }
}

export interface ComposeOptions {
  /** Put behind what is written already. */
  readonly content?: string
  readonly draftId?: number
  readonly scheduledId?: number
  /** The cursor's part; where it is left out, the first that is empty. */
  readonly part?: ComposePart
}

/** What is being written; undefined while the box is closed. */
export const composing = signal<Composing | undefined>(undefined)
/** The text of the box. */
export const composeText = signal('')

/** Asked before another conversation takes the box: keeps what is in it. */
export const onLeaveText: { keep: (() => void) | undefined } = { keep: undefined }
/** Asked when a conversation is opened in the empty box: finds what was written to it before. */
export const onOpenTarget: {
  restore:
    | ((
        target: ComposeTarget,
      ) => { readonly draftId: number; readonly content: string } | undefined)
    | undefined
} = { restore: undefined }

const counts = { focus: 0 }

/** Opens the box for a conversation, with the cursor in it. What is written there stays; of another it becomes a draft. */
export function startCompose(target: ComposeTarget, options: ComposeOptions = {}): void {
  batch(() => {
    const before = composing.peek()
    const isSame = before !== undefined && sameTarget(before.target, target)
    const takesOver = options.draftId !== undefined || options.scheduledId !== undefined
    if (before !== undefined && composeText.peek() !== '' && (takesOver || !isSame)) {
      if (takesOver || options.content === undefined) {
        onLeaveText.keep?.()
        composeText.value = ''
      }
    }
    const restored =
      composeText.peek() === '' && !takesOver ? onOpenTarget.restore?.(target) : undefined
    if (restored !== undefined) composeText.value = restored.content
    if (options.content !== undefined)
      composeText.value = joined(composeText.peek(), options.content)
    counts.focus += 1
    composing.value = {
      target,
      draftId: options.draftId ?? restored?.draftId ?? (isSame ? before.draftId : undefined),
      scheduledId: options.scheduledId,
      focus: { part: options.part ?? firstEmpty(target), count: counts.focus },
    }
  })
}

/** Closes the box; what is written in it is kept as a draft. */
export function closeCompose(): void {
  if (composing.peek() === undefined) return
  onLeaveText.keep?.()
  batch(() => {
    composing.value = undefined
    composeText.value = ''
  })
}

/** Another conversation for what is being written. */
export function retarget(target: ComposeTarget): void {
  const now = composing.peek()
  if (now !== undefined) composing.value = { ...now, target }
}

/** Puts the cursor into a part of the open box. */
export function focusCompose(part: ComposePart): void {
  const now = composing.peek()
  if (now === undefined) return
  counts.focus += 1
  composing.value = { ...now, focus: { part, count: counts.focus } }
}

export function sameTarget(a: ComposeTarget, b: ComposeTarget): boolean {
  if (a.kind === 'channel' && b.kind === 'channel') {
    return (
      a.channelId === b.channelId && (a.topic ?? '').toLowerCase() === (b.topic ?? '').toLowerCase()
    )
  }
  return a.kind === 'direct' && b.kind === 'direct' && setKey(a.userIds) === setKey(b.userIds)
}

function setKey(ids: readonly number[]): string {
  return ids.toSorted((a, b) => a - b).join(',')
}

function firstEmpty(target: ComposeTarget): ComposePart {
  if (target.kind === 'direct') return target.userIds.length === 0 ? 'people' : 'content'
  if (target.channelId === undefined) return 'channel'
  return target.topic === undefined ? 'topic' : 'content'
}

function joined(before: string, added: string): string {
  if (before.trim() === '') return added
  return `${before.replace(/\n+$/, '')}\n\n${added}`
}
