import type { Bilingual } from '@oficina/words/bilingual.ts'
import type { Language } from '@oficina/words/language.ts'

import { inBoth, say, tell, type Told } from './messages/say.ts'

/**
 * THE table of error codes: each has one HTTP status.
 * @source docs/contract/documents.md, Errors
 * @source docs/decisions/0102-documents-extensions.md, for PRECONDITION_FAILED and INSUFFICIENT_STORAGE
 * @source docs/decisions/0010-object-storage.md, for STORAGE_UNAVAILABLE
 * @source docs/decisions/0206-http.md, for SERVICE_STOPPING
 */
export const ERRORS = {
  INVALID_INPUT: 400,
  UNAUTHORIZED: 401,
  TEMPLATE_NOT_FOUND: 404,
  NOT_FOUND: 404,
  TEMPLATE_CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  INVALID_DATA: 422,
  RENDER_ERROR: 500,
  CONVERSION_ERROR: 500,
  INTERNAL_ERROR: 500,
  IMAGE_FETCH_ERROR: 502,
  OFFICE_UNAVAILABLE: 503,
  STORAGE_UNAVAILABLE: 503,
  SERVICE_STOPPING: 503,
  INSUFFICIENT_STORAGE: 507,
} as const

export type ErrorCode = keyof typeof ERRORS

/** One fault of the input: where it is, and what is allowed there. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: Told
}

/** What an error tells programs; a function where some of it is told to people. */
type Details = object | ((language: Language) => object)

/** Thrown to refuse a request; the message is for the client and reveals nothing of our insides. */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** Its message in both languages; the error's own is the English one, for logs. */
  readonly told: Bilingual
  /** In English. */
  readonly details: object | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly #details: Details | undefined

  constructor(
    code: ErrorCode,
    message: Told,
    extra: { readonly details?: Details; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(tell(message, 'en'))
    this.name = 'ApiError'
    this.code = code
    this.told = inBoth(message)
    this.#details = extra.details
    this.details = this.detailsIn('en')
    this.headers = extra.headers ?? {}
  }

  detailsIn(language: Language): object | undefined {
    return typeof this.#details === 'function' ? this.#details(language) : this.#details
  }
}

/** `INVALID_INPUT` with everything that is wrong; the first problem is its message. */
export class InvalidInput extends ApiError {
  readonly issues: readonly Issue[]

  constructor(issues: readonly Issue[]) {
    const [first] = issues
    const message = first === undefined ? 'The request is not valid.' : describeIssue(first)
    super('INVALID_INPUT', message, {
      details: (language) => ({
        issues: issues.map((issue) => ({ ...issue, message: tell(issue.message, language) })),
      }),
    })
    this.issues = issues
  }
}

export function invalidInput(issues: readonly Issue[]): InvalidInput {
  return new InvalidInput(issues)
}

function describeIssue({ path, message }: Issue): Told {
  if (path.length === 0) return message
  return say('%{place}: %{what}', { place: path.join('.'), what: inBoth(message) })
}

export function insufficientStorage(): ApiError {
  return new ApiError(
    'INSUFFICIENT_STORAGE',
    'The disk of the service is full; nothing was changed. Its operator must make room.',
  )
}

/** The bucket of the templates does not answer, or everybody changes the same template at once. */
export function storageUnavailable(cause?: Error): ApiError {
  const error = new ApiError(
    'STORAGE_UNAVAILABLE',
    'The store of the templates cannot be used at the moment; nothing was changed. Try again.',
    { headers: { 'retry-after': '1' } },
  )
  if (cause !== undefined) error.cause = cause
  return error
}

export function templateNotFound(slug: string): ApiError {
  return new ApiError('TEMPLATE_NOT_FOUND', say('There is no template %{slug}.', { slug }), {
    details: { slug },
  })
}
