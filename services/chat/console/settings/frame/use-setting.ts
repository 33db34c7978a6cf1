import { useEffect, useRef, useState } from 'preact/hooks'

import { failureText } from '../../session/failure-text.ts'

/** How far something is that is saved as soon as it changes. */
export type SaveState =
  | { readonly kind: 'idle' | 'saving' | 'saved' }
  | { readonly kind: 'failed'; readonly text: string }

export interface Saver {
  readonly state: SaveState
  /** True when it was saved. One after the other: what is begun while another is saved waits for it. */
  save(work: () => Promise<unknown>): Promise<boolean>
}

// Long enough to be noticed, short enough not to be taken for a part of the page.
const SAVED_SHOWN_MS = 3_000

/** Saves, and tells how that went. */
export function useSaver(): Saver {
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const run = async (before: Promise<unknown>, work: () => Promise<unknown>): Promise<boolean> => {
    await before
    clearTimeout(timer.current)
    setState({ kind: 'saving' })
    try {
      await work()
      setState({ kind: 'saved' })
      timer.current = setTimeout(() => setState({ kind: 'idle' }), SAVED_SHOWN_MS)
      return true
    } catch (error) {
      setState({ kind: 'failed', text: failureText(error) })
      return false
    }
  }
  return {
    state,
    save: (work) => {
      const done = run(last.current, work)
      last.current = done
      return done
    },
  }
}

export interface Setting<T> {
  /** What was chosen, while it is being saved; else what holds. */
  readonly shown: T
  readonly state: SaveState
  readonly change: (value: T) => void
}

/**
 * A setting that is saved as soon as it changes. What holds comes from the server's events; what was chosen is shown until
 * they tell, and is taken back when it could not be saved.
 */
export function useSetting<T>(value: T, save: (value: T) => Promise<unknown>): Setting<T> {
  const [chosen, setChosen] = useState<{ readonly value: T } | undefined>(undefined)
  const saver = useSaver()
  useEffect(() => setChosen(undefined), [value])
  const change = async (next: T): Promise<void> => {
    setChosen({ value: next })
    if (!(await saver.save(() => save(next)))) setChosen(undefined)
  }
  return {
    shown: chosen === undefined ? value : chosen.value,
    state: saver.state,
    change: (next) => void change(next),
  }
}
