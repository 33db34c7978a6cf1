import { useComputed, useSignal, type Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { caretRect } from '@oficina/web/caret-rect.ts'
import { newId } from '@oficina/web/dom.ts'
import { writeInto } from '@oficina/web/write-into.ts'

import { findTrigger, type Trigger } from './find-trigger.ts'
import { suggest, type SuggestOptions } from './suggest.ts'
import type { Suggestion } from './suggestion.ts'

export interface Typeahead {
  readonly id: string
  readonly suggestions: readonly Suggestion[]
  readonly active: number
  /** Where the text begins that a choice replaces. */
  readonly anchor: DOMRect | undefined
  readonly choose: (index: number) => void
  /** Looks at what stands before the caret: after each change and each move. */
  readonly look: () => void
  readonly close: () => void
  /** @returns whether the key was the list's own */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
}

interface Looked {
  readonly trigger: Trigger
  readonly caret: number
}

/** The list at the caret of a field: what it offers, and what keys do with it. */
export function useTypeahead(
  field: RefObject<HTMLTextAreaElement | null>,
  options: SuggestOptions,
): Typeahead {
  const id = useRef(newId('suggest')).current
  const held = useRef(options)
  held.current = options
  const looked = useSignal<Looked | undefined>(undefined)
  const active = useSignal(0)
  // A place where the person closed the list stays without one until they type something else.
  const closedAt = useRef<string | undefined>(undefined)
  const found = useComputed((): readonly Suggestion[] =>
    looked.value === undefined ? [] : suggest(looked.value.trigger, held.current),
  )
  const look = (): void => {
    const { current } = field
    const caret = current?.selectionStart ?? 0
    const isPlain = current !== null && current.selectionEnd === caret
    const trigger = isPlain ? findTrigger(current.value, caret) : undefined
    if (trigger === undefined) {
      closedAt.current = undefined
      looked.value = undefined
      return
    }
    const place = `${trigger.kind} ${trigger.from}`
    if (closedAt.current === place) return
    const before = looked.peek()
    if (before?.trigger.typed !== trigger.typed || before.trigger.kind !== trigger.kind) {
      active.value = 0
    }
    looked.value = { trigger, caret }
  }
  const close = (): void => {
    const trigger = looked.peek()?.trigger
    closedAt.current = trigger === undefined ? undefined : `${trigger.kind} ${trigger.from}`
    looked.value = undefined
  }
  const write = (suggestion: Suggestion, insert: string): void => {
    const { current } = field
    const now = looked.peek()
    if (current === null || now === undefined) return
    const { from } = now.trigger
    looked.value = undefined
    if (suggestion.run !== undefined) {
      writeInto(current, replaceRange(current.value, from, current.selectionStart, ''))
      suggestion.run()
      return
    }
    const written = replaceRange(current.value, from, current.selectionStart, insert)
    const at = from + (suggestion.caret ?? insert.length)
    writeInto(current, { ...written, start: at, end: at })
    look()
  }
  const choose = (index: number): void => {
    const suggestion = found.peek()[index]
    if (suggestion !== undefined) write(suggestion, suggestion.insert)
  }
  const onKeyDown = (event: KeyboardEvent): boolean =>
    typeaheadKey(event, { found, active, choose, close, write })
  return {
    id,
    suggestions: found.value,
    active: active.value,
    anchor: anchorOf(field.current, looked.value),
    choose,
    look,
    close,
    onKeyDown,
  }
}

interface KeyTools {
  readonly found: Readonly<Signal<readonly Suggestion[]>>
  readonly active: Signal<number>
  readonly choose: (index: number) => void
  readonly close: () => void
  readonly write: (suggestion: Suggestion, insert: string) => void
}

function typeaheadKey(event: KeyboardEvent, tools: KeyTools): boolean {
  const { found, active, choose, close, write } = tools
  const count = found.peek().length
  if (count === 0 || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) {
    return false
  }
  const chosen = found.peek()[active.peek()]
  if (event.key === 'ArrowDown') active.value = (active.peek() + 1) % count
  else if (event.key === 'ArrowUp') active.value = (active.peek() + count - 1) % count
  else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
    choose(active.peek())
  } else if (event.key === 'Escape') close()
  else if (event.key === '>' && chosen?.insertForTopic !== undefined) {
    write(chosen, chosen.insertForTopic)
  } else return false
  event.preventDefault()
  event.stopPropagation()
  return true
}

function replaceRange(text: string, from: number, to: number, by: string) {
  const at = from + by.length
  return { text: text.slice(0, from) + by + text.slice(to), start: at, end: at }
}

function anchorOf(field: HTMLTextAreaElement | null, looked: Looked | undefined) {
  if (field === null || looked === undefined) return undefined
  return caretRect(field, looked.trigger.from)
}
