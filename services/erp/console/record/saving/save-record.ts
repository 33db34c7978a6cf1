import { parseExact } from '@oficina/web/exact-json.ts'

import { ApiFailure, apiResponse, type ApiProblem } from '../../session/api.ts'
import type { RecordNode, Values } from '../record-node.ts'
import { bodyOf, type RecordBody } from './record-body.ts'

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly id: number; readonly record: Values }
  | {
      readonly kind: 'refused'
      readonly problems: readonly ApiProblem[]
      readonly sent: RecordBody
    }
  /** Somebody else has changed it since it was read. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'unanswered' }

/** What was sent last, so that a second try after a lost answer makes no second record. */
export interface SentOnce {
  text: string
  key: string
}

const STALE = 412

/** Writes a record with its lines: a new one, or what was changed of one, if nobody else changed it meanwhile. */
export async function saveRecord(
  model: string,
  node: RecordNode,
  { etag, once }: { readonly etag: string | undefined; readonly once: SentOnce },
): Promise<SaveOutcome> {
  const sent = bodyOf(node)
  const text = JSON.stringify(sent.body)
  if (once.text !== text) Object.assign(once, { text, key: crypto.randomUUID() })
  const isNew = node.id === undefined
  const headers: Record<string, string> = isNew
    ? { 'idempotency-key': once.key }
    : etag === undefined
      ? {}
      : { 'if-match': etag }
  try {
    const response = await apiResponse(`/${model}${isNew ? '' : `/${node.id}`}`, {
      method: isNew ? 'POST' : 'PUT',
      headers,
      body: sent.body,
    })
    const { data } = parseExact(await response.text()) as { readonly data: Values }
    return { kind: 'saved', id: Number(data['id'] ?? node.id), record: data }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    if (error.status === STALE) return { kind: 'stale' }
    if (error.status === 0) return { kind: 'unanswered' }
    return { kind: 'refused', problems: error.problems, sent }
  }
}
