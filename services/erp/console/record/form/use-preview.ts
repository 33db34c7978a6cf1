import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { parseExact } from '@oficina/web/exact-json.ts'

import { apiResponse } from '../../session/api.ts'
import { isChanged, type NodePath, type RecordNode, type Values } from '../record-node.ts'
import { wholeBodyOf } from '../saving/record-body.ts'
import type { FormState } from './form-state.ts'
import { reckoned, withTold, type ToldWith } from './reckon.ts'
import type { Shape } from './record-shape.ts'

// After the last key; people who type go on sooner.
const PAUSE_MS = 250

/**
 * What follows from what is typed, as the service fills it in and reckons it meanwhile: nothing is stored. What comes late,
 * of what has changed since, is dropped.
 */
export function usePreview(state: FormState): void {
  useEffect(() => {
    if (state.shape.meta.preview !== true) return
    const asked: {
      text: string
      abort?: AbortController
      timer?: ReturnType<typeof setTimeout>
      run?: () => Promise<void>
    } = { text: askedOf(state, state.first.peek()).text }
    const stop = effect(() => {
      const { text, places } = askedOf(state, state.node.value)
      if (text === asked.text) return
      asked.text = text
      asked.abort?.abort()
      clearTimeout(asked.timer)
      delete asked.run
      if (text === '') return
      const abort = new AbortController()
      asked.abort = abort
      const once: { work?: Promise<void> } = {}
      asked.run = async () => {
        once.work ??= preview(state, { text, places }, abort.signal)
        await once.work
      }
      asked.timer = setTimeout(() => void asked.run?.(), PAUSE_MS)
    })
    state.settling.run = async () => asked.run?.()
    return () => {
      stop()
      delete state.settling.run
      asked.abort?.abort()
      clearTimeout(asked.timer)
    }
  }, [state])
}

interface Asked {
  readonly text: string
  readonly places: ReadonlyMap<string, NodePath>
}

/** An empty text: there is nothing to ask about a record that is as it was read. */
function askedOf({ shape }: FormState, node: RecordNode): Asked {
  if (node.id !== undefined && !isChanged(node)) return { text: '', places: new Map() }
  const { body, places } = wholeBodyOf(node, shape)
  return { text: JSON.stringify(body), places }
}

async function preview(
  state: FormState,
  { text, places }: Asked,
  signal: AbortSignal,
): Promise<void> {
  const { id } = state.node.peek()
  try {
    const { data, meta } = await askPreview(state.shape, { id, text, signal })
    if (signal.aborted) return
    state.node.value = withTold(reckoned(state.node.peek(), data), meta, places)
  } catch {
    // What is reckoned is told again when it is saved.
  }
}

/** @throws ApiFailure */
async function askPreview(
  { meta }: Shape,
  of: { readonly id: number | undefined; readonly text: string; readonly signal?: AbortSignal },
): Promise<{ readonly data: Values; readonly meta: ToldWith }> {
  const { id, text, signal } = of
  const path = `/${meta.model}${id === undefined ? '' : `/${id}`}?preview=true&fill=true`
  const response = await apiResponse(path, {
    method: id === undefined ? 'POST' : 'PUT',
    headers: { 'content-type': 'application/json' },
    body: text,
    ...(signal !== undefined && { signal }),
  })
  // The service describes its answer so.
  return parseExact(await response.text()) as { readonly data: Values; readonly meta: ToldWith }
}

/** A new record with what the service fills in and expects before anything is typed. */
export async function withFirstPreview(shape: Shape, node: RecordNode): Promise<RecordNode> {
  if (shape.meta.preview !== true) return node
  const { body, places } = wholeBodyOf(node, shape)
  try {
    const { data, meta } = await askPreview(shape, { id: undefined, text: JSON.stringify(body) })
    return withTold(reckoned(node, data), meta, places)
  } catch {
    // Only a help: what is not filled in is chosen.
    return node
  }
}
