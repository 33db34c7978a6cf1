import { signal } from '@preact/signals'
import { readStored, writeStored } from '@oficina/web/stored.ts'

import { ownId } from '../state/part.ts'

const KEY = 'oficina.chat.folds'
// More than anybody has sections and channels; what spoilt storage holds beyond it is dropped.
const MAX_FOLDS = 5_000

/** What the person folded, in this browser: sections of the sidebar, channels of the inbox. */
const folds = signal<ReadonlySet<string> | undefined>(undefined)

/** Whether a part such as `left:pinned` is folded. */
export function isFolded(part: string): boolean {
  return known().has(part)
}

export function toggleFold(part: string): void {
  if (known().has(part)) unfold(part)
  else fold(part)
}

export function fold(part: string): void {
  keep(new Set(known()).add(part))
}

export function unfold(part: string): void {
  const next = new Set(known())
  next.delete(part)
  keep(next)
}

function keep(next: ReadonlySet<string>): void {
  folds.value = next
  writeStored(storedUnder(), JSON.stringify([...next]))
}

function known(): ReadonlySet<string> {
  const now = folds.value
  if (now !== undefined) return now
  const first = parsed(readStored(storedUnder()))
  folds.value = first
  return first
}

function storedUnder(): string {
  return `${KEY}.${ownId()}`
}

function parsed(text: string | undefined): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    const list = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
    return new Set(list.slice(0, MAX_FOLDS))
  } catch {
    return new Set()
  }
}
