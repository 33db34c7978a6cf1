import { effect } from '@preact/signals'

import { account } from '../../session/accounts.ts'
import { isLaterKnown, laterKnown } from '../../state/own/later-known.ts'
import {
  composeText,
  composing,
  onLeaveText,
  onOpenTarget,
  type ComposeTarget,
} from '../compose-state.ts'
import { deleteDraft, draftFor, sameDraft, saveDraft } from './draft-store.ts'

// A pause in writing; what is typed within it is lost only with the machine.
const PAUSE_MS = 1500
const KEY = 'oficina.chat.compose'

interface Saved {
  /** Of which text the service knows. */
  content: string
  target: ComposeTarget | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  /** Saves one after the other, so that a text makes one draft. */
  last: Promise<unknown>
}

/** Keeps what is written as a draft: in this tab at once, on the service after each pause. Until the answer is called. */
export function keepDrafts(): () => void {
  const saved: Saved = { content: '', target: undefined, timer: undefined, last: Promise.resolve() }
  const keep = (): void => save(saved)
  onLeaveText.keep = keep
  onOpenTarget.restore = (target) => {
    const draft = draftFor(target)
    return draft === undefined ? undefined : { draftId: draft.id, content: draft.content }
  }
  restore()
  const stop = effect(() => {
    const now = composing.value
    const content = composeText.value
    keepInTab(now === undefined ? undefined : { ...now, content })
    clearTimeout(saved.timer)
    if (now !== undefined) saved.timer = setTimeout(keep, PAUSE_MS)
  })
  const stopWaiting = restoreOnceKnown()
  const onHide = (): void => {
    // A new draft whose id nobody would be there to hear would be made twice; the tab itself remembers what is written.
    if (document.visibilityState === 'hidden' && composing.peek()?.draftId !== undefined) keep()
  }
  document.addEventListener('visibilitychange', onHide)
  return () => {
    stop()
    stopWaiting()
    clearTimeout(saved.timer)
    document.removeEventListener('visibilitychange', onHide)
  }
}

/** Drafts come after the first paint: a box that was opened before them gets its own once they are there. */
function restoreOnceKnown(): () => void {
  // Not until there are any: the first one would be what has just been sent from this box.
  const waiting = { is: !isLaterKnown.peek() }
  return effect(() => {
    if (!isLaterKnown.value || !waiting.is) return
    waiting.is = false
    const now = composing.peek()
    const isFree = now?.draftId === undefined && now?.scheduledId === undefined
    if (now === undefined || !isFree || composeText.peek() !== '') return
    const draft = draftFor(now.target)
    if (draft === undefined) return
    composeText.value = draft.content
    composing.value = { ...now, draftId: draft.id }
  })
}

// A word that was begun by mistake is no draft.
const LEAST_CHARACTERS = 2

function save(saved: Saved): void {
  const now = composing.peek()
  const content = composeText.peek()
  clearTimeout(saved.timer)
  if (now === undefined || now.scheduledId !== undefined) return
  const isEmptied = content === '' && now.draftId !== undefined
  if (content === saved.content && now.target === saved.target && !isEmptied) return
  saved.content = content
  saved.target = now.target
  const { target, focus } = now
  const before = saved.last
  const run = async (): Promise<void> => {
    await before
    const { draftId } = composing.peek()?.focus === focus ? (composing.peek() ?? now) : now
    if (content.trim().length < LEAST_CHARACTERS) {
      if (draftId === undefined) return
      setDraftId(focus, undefined)
      await deleteDraft(draftId)
      return
    }
    // A tab that was loaded anew may have made it just before, and not have heard its id.
    if (draftId === undefined) await laterKnown()
    const id = await saveDraft(target, content, draftId ?? sameDraft(target, content))
    if (id !== draftId) setDraftId(focus, id)
  }
  saved.last = run()
}

/** The box may have gone on to something else meanwhile. */
function setDraftId(focus: object, draftId: number | undefined): void {
  const now = composing.peek()
  if (now !== undefined && now.focus === focus) composing.value = { ...now, draftId }
}

interface InTab {
  readonly userId: number
  readonly target: ComposeTarget
  readonly content: string
  readonly draftId?: number | undefined
  readonly scheduledId?: number | undefined
}

function keepInTab(now: Omit<InTab, 'userId'> | undefined): void {
  try {
    const userId = account.peek()?.userId
    if (now === undefined || userId === undefined) sessionStorage.removeItem(KEY)
    else {
      const { target, content, draftId, scheduledId } = now
      sessionStorage.setItem(KEY, JSON.stringify({ userId, target, content, draftId, scheduledId }))
    }
  } catch {
    // The service has it after the next pause.
  }
}

/** What this tab was writing before it was loaded anew. */
function restore(): void {
  try {
    const stored = sessionStorage.getItem(KEY)
    if (stored === null || composing.peek() !== undefined) return
    // Only this file writes it.
    const { userId, target, content, draftId, scheduledId } = JSON.parse(stored) as InTab
    if (userId !== account.peek()?.userId) return
    composeText.value = content
    composing.value = { target, draftId, scheduledId, focus: { part: 'content', count: 0 } }
  } catch {
    // What cannot be read is not there.
  }
}
