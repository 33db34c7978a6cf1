import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../dictionary/types.ts'
import { apiError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { CHANGED_SINCE } from '../messages/records.ts'
import { contentTag } from '../query/content-tag.ts'
import { readAnswer, type AnswerTools } from './read-written-record.ts'
import { refuseStale } from './write-tools.ts'

/** What a writer read before, by which the write is held: the version, or the content where there are no versions. */
export type IfMatch =
  | { readonly kind: 'version'; readonly version: string }
  | { readonly kind: 'content'; readonly tag: string }

interface Held {
  readonly tools: AnswerTools
  readonly tx: Tx
  readonly caller: Caller
}

/**
 * Holds a write of a locked record to what its writer read.
 * @throws ApiError STALE_VERSION when somebody else has changed it since
 * @source docs/decisions/0206-http.md
 */
export async function holdToRead(
  { tools, tx, caller }: Held,
  record: {
    readonly model: Model
    readonly id: string
    readonly current: ReadonlyMap<string, string | null>
  },
  ifMatch: IfMatch | null,
): Promise<void> {
  const { model, id, current } = record
  if (ifMatch === null) return
  if (ifMatch.kind === 'version') return refuseStale(current, [ifMatch.version])
  // It may have been read with its lines or without.
  for (const withLines of [false, true]) {
    const { json } = await readAnswer(tools, tx, { caller, model, id, withLines })
    if (contentTag(json) === ifMatch.tag) return
  }
  throw apiError('STALE_VERSION', CHANGED_SINCE(), 'If-Match')
}
