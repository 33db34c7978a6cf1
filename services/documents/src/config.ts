import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  choice,
  decimal,
  defaulted,
  flag,
  integer,
  optional,
  required,
  text,
} from '@oficina/kit/config.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { serviceSettings, type Output } from '@oficina/kit/service-settings.ts'
import { natsSettings } from '@oficina/nats/nats-settings.ts'
import { bucketSettings } from '@oficina/objects/bucket-settings.ts'
import { traceSettings } from '@oficina/traces/trace-settings.ts'

const DEFAULT_PORT = 3000

/**
 * The environment of this service.
 * @source docs/contract/documents.md, Limits
 */
export function settings(output: Output) {
  return {
    ...serviceSettings(DEFAULT_PORT, output),
    ...traceSettings(),
    ...natsSettings(),
    ...bucketSettings(),
    nodeEnv: defaulted('NODE_ENV', choice(['development', 'production', 'test']), 'development'),
    apiKey: required('API_KEY', text),
    templatesDir: defaulted('TEMPLATES_DIR', text, './templates'),
    imagesDir: defaulted('IMAGES_DIR', text, './images'),
    tmpDir: defaulted('TMP_DIR', text, defaultTmpDir()),
    maxUploadMb: defaulted('MAX_UPLOAD_MB', decimal(0.001, 500), 10),
    maxImageMb: defaulted('MAX_IMAGE_MB', decimal(0.001, 100), 5),
    officeConcurrency: defaulted('OFFICE_CONCURRENCY', integer(0, 64), 1),
    officeTimeoutMs: defaulted('OFFICE_TIMEOUT_MS', integer(100, 3_600_000), 60_000),
    officeQueueLimit: defaulted('OFFICE_QUEUE_LIMIT', integer(1, 10_000), 100),
    officeSpares: defaulted('OFFICE_SPARES', integer(0, 1), 1),
    officePath: optional('OFFICE_PATH', text),
    httpFetchTimeoutMs: defaulted('HTTP_FETCH_TIMEOUT_MS', integer(10, 600_000), 10_000),
    locale: defaulted('LOCALE', locale, 'en-US'),
    timezone: defaulted('TIMEZONE', timezone, 'UTC'),
    imageUrlAllow: defaulted('IMAGE_URL_ALLOW', text, ''),
    demo: defaulted('DOCUMENTS_DEMO', flag, false),
    searchPath: defaulted('PATH', text, ''),
  }
}

function locale(raw: string): Result<string, string> {
  try {
    const [known] = Intl.NumberFormat.supportedLocalesOf(raw)
    if (known !== undefined) return ok(known)
  } catch {
    // Not a language tag at all.
  }
  return fail('must be a language tag such as es-MX')
}

function timezone(raw: string): Result<string, string> {
  try {
    return ok(new Intl.DateTimeFormat('en', { timeZone: raw }).resolvedOptions().timeZone)
  } catch {
    return fail('must be an IANA time zone such as America/Mexico_City')
  }
}

/** One per user: one user's service must not remove the leftovers of another's. */
function defaultTmpDir(): string {
  return join(tmpdir(), `oficina-documents-${process.getuid?.() ?? 'user'}`)
}
