import { language } from '@oficina/web/language.ts'
import { RequestError, send, type RequestOptions } from '@oficina/web/request.ts'

import { demandEnrolment, isExpired, refusedToken, session, token } from './session.ts'

/** One thing that the service refused. */
export interface ApiProblem {
  readonly code: string
  readonly message: string
  readonly field?: string | undefined
}

export interface Answer<T> {
  readonly data: T
  readonly meta: Readonly<Record<string, unknown>>
}

/** The service refused, or did not answer: `problems` says why, in its own words, and is empty without an answer. */
export class ApiFailure extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  readonly problems: readonly ApiProblem[]
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined

  constructor({ status, body, retryAfterSeconds }: RequestError) {
    const { errors, data } = typeof body === 'object' && body !== null ? (body as Refused) : {}
    const problems = errors ?? []
    super(problems.map(({ message }) => message).join(' '))
    this.status = status
    this.problems = problems
    this.data = data
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether one of the problems has this code. */
  has(code: string): boolean {
    return this.problems.some((problem) => problem.code === code)
  }
}

interface Refused {
  readonly data?: unknown
  readonly errors?: readonly ApiProblem[] | null
}

const API = '/api/v1'

/**
 * Asks the service as the person who is signed in. Who calls knows the shape of the data. When the session is over the
 * request waits until the person has signed in again, and goes on then.
 * @throws ApiFailure
 */
export async function api<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  return answerOf<T>(await apiResponse(path, options))
}

/**
 * The same for answers that are no JSON: files, lines that tell progress.
 * @throws ApiFailure
 */
export async function apiResponse(path: string, options: RequestOptions = {}): Promise<Response> {
  const sent = token.peek()
  try {
    return await sendAs(sent, path, options)
  } catch (error) {
    const failure = failureOf(error)
    if (failure.has('FACTOR_ENROLMENT_REQUIRED')) demandEnrolment()
    // Other 401 speak of a password or a code that was sent along.
    if (sent === undefined || !failure.has('UNAUTHENTICATED')) throw failure
    refusedToken(sent)
    const renewed = await signedInAgain(options.signal)
    if (renewed === undefined) throw failure
    return await again(renewed, path, options)
  }
}

/** Asks without a session: to open one. */
export async function publicApi<T>(path: string, options: RequestOptions): Promise<Answer<T>> {
  try {
    return await answerOf<T>(await sendAs(undefined, path, options))
  } catch (error) {
    throw failureOf(error)
  }
}

/** A request that the service refused with 401 has done nothing, so it may be sent again, whatever it does. */
async function again(sent: string, path: string, options: RequestOptions): Promise<Response> {
  try {
    return await sendAs(sent, path, options)
  } catch (error) {
    throw failureOf(error)
  }
}

function sendAs(
  sent: string | undefined,
  path: string,
  options: RequestOptions,
): Promise<Response> {
  const authorization: Record<string, string> =
    sent === undefined ? {} : { authorization: `Bearer ${sent}` }
  const headers = { 'accept-language': language.value, ...authorization, ...options.headers }
  return send(API + path, { ...options, headers })
}

/** The new token, once the person has signed in again; undefined when they left instead. */
function signedInAgain(signal: AbortSignal | undefined): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      unsubscribe()
      signal?.removeEventListener('abort', onAbort)
      settle()
    }
    const onAbort = (): void => end(() => reject(signal?.reason))
    signal?.addEventListener('abort', onAbort)
    const watch = (): void => {
      if (session.peek() === undefined) queueMicrotask(() => end(() => resolve(undefined)))
      else if (!isExpired.peek()) queueMicrotask(() => end(() => resolve(token.peek())))
    }
    const stops = [session.subscribe(watch), isExpired.subscribe(watch)]
    const unsubscribe = (): void => stops.forEach((stop) => stop())
  })
}

async function answerOf<T>(response: Response): Promise<Answer<T>> {
  if (response.status === 204) return { data: undefined as T, meta: {} }
  return (await response.json()) as Answer<T>
}

function failureOf(error: unknown): ApiFailure {
  if (error instanceof RequestError) return new ApiFailure(error)
  // An aborted request is no failure of the service; who aborted it knows.
  throw error
}
