import { RequestError, send, type RequestOptions } from '@oficina/web/request.ts'

import { account, isExpired, refusedKey, type Account } from './accounts.ts'

/** What a parameter may be; lists and objects are sent as JSON, and what is undefined is left out. */
export type Fields = Readonly<Record<string, unknown>>

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** The service refused, or did not answer: the message is its own, and empty without an answer. */
export class ApiFailure extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: string
  readonly body: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined

  constructor({ status, body, retryAfterSeconds }: RequestError) {
    const refused = typeof body === 'object' && body !== null ? body : {}
    // The service's own form of an error.
    const { msg, code } = refused as { readonly msg?: unknown; readonly code?: unknown }
    super(typeof msg === 'string' ? msg : '')
    this.status = status
    this.code = typeof code === 'string' ? code : ''
    this.body = refused as Readonly<Record<string, unknown>>
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const API = '/api/v1'

/**
 * Asks the service as the person who is signed in: `await api<Answer>('GET', '/users/me')`. Who calls knows the shape of
 * the answer. When the key was made anew elsewhere the request waits until the person has signed in again, and goes on.
 * @throws ApiFailure
 */
export async function api<T>(
  method: Method,
  path: string,
  fields: Fields = {},
  options: Omit<RequestOptions, 'method' | 'body'> = {},
): Promise<T> {
  const response = await asPerson((as) => sendFields(as, method, path, { fields, options }))
  return (await response.json()) as T
}

/**
 * Sends one file: `await upload<Answer>('/user_uploads', file, { onProgress, signal })`.
 * @throws ApiFailure
 */
export async function upload<T>(
  path: string,
  file: File,
  { method = 'POST', ...options }: Omit<RequestOptions, 'body'> = {},
): Promise<T> {
  const body = new FormData()
  body.append('file', file, file.name)
  const response = await asPerson((as) =>
    send(API + path, {
      timeoutMs: UPLOAD_TIMEOUT_MS,
      ...options,
      method,
      body,
      headers: authorization(as),
    }),
  )
  return (await response.json()) as T
}

/**
 * A file of the organization, such as an uploaded picture, with the person's key.
 * @throws ApiFailure
 */
export async function fetchFile(address: string, signal?: AbortSignal): Promise<Blob> {
  const response = await asPerson((as) =>
    send(address, { headers: authorization(as), ...(signal === undefined ? {} : { signal }) }),
  )
  return await response.blob()
}

/** Asks without an account: to sign in. */
export async function publicApi<T>(method: Method, path: string, fields: Fields = {}): Promise<T> {
  try {
    const response = await sendFields(undefined, method, path, { fields, options: {} })
    return (await response.json()) as T
  } catch (error) {
    throw failureOf(error)
  }
}

/** Half a gigabyte at 7 Mbit/s. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000
const UNAUTHORIZED = 401

async function asPerson(
  request: (as: Account | undefined) => Promise<Response>,
): Promise<Response> {
  const as = account.peek()
  try {
    return await request(as)
  } catch (error) {
    const failure = failureOf(error)
    if (as === undefined || failure.status !== UNAUTHORIZED) throw failure
    refusedKey(as.apiKey)
    const renewed = await signedInAgain()
    if (renewed?.userId !== as.userId) throw failure
    // What was refused has done nothing, so it may be sent again, whatever it does.
    return await request(renewed).catch((again: unknown) => {
      throw failureOf(again)
    })
  }
}

interface Sent {
  readonly fields: Fields
  readonly options: Omit<RequestOptions, 'method' | 'body'>
}

function sendFields(
  as: Account | undefined,
  method: Method,
  path: string,
  { fields, options }: Sent,
): Promise<Response> {
  const form = formOf(fields)
  const headers = { ...authorization(as), ...options.headers }
  if (method === 'GET' || method === 'DELETE') {
    const query = form.size === 0 ? '' : `?${form.toString()}`
    return send(API + path + query, { ...options, method, headers })
  }
  return send(API + path, {
    ...options,
    method,
    body: form.toString(),
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  })
}

function formOf(fields: Fields): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

function authorization(as: Account | undefined): Readonly<Record<string, string>> {
  // Told that a script asks, the service does not make the browser ask for a password itself.
  const script = { 'x-requested-with': 'XMLHttpRequest' }
  if (as === undefined) return script
  // Addresses may have any letters, and `btoa` takes bytes alone.
  const bytes = new TextEncoder().encode(`${as.email}:${as.apiKey}`)
  return { ...script, authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
}

/** The account with its new key, once the person has signed in again; undefined when they left instead. */
function signedInAgain(): Promise<Account | undefined> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = []
    const watch = (): void => {
      if (isExpired.peek() && account.peek() !== undefined) return
      queueMicrotask(() => {
        for (const stop of stops) stop()
        resolve(account.peek())
      })
    }
    stops.push(account.subscribe(watch), isExpired.subscribe(watch))
  })
}

function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  if (error instanceof RequestError) return new ApiFailure(error)
  // An aborted request is no failure of the service; who aborted it knows.
  throw error
}
