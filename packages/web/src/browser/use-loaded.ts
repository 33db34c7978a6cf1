import { useEffect, useRef, useState } from 'preact/hooks'

/** What a page asked for, as far as it is known. */
export interface Loaded<T> {
  /** The last answer; an earlier question's stays until the present one is answered. */
  readonly value: T | undefined
  /** Why the present question has no answer. */
  readonly error: unknown
  readonly isLoading: boolean
  /** Asks the same again. */
  readonly reload: () => void
}

interface State<T> {
  readonly value: T | undefined
  readonly error: unknown
  /** The question that was answered or failed last. */
  readonly question: string | undefined
}

/**
 * Asks whenever the question changes; the answer to an earlier one is dropped. While the question is undefined nothing is
 * asked.
 */
export function useLoaded<T>(
  question: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
): Loaded<T> {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State<T>>({
    value: undefined,
    error: undefined,
    question: undefined,
  })
  const held = useRef(load)
  held.current = load
  const asked = question === undefined ? undefined : `${attempt} ${question}`
  useEffect(() => {
    if (asked === undefined) return
    const abort = new AbortController()
    const run = async (): Promise<void> => {
      try {
        const value = await held.current(abort.signal)
        if (!abort.signal.aborted) setState({ value, error: undefined, question: asked })
      } catch (error) {
        if (abort.signal.aborted) return
        setState((last) => ({ value: last.value, error, question: asked }))
      }
    }
    void run()
    return () => abort.abort()
  }, [asked])
  const isLoading = asked !== undefined && state.question !== asked
  return {
    value: state.value,
    error: isLoading ? undefined : state.error,
    isLoading,
    reload: () => setAttempt((count) => count + 1),
  }
}
