import { RequestError, send, type RequestOptions } from '@oficina/web/request.ts'

import { endedSession, token } from './token.ts'

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

  constructor(status: number, problems: readonly ApiProblem[], data: unknown) {
    super(problems.map(({ message }) => message).join(' '))
    this.status = status
    this.problems = problems
    this.data = data
  }
}

const API = '/api/v1'

/**
 * Asks the service as the person who is signed in. Who calls knows the shape of the data.
 * @throws ApiFailure
 */
export async function api<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  const response = await apiResponse(path, options)
  if (response.status === 204) return { data: undefined as T, meta: {} }
  return (await response.json()) as Answer<T>
}

/**
 * The same for answers that are no JSON: files, lines that tell progress.
 * @throws ApiFailure
 */
export async function apiResponse(path: string, options: RequestOptions = {}): Promise<Response> {
  const sent = token.peek()
  const headers = {
    ...(sent === undefined ? {} : { authorization: `Bearer ${sent}` }),
    ...options.headers,
  }
  try {
    return await send(API + path, { ...options, headers })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (error.status === 401 && sent !== undefined) endedSession(sent)
    throw failureOf(error)
  }
}

interface Refused {
  readonly data?: unknown
  readonly errors?: readonly ApiProblem[] | null
}

function failureOf({ status, body }: RequestError): ApiFailure {
  const { errors, data } = typeof body === 'object' && body !== null ? (body as Refused) : {}
  return new ApiFailure(status, errors ?? [], data)
}
