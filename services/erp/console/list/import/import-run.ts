import { apiResponse } from '../../session/api.ts'

export interface ImportOptions {
  readonly mode: 'all' | 'rows'
  /** A field that finds the record that a row changes; empty: every row is new. */
  readonly upsertBy: string
  readonly isDryRun: boolean
}

export interface ImportProblem {
  readonly row?: number
  readonly field?: string
  readonly message: string
}

export interface ImportResult {
  readonly total: number
  readonly created: number
  readonly updated: number
  readonly failed: number
  /** Of all; the first thousand are listed. */
  readonly problemCount: number
  readonly problems: readonly ImportProblem[]
}

// As long as the service may take for the largest file.
const TIMEOUT_MS = 3_600_000

/**
 * Sends a file to be imported, and tells how many rows were read. @throws ApiFailure when it was refused before any row
 */
export async function runImport(
  {
    model,
    content,
    type,
  }: { readonly model: string; readonly content: Blob; readonly type: string },
  { mode, upsertBy, isDryRun }: ImportOptions,
  { onRows, signal }: { readonly onRows: (rows: number) => void; readonly signal: AbortSignal },
): Promise<ImportResult> {
  const query = new URLSearchParams({ mode, dry_run: String(isDryRun) })
  if (upsertBy !== '') query.set('upsert_by', upsertBy)
  const response = await apiResponse(`/${model}/import?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': type, accept: 'application/x-ndjson' },
    body: content,
    signal,
    timeoutMs: TIMEOUT_MS,
  })
  const problems: ImportProblem[] = []
  let last: Line = {}
  for await (const line of linesOf(response)) {
    last = JSON.parse(line) as Line
    const read = last.progress?.['total'] ?? last.progress?.['rows']
    if (typeof read === 'number') onRows(read)
    if (last.ok === false) {
      for (const problem of last.errors ?? []) problems.push({ ...problem, ...rowOf(last) })
    }
  }
  return resultOf(last, problems)
}

/** A line of progress, of one row, or the last one, which is the envelope. */
interface Line {
  readonly progress?: Readonly<Record<string, unknown>>
  readonly row?: number
  readonly ok?: boolean
  readonly errors?: readonly ImportProblem[] | null
  readonly meta?: Readonly<Record<string, unknown>>
}

function rowOf({ row }: Line): { readonly row?: number } {
  return row === undefined ? {} : { row }
}

function resultOf({ meta = {}, errors }: Line, ofRows: readonly ImportProblem[]): ImportResult {
  const count = (name: string): number => {
    const value = meta[name]
    return typeof value === 'number' ? value : 0
  }
  const problems = [...ofRows, ...(errors ?? [])]
  return {
    total: count('total'),
    created: count('created'),
    updated: count('updated'),
    failed: count('failed'),
    problemCount: Math.max(count('problems'), problems.length),
    problems,
  }
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) return
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
  }
  if (rest.trim() !== '') yield rest
}
