import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { parseExact } from '@oficina/web/exact-json.ts'

import { apiResponse } from '../../session/api.ts'
import { isChanged, type Values } from '../record-node.ts'
import { wholeBodyOf } from '../saving/record-body.ts'
import type { FormState } from './form-state.ts'
import { reckoned } from './reckon.ts'

// After the last key; people who type go on sooner.
const PAUSE_MS = 250

/**
 * Amounts that follow from others, as the service reckons them while somebody types: nothing is stored. What comes late,
 * of what has changed since, is dropped.
 */
export function usePreview(state: FormState): void {
  useEffect(() => {
    if (state.shape.meta.preview !== true) return
    const asked: {
      text: string
      abort?: AbortController
      timer?: ReturnType<typeof setTimeout>
    } = { text: '' }
    const stop = effect(() => {
      const node = state.node.value
      const text = isChanged(node) ? JSON.stringify(wholeBodyOf(node)) : ''
      if (text === asked.text) return
      asked.text = text
      asked.abort?.abort()
      clearTimeout(asked.timer)
      if (text === '') return
      const abort = new AbortController()
      asked.abort = abort
      asked.timer = setTimeout(() => void preview(state, text, abort.signal), PAUSE_MS)
    })
    return () => {
      stop()
      asked.abort?.abort()
      clearTimeout(asked.timer)
    }
  }, [state])
}

async function preview(state: FormState, text: string, signal: AbortSignal): Promise<void> {
  const { id } = state.node.peek()
  const path = `/${state.shape.meta.model}${id === undefined ? '' : `/${id}`}?preview=true`
  try {
    const response = await apiResponse(path, {
      method: id === undefined ? 'POST' : 'PUT',
      headers: { 'content-type': 'application/json' },
      body: text,
      signal,
    })
    const { data } = parseExact(await response.text()) as { readonly data: Values }
    if (!signal.aborted) state.node.value = reckoned(state.node.peek(), data)
  } catch {
    // What is reckoned is told again when it is saved.
  }
}
