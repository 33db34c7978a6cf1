import type { Message } from './messages/message.ts'

/**
 * THE table of error codes: status, and when. Codes outside the contract stand in a decision.
 * @source docs/contract/erp.md, Errors
 * @source docs/decisions/0200-erp-errors.md
 */
export const ERRORS = {
  MALFORMED_REQUEST: {
    status: 400,
    when: 'the path is not properly encoded, or the request is not HTTP',
  },
  MALFORMED_JSON: { status: 400, when: 'the body is not JSON, or not an object' },
  INVALID_CREDENTIALS: { status: 401, when: 'wrong user or password at login' },
  UNAUTHENTICATED: { status: 401, when: 'the token is missing, unknown, expired or logged out' },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    when: 'the password is right, and the user has a second factor whose code is missing',
  },
  INVALID_SECOND_FACTOR: { status: 401, when: 'the code is wrong, or was used before' },
  PASSWORD_EXPIRED: {
    status: 403,
    when: 'the password is right, but older than the policy allows; `nueva` sets another',
  },
  NETWORK_NOT_ALLOWED: { status: 403, when: 'the company does not allow access from the network' },
  FACTOR_ENROLMENT_REQUIRED: {
    status: 403,
    when: 'a second factor is required; the session may only enrol one',
  },
  FORBIDDEN: { status: 403, when: 'the user has no right to it' },
  SEGREGATION_OF_DUTIES: {
    status: 403,
    when: 'a rule separates two rights, or two actions on one record, from one person',
  },
  NOT_FOUND: { status: 404, when: 'no such record in this company, or no such path' },
  UNKNOWN_MODEL: { status: 404, when: 'no model of that name' },
  UNKNOWN_ACTION: { status: 404, when: 'the model has no such action' },
  METHOD_NOT_ALLOWED: { status: 405, when: 'the path exists, but not with this method' },
  REQUEST_TIMEOUT: { status: 408, when: 'the request took too long to arrive' },
  DUPLICATE: { status: 409, when: 'another record has a value that must be unique' },
  HAS_DEPENDENTS: {
    status: 409,
    when: 'other records refer to it; `dependents` names them by model',
  },
  PENDING_DOCUMENTS: {
    status: 409,
    when: 'entries or documents of a period are not finished; `dependents` names them by model',
  },
  INVALID_STATE: { status: 409, when: 'the record is in a state that does not allow the action' },
  IDEMPOTENCY_MISMATCH: {
    status: 409,
    when: 'an Idempotency-Key is used again with another request',
  },
  STALE_VERSION: {
    status: 412,
    when: 'the record has changed since the version that the client read',
  },
  PAYLOAD_TOO_LARGE: { status: 413, when: 'the body is larger than the limit' },
  RANGE_NOT_SATISFIABLE: { status: 416, when: 'the file has no bytes in the requested range' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, when: 'the path does not accept the content type' },
  HEADERS_TOO_LARGE: { status: 431, when: 'the path or the headers are larger than 16 KiB' },
  VALIDATION: { status: 422, when: 'a field is missing or has a value that is not allowed' },
  UNKNOWN_FIELD: {
    status: 422,
    when: 'no field or filter of that name; the message names the nearest',
  },
  INVALID_PARAMETER: { status: 422, when: 'a query parameter has a value that is not allowed' },
  UNKNOWN_REFERENCE: { status: 422, when: 'a reference to a record that does not exist' },
  READ_ONLY_FIELD: { status: 422, when: 'a field that only the service or an action may change' },
  FILE_NOT_ALLOWED: {
    status: 422,
    when: 'a file is of no allowed type, or its content is not what its name or its content type says',
  },
  FILE_INFECTED: { status: 422, when: 'the virus scan rejects the file' },
  FORM_FAILED: {
    status: 422,
    when: 'the form of the record cannot be made: its template is wrong, or it shows too much',
  },
  CALLBACK_REJECTED: { status: 422, when: 'a callback of a level 4 model refuses the write' },
  NO_LINES: { status: 422, when: 'the document has no lines' },
  SUPPLIER_BLOCKED: { status: 422, when: 'the supplier is not active or is on the 69-B list' },
  CUSTOMER_BLOCKED: { status: 422, when: 'the customer is not active' },
  CREDIT_EXCEEDED: {
    status: 422,
    when: 'the customer would owe more than his limit, or has invoices overdue',
  },
  PRICE_TOO_LOW: {
    status: 422,
    when: 'a line is sold below what its list of prices and the discounts allow',
  },
  PERIOD_CLOSED: { status: 422, when: 'the accounting period is closed or missing' },
  ENTRY_UNBALANCED: { status: 422, when: 'the debits of a journal entry are not its credits' },
  BUDGET_EXCEEDED: { status: 422, when: 'the budget does not cover it and its control is strict' },
  OUT_OF_STOCK: {
    status: 422,
    when: 'more is asked for than the warehouse has available, and it allows nothing below zero',
  },
  OUT_OF_TOLERANCE: {
    status: 422,
    when: 'more is received or invoiced than was ordered, or at another price, than the tolerance allows',
  },
  CANCELLATION_PENDING: {
    status: 409,
    when: 'as a warning: the SAT has the request to cancel a CFDI, and its receiver has not answered',
  },
  PAC_REJECTED: {
    status: 422,
    when: 'the PAC refuses a CFDI or its cancellation; `pac_code` and `pac_text` are its own',
  },
  CFDI_REJECTED: {
    status: 422,
    when: 'a received CFDI is not sealed, stamped or in force as it should, or is not for this',
  },
  INSUFFICIENT_FUNDS: {
    status: 422,
    when: 'a payment leaves less in a bank account than it must hold, and the account refuses that; else a warning',
  },
  NOT_DEDUCTIBLE: {
    status: 422,
    when: 'a warning alone: what is paid in cash above the limit of the law is not deducted',
  },
  WITHHOLDING_MISSING: {
    status: 422,
    when: 'a warning alone: a company pays a person of whom it usually withholds ISR, and withholds none',
  },
  CONFIGURATION_INCOMPLETE: {
    status: 422,
    when: 'the configuration of the company lacks what the action needs, or contradicts itself',
  },
  TOO_MANY_ATTEMPTS: { status: 429, when: 'ten failed logins in 15 minutes' },
  RATE_LIMITED: { status: 429, when: 'an API key was used more often than its limit per minute' },
  INTERNAL_ERROR: {
    status: 500,
    when: 'a fault of the service; the log has it under the request id',
  },
  UNAVAILABLE: {
    status: 503,
    when: 'the database is away or busy, the virus scan fails, or too many files or password checks are in progress',
  },
  PAC_UNAVAILABLE: {
    status: 503,
    when: 'the PAC or the SAT did not answer; what was asked for is finished by itself later',
  },
  DISK_FULL: { status: 507, when: 'the disk of the service or of its database is full' },
} as const

