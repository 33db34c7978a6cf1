import { api, ApiFailure } from '../../session/api.ts'
import type { Values } from '../../values/shown-value.ts'
import { words } from '../../words/list.ts'
import type { Selection } from '../grid/selection.ts'
import { inParts, type RecordOutcome } from './batch-run.ts'

/** Records that go to the service together; each part is one transaction there. */
const PART = 100

/** The ids of a selection, part by part; of all that match as they are found, in the order of their ids. */
export function selectedIds(
  model: string,
  selection: Selection,
  conditions: URLSearchParams,
): AsyncIterable<readonly number[]> {
  if (selection.kind === 'some') return inParts([...selection.ids], PART)
  return matchingIds(model, selection.except, conditions)
}

async function* matchingIds(
  model: string,
  except: ReadonlySet<number>,
  conditions: URLSearchParams,
): AsyncGenerator<readonly number[]> {
  const query = new URLSearchParams(conditions)
  for (const [name, value] of [
    ['fields', 'id'],
    ['lean', 'true'],
    ['count', 'false'],
    ['sort', 'id'],
    ['per_page', String(PART)],
  ] as const) {
    query.set(name, value)
  }
  for (;;) {
    const { data, meta } = await api<readonly Values[]>(`/${model}?${query.toString()}`)
    const ids = data.map(({ id }) => Number(id)).filter((id) => !except.has(id))
    if (ids.length > 0) yield ids
    const after = meta['after']
    if (typeof after !== 'string' || data.length < PART) return
    query.set('after', after)
  }
}

interface ActionResult {
  readonly id: number
  readonly ok: boolean
  readonly errors?: readonly { readonly message: string }[]
}

/** Runs an action on the records of one part. @throws ApiFailure for what is wrong with all of them, such as inputs */
export async function actOn(
  path: string,
  ids: readonly number[],
  inputs: Readonly<Record<string, unknown>>,
): Promise<readonly RecordOutcome[]> {
  const { data } = await api<{ readonly results: readonly ActionResult[] }>(path, {
    method: 'POST',
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { ids, ...inputs },
  })
  return data.results.map(({ id, ok, errors = [] }) => ({
    id,
    ok,
    reason: errors.map(({ message }) => message).join(' '),
  }))
}

/** Deletes the records of one part, one after the other. @throws ApiFailure when the service does not answer */
export async function deleteEach(
  model: string,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly RecordOutcome[]> {
  const outcomes: RecordOutcome[] = []
  for (const id of ids) {
    if (signal.aborted) break
    outcomes.push(await deleteOne(model, id))
  }
  return outcomes
}

async function deleteOne(model: string, id: number): Promise<RecordOutcome> {
  try {
    await api(`/${model}/${id}`, { method: 'DELETE' })
    return { id, ok: true }
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status === 0 || error.status >= 500) throw error
    return { id, ok: false, reason: error.message === '' ? words('noAnswer') : error.message }
  }
}
