import { fileNameOf } from '@oficina/web/save-file.ts'

import type { Answer, ApiProblem } from '../session/api.ts'
import { apiResponse } from '../session/api.ts'

export type Inputs = Readonly<Record<string, unknown>>

/** What an action answers of one record, or of none. */
export type ActionAnswer =
  | { readonly kind: 'file'; readonly name: string; readonly content: Blob }
  | {
      readonly kind: 'data'
      /** The record as the action left it; of a native action, what it says. */
      readonly data: unknown
      readonly warnings: readonly ApiProblem[]
    }

/** What an action is called on: a record by its id, or nothing. */
export interface ActionCall {
  readonly model: string
  readonly action: string
  readonly id: number | undefined
}

// An action may ask a PAC or the SAT, which take their time.
const TIMEOUT_MS = 180_000

/**
 * Calls of one action by one person: the same inputs again carry the same key, so that what was done is not done twice
 * when its answer got lost.
 */
export class ActionCaller {
  readonly #call: ActionCall
  #last: { readonly body: string; readonly key: string } | undefined

  constructor(call: ActionCall) {
    this.#call = call
  }

  /** @throws ApiFailure */
  async run(inputs: Inputs): Promise<ActionAnswer> {
    const { model, action, id } = this.#call
    const body = JSON.stringify(inputs)
    if (this.#last?.body !== body) this.#last = { body, key: crypto.randomUUID() }
    const path =
      id === undefined ? `/${model}/actions/${action}` : `/${model}/${id}/actions/${action}`
    const response = await apiResponse(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': this.#last.key },
      body,
      timeoutMs: TIMEOUT_MS,
    })
    return await answerOf(response, action)
  }
}

async function answerOf(response: Response, action: string): Promise<ActionAnswer> {
  const isJson = response.headers.get('content-type')?.includes('json') === true
  if (!isJson) {
    return { kind: 'file', name: fileNameOf(response, action), content: await response.blob() }
  }
  const { data } = (await response.json()) as Answer<Said | null>
  return { kind: 'data', data: data?.record ?? data, warnings: data?.warnings ?? [] }
}

interface Said {
  readonly record?: unknown
  readonly warnings?: readonly ApiProblem[]
}
