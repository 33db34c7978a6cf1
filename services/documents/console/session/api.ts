import { language } from '@oficina/web/language.ts'
import { RequestError, send, type RequestOptions } from '@oficina/web/request.ts'

import { access, lock } from './access.ts'

/** The service refused, or did not answer: the message is its own, and empty without an answer. */
export class ApiFailure extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: string | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor({ status, body }: RequestError) {
    const error = typeof body === 'object' && body !== null ? (body as Refused).error : undefined
    super(error?.message ?? '')
    this.status = status
    this.code = error?.code
    this.details = error?.details ?? {}
  }
}

/** The error envelope of the service. */
interface Refused {
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly details?: Readonly<Record<string, unknown>>
  }
}

/**
 * Asks the service with the key that was typed. A key that it refuses is asked for again.
 * @throws ApiFailure
 */
export async function api(path: string, options: RequestOptions = {}): Promise<Response> {
  const asked = access.peek()
  const key = asked.kind === 'key' ? { 'x-api-key': asked.key } : {}
  const headers = { 'accept-language': language.value, ...key, ...options.headers }
  try {
    return await send(path, { ...options, headers })
  } catch (error) {
    // An aborted request is no failure of the service; who aborted it knows.
    if (!(error instanceof RequestError)) throw error
    if (error.status === 401 && asked === access.peek()) lock(asked.kind === 'key')
    throw new ApiFailure(error)
  }
}

/** The same for answers that are JSON; who calls knows their shape. */
export async function apiJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await api(path, options)
  return (await response.json()) as T
}
