import {
  defaulted,
  flag,
  matching,
  optional,
  text,
  url,
  type ConfigProblem,
} from '@oficina/kit/config.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

const HTTP = ['http:', 'https:'] as const

/**
 * The settings of a service that may keep its files in a bucket; without `S3_BUCKET` it keeps them in a folder.
 * @source docs/decisions/0010-object-storage.md, Settings
 */
export function bucketSettings() {
  return {
    s3Bucket: optional(
      'S3_BUCKET',
      matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket, 3 to 63 letters'),
    ),
    s3Endpoint: optional('S3_ENDPOINT', url(HTTP)),
    s3PublicEndpoint: optional('S3_PUBLIC_ENDPOINT', url(HTTP)),
    s3Region: defaulted(
      'S3_REGION',
      matching(/^[a-z0-9-]{1,32}$/, 'the name of a region such as us-east-1'),
      'us-east-1',
    ),
    s3AccessKeyId: optional('S3_ACCESS_KEY_ID', text),
    s3SecretAccessKey: optional('S3_SECRET_ACCESS_KEY', text),
    s3Prefix: defaulted(
      'S3_PREFIX',
      matching(
        /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\/?$/,
        'names of letters, digits, dots, dashes and underscores with slashes between them',
      ),
      '',
    ),
    s3ForcePathStyle: optional('S3_FORCE_PATH_STYLE', flag),
  }
}

/** What `bucketSettings` read. */
export interface BucketEnvironment {
  readonly s3Bucket?: string | undefined
  readonly s3Endpoint?: string | undefined
  readonly s3PublicEndpoint?: string | undefined
  readonly s3Region?: string
  readonly s3AccessKeyId?: string | undefined
  readonly s3SecretAccessKey?: string | undefined
  readonly s3Prefix?: string
  readonly s3ForcePathStyle?: boolean | undefined
}

/** Where a bucket is and who asks. */
export interface BucketAddress {
  readonly bucket: string
  /** Undefined: AWS, by the region. */
  readonly endpoint: string | undefined
  /** Where readers outside reach the same bucket, to whom signed addresses are given; undefined: nobody is sent there. */
  readonly publicEndpoint: string | undefined
  readonly region: string
  /** Undefined: what the machine or container supplies, as AWS' own programs find it. */
  readonly keys: { readonly id: string; readonly secret: string } | undefined
  /** Before every key: empty, or with a slash at its end. */
  readonly prefix: string
  readonly isPathStyle: boolean
}

/** The bucket that an environment names; undefined when it names none. */
export function bucketAddress(
  environment: BucketEnvironment,
): Result<BucketAddress | undefined, readonly ConfigProblem[]> {
  const problems = problemsOf(environment)
  if (problems.length > 0) return fail(problems)
  const { s3Bucket: bucket, s3AccessKeyId: id, s3SecretAccessKey: secret } = environment
  if (bucket === undefined) return ok(undefined)
  const { s3Endpoint: endpoint, s3Prefix: prefix = '' } = environment
  return ok({
    bucket,
    endpoint,
    publicEndpoint: environment.s3PublicEndpoint,
    region: environment.s3Region ?? 'us-east-1',
    keys: id === undefined || secret === undefined ? undefined : { id, secret },
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    // MinIO and Ceph answer at names of buckets only where somebody set up DNS for it; AWS always does.
    isPathStyle: environment.s3ForcePathStyle ?? endpoint !== undefined,
  })
}

/** Settings that make no sense together: a forgotten one would otherwise keep files where nobody expects them. */
function problemsOf(environment: BucketEnvironment): readonly ConfigProblem[] {
  const { s3Bucket: bucket, s3AccessKeyId: id, s3SecretAccessKey: secret } = environment
  const problems: ConfigProblem[] = []
  const others = {
    S3_ENDPOINT: environment.s3Endpoint,
    S3_PUBLIC_ENDPOINT: environment.s3PublicEndpoint,
    S3_ACCESS_KEY_ID: id,
    S3_SECRET_ACCESS_KEY: secret,
  }
  const [without] = Object.entries(others).filter(([, value]) => value !== undefined)
  if (bucket === undefined && without !== undefined) {
    problems.push({ variable: 'S3_BUCKET', message: `is required, because ${without[0]} is set` })
  }
  if (id !== undefined && secret === undefined) {
    const message = 'is required, because S3_ACCESS_KEY_ID is set'
    problems.push({ variable: 'S3_SECRET_ACCESS_KEY', message })
  }
  if (secret !== undefined && id === undefined) {
    const message = 'is required, because S3_SECRET_ACCESS_KEY is set'
    problems.push({ variable: 'S3_ACCESS_KEY_ID', message })
  }
  return problems
}