export type ErrorCode = keyof typeof ERRORS

/** One entry of the envelope's `errors`. */
export interface ErrorEntry {
  readonly code: ErrorCode
  readonly message: Message
  readonly field?: string
  /** Of an imported file: a spreadsheet's row or a JSON file's line, counted from 1. */
  readonly row?: number
  readonly dependents?: Readonly<Record<string, DependentRecords>>
  /** Of OUT_OF_STOCK: the keys of the article and the warehouse, and quantities in the article's unit. */
  readonly articulo?: string
  readonly almacen?: string
  readonly asked?: string
  readonly available?: string
  /**
   * Of OUT_OF_TOLERANCE, in the order's unit: what was ordered, what is or would be received in all, what would be invoiced,
   * and what may be at most. Of `precio`: prices of one.
   */
  readonly ordered?: string
  readonly received?: string
  readonly invoiced?: string
  readonly allowed?: string
  /** Of CFDI_REJECTED and SUPPLIER_BLOCKED: what the SAT calls it, a code of its rules or a state. */
  readonly sat?: string
  /** Of CREDIT_EXCEEDED, in the company's currency: what the customer may owe, and owes before `asked` is added. */
  readonly limit?: string
  readonly balance?: string
  /** Of PRICE_TOO_LOW: the price of the list, and the least that may be `asked`. */
  readonly listed?: string
  /** Of PAC_REJECTED. */
  readonly pac_code?: string
  readonly pac_text?: string
  /** Of INSUFFICIENT_FUNDS: the key of the account; `asked` and `available` are in its currency. */
  readonly cuenta_bancaria?: string
}

/** How many records of a model depend, and the first ten of them. */
export interface DependentRecords {
  readonly count: number
  readonly ids: readonly number[]
}

/** Thrown to refuse a request; inside a transaction it rolls everything back. */
export class ApiError extends Error {
  readonly errors: readonly ErrorEntry[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    errors: readonly [ErrorEntry, ...ErrorEntry[]] | readonly ErrorEntry[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(errors.map(({ message }) => String(message)).join(' '))
    this.name = 'ApiError'
    this.errors = errors
    this.headers = headers
  }

  /** The status of the first entry; the entries of one answer are of one kind, or the first is the most serious. */
  get status(): number {
    const [first] = this.errors
    return first === undefined ? ERRORS.INTERNAL_ERROR.status : ERRORS[first.code].status
  }
}

/** An error with one problem, the usual case. */
export function apiError(
  code: ErrorCode,
  message: Message,
  field?: string,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  return new ApiError([field === undefined ? { code, message } : { code, message, field }], headers)
}
