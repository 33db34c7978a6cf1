/** What became of one record. */
export interface RecordOutcome {
  readonly id: number
  readonly ok: boolean
  /** Why not, as the service says it. */
  readonly reason?: string
}

export interface BatchProgress {
  readonly state: 'running' | 'done' | 'cancelled' | 'failed'
  readonly done: number
  readonly succeeded: number
  readonly failures: readonly RecordOutcome[]
  /** Why the whole of it ended early. */
  readonly error?: unknown
}

export interface Batch {
  /** The records by their ids, a part at a time. */
  readonly parts: AsyncIterable<readonly number[]>
  /** Does it to the records of one part; answers for each. */
  readonly run: (ids: readonly number[], signal: AbortSignal) => Promise<readonly RecordOutcome[]>
  readonly onProgress: (progress: BatchProgress) => void
  readonly signal: AbortSignal
}

/**
 * Does something to any number of records, part by part. A record that is refused does not stop the others; a service that
 * does not answer does. What was done before a cancellation stays done.
 */
export async function runBatch({ parts, run, onProgress, signal }: Batch): Promise<void> {
  let done = 0
  const failures: RecordOutcome[] = []
  const tell = (state: BatchProgress['state'], error?: unknown): void => {
    onProgress({ state, done, succeeded: done - failures.length, failures: [...failures], error })
  }
  try {
    for await (const ids of parts) {
      if (signal.aborted) return tell('cancelled')
      const outcomes = await run(ids, signal)
      done += outcomes.length
      failures.push(...outcomes.filter(({ ok }) => !ok))
      tell('running')
    }
    tell('done')
  } catch (error) {
    tell(signal.aborted ? 'cancelled' : 'failed', error)
  }
}

/** A list in parts of at most `size`. */
export async function* inParts(
  ids: readonly number[],
  size: number,
): AsyncGenerator<readonly number[]> {
  for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size)
}

/** Failures as a table for a spreadsheet. */
export function failuresCsv(
  failures: readonly RecordOutcome[],
  nameOf: (id: number) => string,
): string {
  const rows = failures.map(({ id, reason = '' }) =>
    [String(id), nameOf(id), reason]
      .map((text) => `"${guarded(text).replaceAll('"', '""')}"`)
      .join(','),
  )
  return `\u{feff}${rows.join('\r\n')}\r\n`
}

/** A spreadsheet would run a text that looks like a formula. */
function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
