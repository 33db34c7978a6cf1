import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

import type { BuiltService, ProcessTools } from '@oficina/http/service-process.ts'
import type { Clock } from '@oficina/kit/clock.ts'
import type { Log } from '@oficina/kit/log.ts'
import type { NatsServers } from '@oficina/nats/nats-settings.ts'
import type { BucketAddress } from '@oficina/objects/bucket-settings.ts'
import { addressGuard } from '@oficina/outbound/address-guard.ts'
import { systemResolver, type Resolver } from '@oficina/outbound/checked-dial.ts'

import { RenderBatches } from './actions/render-batches.ts'
import { loadStarters } from './actions/starter-templates.ts'
import { TaskThreads } from './actions/task-threads.ts'
import { TranslationCache } from './actions/translations.ts'
import { SchemaCache } from './actions/validate-data.ts'
import { buildApp } from './app.ts'
import type { Tools } from './http/context.ts'
import { officeDetector, type OfficeDetection } from './office/detect-office.ts'
import { registerOfficeMetrics } from './office/office-metrics.ts'
import { OfficePool } from './office/office-pool.ts'
import type { SharedOffices } from './office/shared/shared-offices.ts'
import { SYSTEM_DISK, type Disk } from './store/durable-files.ts'
import { openTemplates, type OpenTemplates } from './store/open-templates.ts'
import { TemplateCache } from './store/template-cache.ts'

export interface DocumentsConfig {
  readonly apiKey: string
  readonly templatesDir: string
  /** Where templates are instead of in `templatesDir`. */
  readonly bucket?: BucketAddress | undefined
  readonly imagesDir: string
  readonly tmpDir: string
  readonly maxUploadMb: number
  readonly maxImageMb: number
  /** None at all: other processes make the PDFs of this one. */
  readonly officeConcurrency: number
  readonly nats?: NatsServers | undefined
  readonly natsCredentialsFile?: string | undefined
  readonly officeTimeoutMs: number
  readonly officeQueueLimit: number
  readonly officeSpares: number
  readonly officePath: string | undefined
  readonly httpFetchTimeoutMs: number
  readonly locale: string
  readonly timezone: string
  readonly imageUrlAllow: string
  /** Loads the starter templates into a folder without templates. */
  readonly demo: boolean
  readonly searchPath: string
}

export interface DocumentsDependencies extends ProcessTools {
  readonly config: DocumentsConfig
  readonly now: Clock
  /** Resolves the names of image hosts; tests give their own. */
  readonly resolve?: Resolver
  /** Where templates are written; tests give a full one. */
  readonly disk?: Disk
  /** Time limit for validating data; default 2 s. */
  readonly validationTimeoutMs?: number
}

const MEBIBYTE = 1024 * 1024
// See docs/decisions/0120-office-pool.md: an office grows by about 0.3 MB with each conversion.
const RECYCLE_AFTER = 200
// An honest schema takes milliseconds.
const VALIDATION_TIMEOUT_MS = 2_000
// What a crash left unfinished is removed no earlier than this.
const SWEEP_INTERVAL_MS = 10 * 60_000
const NO_OFFICE: OfficeDetection = { path: undefined, version: undefined }
// While offices are shared, nobody knows how many are free.
const SHARED_AHEAD = 4

