import type { Bilingual } from '@oficina/words/bilingual.ts'
import type { Language } from '@oficina/words/language.ts'

import { ERRORS, type ErrorCode } from '../errors.ts'
import { inBoth, tell, type Told } from './words/say.ts'

/** When the same call may succeed. */
interface Retry {
  /** After how long the same call may succeed. */
  readonly retryAfterSeconds: number
  /** Of the allowance that is used up. */
  readonly rate?: RateState
}

/** How much of an allowance of calls is left. */
export interface RateState {
  readonly limit: number
  readonly remaining: number
  /** UNIX seconds at which the whole allowance is back. */
  readonly resetSeconds: number
}

type Fields = Readonly<Record<string, unknown>>

/** An error that is reported to the client: `{result: "error", msg, code, …fields}`. */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** Its text in both languages; the error's own is the English one, for logs. */
  readonly told: Bilingual
  /** By their names on the wire, in English where people read them. */
  readonly fields: Fields
  readonly retry: Retry | undefined
  readonly #fields: Fields | ((language: Language) => Fields)

  constructor(
    code: ErrorCode,
    message: Told,
    fields: Fields | ((language: Language) => Fields) = {},
    retry?: Retry,
  ) {
    super(tell(message, 'en'))
    this.told = inBoth(message)
    this.code = code
    this.#fields = fields
    this.fields = this.fieldsIn('en')
    this.retry = retry
  }

  fieldsIn(language: Language): Fields {
    return typeof this.#fields === 'function' ? this.#fields(language) : this.#fields
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  /** The code that clients see; they know only a few for what does not exist or is not theirs. */
  get wireCode(): string {
    const entry: { readonly status: number; readonly code?: string } = ERRORS[this.code]
    return entry.code ?? this.code
  }
}

/** The most common error: 400 `BAD_REQUEST` with the text that clients know. */
export function refusal(message: Told): ApiError {
  return new ApiError('BAD_REQUEST', message)
}

/** 404 with the endpoint's own text. */
export function notFound(message: Told): ApiError {
  return new ApiError('NOT_FOUND', message)
}

// A database that restarts is back within this time; waiting longer costs a client nothing.
const BUSY_RETRY_SECONDS = 1

/** 503: the same call may succeed a moment later. */
export function serverBusy(message: Told): ApiError {
  return new ApiError('SERVER_BUSY', message, {}, { retryAfterSeconds: BUSY_RETRY_SECONDS })
}

/** The error when an allowance is used up. */
export function rateLimitHit(retryAfterSeconds: number, rate?: RateState): ApiError {
  return new ApiError(
    'RATE_LIMIT_HIT',
    'API usage exceeded rate limit',
    { 'retry-after': retryAfterSeconds },
    rate === undefined ? { retryAfterSeconds } : { retryAfterSeconds, rate },
  )
}
