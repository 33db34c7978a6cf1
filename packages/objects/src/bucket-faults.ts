import { BucketUnavailable, type BucketFault } from './bucket.ts'

/** What of an answer or of a broken connection says what went wrong. */
interface Failure {
  readonly name: string
  readonly code: string
  readonly status: number | undefined
}

/** Which bucket was asked, for what. */
export interface Asked {
  /** The bucket and where it is. */
  readonly name: string
  /** Such as "PutObject". */
  readonly operation: string
}

const UNREACHABLE = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
])
const TIMEOUTS = new Set(['TimeoutError', 'AbortError', 'ETIMEDOUT', 'RequestTimeout'])
const BY_NAME: Readonly<Record<string, BucketFault>> = {
  NoSuchBucket: 'noBucket',
  AccessDenied: 'forbidden',
  AllAccessDisabled: 'forbidden',
  InvalidAccessKeyId: 'wrongKeys',
  SignatureDoesNotMatch: 'wrongKeys',
  ExpiredToken: 'wrongKeys',
  InvalidToken: 'wrongKeys',
  CredentialsProviderError: 'noKeys',
  RequestTimeTooSkewed: 'clock',
  RequestExpired: 'clock',
  PermanentRedirect: 'region',
  AuthorizationHeaderMalformed: 'region',
  IllegalLocationConstraintException: 'region',
  SlowDown: 'busy',
  ServiceUnavailable: 'busy',
  TooManyRequests: 'busy',
  NotImplemented: 'noS3',
  MethodNotAllowed: 'noS3',
}
const BY_STATUS: Readonly<Record<number, BucketFault>> = {
  301: 'region',
  307: 'region',
  403: 'forbidden',
  404: 'noS3',
  405: 'noS3',
  429: 'busy',
  503: 'busy',
}
const ADVICE: Readonly<Record<BucketFault, string>> = {
  unreachable: 'it cannot be reached; see S3_ENDPOINT, the name server and the firewall',
  timeout: 'it did not answer in time; see S3_ENDPOINT, the network and the load of the store',
  noBucket: 'there is no such bucket; make it, or set S3_BUCKET to one that exists',
  forbidden:
    'the keys lack a right; they need s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject on what is in it',
  wrongKeys: 'the keys are not accepted; see S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
  noKeys:
    'there are no keys; set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give the machine a role',
  clock: 'its clock and the clock of this machine differ by more than it allows; set both by NTP',
  region: 'the bucket is in another region; set S3_REGION, and S3_ENDPOINT where there is one',
  noS3: 'what answers there does not speak S3; see S3_ENDPOINT',
  noConditions:
    'it passes over If-None-Match and If-Match, so that two writers could undo each other; use a store, or a newer version, that keeps them',
  busy: 'it asks for fewer requests',
  failing: 'it failed',
}

/** An error of the S3 client as one that can be shown: what it says of itself may have signatures in it. */
export function bucketUnavailable(error: unknown, asked: Asked): BucketUnavailable {
  if (error instanceof BucketUnavailable) return error
  const failure = failureOf(error)
  const fault = faultOf(failure)
  const status = failure.status === undefined ? '' : `, status ${failure.status}`
  const seen = failure.code === '' ? failure.name : failure.code
  return fail(fault, asked, `${seen}${status}`)
}

export function fail(fault: BucketFault, asked: Asked, seen: string): BucketUnavailable {
  const { name, operation } = asked
  return new BucketUnavailable(fault, `${name}: ${ADVICE[fault]} (${operation}: ${seen})`)
}

function faultOf({ name, code, status }: Failure): BucketFault {
  if (UNREACHABLE.has(code) || /^ERR_TLS|CERT/.test(code)) return 'unreachable'
  if (TIMEOUTS.has(name) || TIMEOUTS.has(code)) return 'timeout'
  // An answer that the client cannot read as XML, such as the page of a web server.
  if (name === 'SyntaxError' || code === 'HPE_INVALID_CONSTANT') return 'noS3'
  return BY_NAME[name] ?? (status === undefined ? 'failing' : byStatus(status))
}

function byStatus(status: number): BucketFault {
  const known = BY_STATUS[status]
  // It says that it did what was asked, in words that are not those of S3.
  return known ?? (status < 300 ? 'noS3' : 'failing')
}

/** Whether the store says that a condition of a write does not hold. */
export function isConditionLost(error: unknown): boolean {
  const { name, status } = failureOf(error)
  return status === 412 || name === 'PreconditionFailed'
}

/** Another write of the same key is under way: AWS asks to try again. */
export function isConflict(error: unknown): boolean {
  const { name, status } = failureOf(error)
  return status === 409 || name === 'ConditionalRequestConflict'
}

/** Whether the object is not there; a bucket that is not there is a fault. */
export function isMissing(error: unknown): boolean {
  const { name, status } = failureOf(error)
  return name === 'NoSuchKey' || (name === 'NotFound' && status === 404)
}

export function isUnchanged(error: unknown): boolean {
  return failureOf(error).status === 304
}

/** Whether the same request may succeed a moment later. */
export function isPassing(error: unknown): boolean {
  const failure = failureOf(error)
  const fault = faultOf(failure)
  return fault === 'unreachable' || fault === 'timeout' || (failure.status ?? 0) >= 500
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', code: '', status: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { name: error.name, code, status: statusOf(error) }
}

function statusOf(error: Error): number | undefined {
  const metadata = '$metadata' in error ? error.$metadata : undefined
  if (typeof metadata !== 'object' || metadata === null) return undefined
  const status = 'httpStatusCode' in metadata ? metadata.httpStatusCode : undefined
  return typeof status === 'number' ? status : undefined
}
