import { noteAnswer, noteSilence } from './connection.ts'
import { uploaded, type OnProgress } from './upload.ts'

/** What went wrong with a request; `status` 0 means that no answer came. */
export class RequestError extends Error {
  readonly status: number
  /** The answer's body, parsed where it was JSON. */
  readonly body: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: unknown, retryAfterSeconds?: number) {
    super(status === 0 ? 'no answer' : `status ${status}`)
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is a form, a file or text already. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** How long the whole answer may take. */
  readonly timeoutMs?: number
  /** The request goes on when the page goes away. */
  readonly keepalive?: boolean
  /** Told while the body is sent. */
  readonly onProgress?: OnProgress
}

const DEFAULT_TIMEOUT_MS = 60_000

/**
 * Sends a request to the console's own service.
 * @throws RequestError when the answer is not a success, or none came
 */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const response = await answered(path, options)
  if (response.ok) return response
  const after = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new RequestError(
    response.status,
    await bodyOf(response),
    Number.isFinite(after) ? after : undefined,
  )
}

async function answered(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', signal, timeoutMs = DEFAULT_TIMEOUT_MS, onProgress } = options
  const keepalive = options.keepalive === true
  const timeout = AbortSignal.timeout(timeoutMs)
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
  const sent = content(options)
  try {
    const response =
      onProgress === undefined || sent.body === undefined
        ? await fetch(path, { method, ...sent, keepalive, signal: either })
        : await uploaded(path, { method, ...sent, body: sent.body, onProgress, signal: either })
    noteAnswer()
    return response
  } catch (error) {
    if (signal?.aborted === true) throw error
    noteSilence()
    throw new RequestError(0, undefined)
  }
}

interface Content {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: FormData | Blob | string
}

function content({ headers = {}, body }: RequestOptions): Content {
  if (body === undefined) return { headers }
  if (body instanceof FormData || body instanceof Blob || typeof body === 'string') {
    return { headers, body }
  }
  return {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => '')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