/** Builds the service on its directories, without listening. */
export async function buildDocuments(dependencies: DocumentsDependencies): Promise<BuiltService> {
  const { config, log, metrics, now } = dependencies
  const tmpDir = resolve(config.tmpDir)
  const { disk = SYSTEM_DISK } = dependencies
  checkOffices(config)
  // What was opened is closed in the opposite order, also when the rest cannot be opened.
  const opened = new AsyncDisposableStack()
  try {
    const templates = await openTemplates(config, { now, disk })
    opened.defer(() => templates.close())
    const { store } = templates
    if (config.demo) await loadStarters(store)
    await mkdir(tmpDir, { recursive: true }).catch((error: unknown) => {
      // Rendering to .docx needs no scratch space; /health says what is missing.
      log.warn({ err: error, tmpDir }, 'TMP_DIR cannot be created: PDF output is off')
    })
    const detectOffice = detectorFor(config, now)
    const threads = new TaskThreads(availableParallelism())
    const batches = new RenderBatches(Math.max(1, availableParallelism() - 1))
    opened.defer(async () => {
      await threads.close()
      await batches.close()
    })
    const office = officePool(dependencies, tmpDir, detectOffice)
    opened.defer(() => office.close())
    const shared = await sharedOffices(dependencies, office, detectOffice)
    opened.defer(async () => await shared?.close())
    const parts = { store, office, threads, batches, detectOffice, shared, tmpDir, disk }
    const tools = toolsFor(dependencies, parts)
    if (metrics !== undefined) registerOfficeMetrics(metrics.registry, office)
    const app = await buildApp({ apiKey: config.apiKey, tools, ...dependencies })
    app.addHook('preClose', (done) => {
      shared?.stopTaking()
      done()
    })
    const sweeping = sweepNowAndThen(store, log)
    opened.defer(() => clearInterval(sweeping))
    // In the background: a service without an office, or with a slow one, answers .docx renders at once.
    office
      .warm()
      .catch((error: unknown) => log.warn({ err: error }, 'the office pool cannot be started'))
    return { app, close: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

function sweepNowAndThen(store: OpenTemplates['store'], log: Log): NodeJS.Timeout {
  return setInterval(() => {
    store
      .sweep()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'what changes of templates left behind cannot be removed'),
      )
  }, SWEEP_INTERVAL_MS).unref()
}

function officePool(
  { config, log }: DocumentsDependencies,
  tmpDir: string,
  detectOffice: () => Promise<OfficeDetection>,
): OfficePool {
  return new OfficePool({
    findOffice: async () => (await detectOffice()).path,
    tmpDir,
    size: config.officeConcurrency,
    timeoutMs: config.officeTimeoutMs,
    queueLimit: config.officeQueueLimit,
    recycleAfter: RECYCLE_AFTER,
    hasSpare: config.officeSpares > 0 && config.officeConcurrency > 0,
    log,
  })
}

function checkOffices({ officeConcurrency, nats }: DocumentsConfig): void {
  if (officeConcurrency > 0 || nats !== undefined) return
  throw new Error(
    'OFFICE_CONCURRENCY is 0, which needs NATS_URL: other processes make the PDFs then; otherwise it must be at least 1',
  )
}

function detectorFor(
  { officePath, searchPath, officeConcurrency }: DocumentsConfig,
  now: Clock,
): () => Promise<OfficeDetection> {
  if (officeConcurrency === 0) return () => Promise.resolve(NO_OFFICE)
  return officeDetector({ officePath, searchPath, now })
}

/** The offices of all processes, where NATS_URL says how they reach each other. */
async function sharedOffices(
  { config, log }: DocumentsDependencies,
  pool: OfficePool,
  detectOffice: () => Promise<OfficeDetection>,
): Promise<SharedOffices | undefined> {
  const { nats, natsCredentialsFile: credentialsFile, apiKey, officeTimeoutMs: timeoutMs } = config
  if (nats === undefined) return undefined
  const { shareOffices } = await import('./office/shared/shared-offices.ts')
  return await shareOffices({ nats, credentialsFile, apiKey, pool, detectOffice, timeoutMs, log })
}

function toolsFor(
  {
    config,
    now,
    resolve: resolver,
    validationTimeoutMs = VALIDATION_TIMEOUT_MS,
  }: DocumentsDependencies,
  parts: Pick<
    Tools,
    'store' | 'office' | 'threads' | 'batches' | 'detectOffice' | 'shared' | 'tmpDir' | 'disk'
  >,
): Tools {
  return {
    ...parts,
    cache: new TemplateCache(parts.store),
    conversionsAhead: Math.max(parts.office.size, parts.shared === undefined ? 0 : SHARED_AHEAD),
    schemas: new SchemaCache(),
    translations: new TranslationCache(),
    validationTimeoutMs,
    defaults: { locale: config.locale, timezone: config.timezone },
    images: {
      imagesDir: resolve(config.imagesDir),
      fetch: {
        guard: addressGuard(config.imageUrlAllow, 'IMAGE_URL_ALLOW'),
        resolve: resolver ?? systemResolver,
        maxBytes: Math.floor(config.maxImageMb * MEBIBYTE),
        timeoutMs: config.httpFetchTimeoutMs,
        allowsAnyPort: config.imageUrlAllow !== '',
      },
    },
    maxUploadBytes: Math.floor(config.maxUploadMb * MEBIBYTE),
    conversionTimeoutMs: config.officeTimeoutMs,
    now,
    startedMs: now(),
  }
}
