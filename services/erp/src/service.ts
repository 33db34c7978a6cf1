import { join } from 'node:path'

import { diskWatch } from '@oficina/http/disk-space.ts'
import type { BuiltService, ProcessTools } from '@oficina/http/service-process.ts'
import type { Clock } from '@oficina/kit/clock.ts'
import { openDatabase, type Database } from '@oficina/kit/database.ts'
import { mailTransport } from '@oficina/mail/mail-transport.ts'
import { addressGuard } from '@oficina/outbound/address-guard.ts'
import type { LongReads } from '@oficina/postgres/long-reads.ts'
import { readMigrations } from '@oficina/postgres/migrate.ts'
import { openReads } from '@oficina/postgres/read-replica.ts'

import { PermissionCache } from './access/permission-cache.ts'
import { SessionMarks } from './access/session-marks.ts'
import { SessionMemory } from './access/session-memory.ts'
import type { AttachmentFiles } from './actions/attachments/attachment-tools.ts'
import { startSweeping } from './actions/attachments/sweep-contents.ts'
import { virusScan } from './actions/attachments/virus-scan.ts'
import { ACTIONS } from './actions/business/action-list.ts'
import type { Actions } from './actions/business/action.ts'
import { CFDI_KINDS } from './actions/business/cfdi-kinds.ts'
import { startStamping } from './actions/business/cfdi/stamping-job.ts'
import { CALLBACKS } from './actions/callbacks/callback-list.ts'
import { DEMO_SIZES, startDemo } from './actions/demo/load-demo.ts'
import { ensureFirstCompany } from './actions/first-company.ts'
import { startHousekeeping } from './actions/housekeeping.ts'
import { chatSender } from './actions/outbox/chat-sender.ts'
import { startOutbox, type Senders } from './actions/outbox/deliver-outbox.ts'
import { mailSender } from './actions/outbox/mail-sender.ts'
import { webhookSender } from './actions/outbox/webhook-sender.ts'
import { startReportMails } from './actions/report-mails/send-reports.ts'
import { Semaphore } from './actions/semaphore.ts'
import { buildApp } from './app.ts'
import { DICTIONARY_DIR, loadRegistry } from './dictionary-files.ts'
import type { Registry } from './dictionary/types.ts'
import { mailContents } from './endpoints/mail-contents.ts'
import { contentFolder } from './files/content-folder.ts'
import { openSpoolFolder } from './files/spool-folder.ts'
import type { Tools } from './http/context.ts'
import { ListingMemory } from './http/listing-memory.ts'
import { PasswordWork } from './identity/password-work.ts'
import { openJoined, type JoinedServices, type JoinedSettings } from './joined/open-joined.ts'
import { openPac, type PacServices, type PacSettings } from './pac/open-pac.ts'
import { ROUTES } from './routes.ts'
import { APP_ROLE } from './schema/ddl.ts'
import { CATALOG_DIR, loadCatalogs } from './store/catalogs/catalog-store.ts'
import { ensureSystemCatalogs } from './store/catalogs/system-catalogs.ts'
import { openErpDatabase, type ErpDatabase } from './store/erp-database.ts'
import { demandRole } from './store/people/role-check.ts'
import { ensureServerSecret, readServerSecret } from './store/people/secret-store.ts'
import { applySchema } from './store/schema/schema-store.ts'
import { ensureStarterBooks } from './store/starter/ensure-starter-books.ts'
import { Views } from './visibility/dictionary-views.ts'

interface ErpConfig extends PacSettings, JoinedSettings {
  readonly databaseUrl: string | undefined
  readonly databaseDirectUrl?: string | undefined
  readonly databaseReadUrl?: string | undefined
  readonly databasePoolSize: number
  readonly dataDir: string
  readonly adminUsuario: string
  readonly adminPassword: string | undefined
  readonly empresa: string
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly publicUrl: string | undefined
  readonly webhookUrlAllow: string
  readonly demo: boolean
  readonly demoPassword: string | undefined
  readonly importMaxMb: number
  readonly exportsAtOnce: number
  readonly attachmentMaxMb: number
  readonly attachmentScanCommand: string | undefined
  readonly attachmentScanTimeoutMs: number
  readonly diskMinFreeMb: number
}

export interface ErpDependencies extends ProcessTools {
  readonly config: ErpConfig
  readonly now: Clock
  /** The business actions; those of `action-list.ts` unless a test brings its own. */
  readonly actions?: Actions
  /** The models; those of the dictionary that comes with the service unless a test brings them, compiled. */
  readonly registry?: Registry
  /** Whether the database is a copy of one that the same service has brought up to date, as a test's is. */
  readonly isPrepared?: boolean
  /** The hashing of passwords, at full cost unless a test brings its own. */
  readonly passwords?: PasswordWork
}

const REQUEST_SETTINGS = { role: APP_ROLE, search_path: 'public' }
const MIGRATIONS_DIR = join(import.meta.dirname, '..', 'migrations')
// Two of them may be waiting for a mail server and a subscriber.
const OWNER_POOL_SIZE = 5
// Their statements take under a millisecond and wait for nobody.
const COUNTER_POOL_SIZE = 2
// One looks up for all requests; the other only goes on when that takes long.
const SESSION_POOL_SIZE = 2
// An import may take minutes; those that wait have sent their file already. Half of the pool is left to all other
// requests.
const IMPORT_QUEUE = { waiting: 32, waitMs: 60_000 }
// A slow client holds its turn for as long as its file takes; its file's place on the disk, too.
const UPLOAD_QUEUE = { atOnce: 32, waiting: 64, waitMs: 10_000 }
const EXPORT_QUEUE = { waiting: 32, waitMs: 10_000 }
// documents makes one at a time, unless it is told to use more processors.
const FORM_QUEUE = { atOnce: 4, waiting: 32, waitMs: 30_000 }
const OUTBOX_POLL_MS = 500
const STAMPING_POLL_MS = 1_000
// They are due at full hours.
const REPORTS_POLL_MS = 2_000
const BYTES_PER_MB = 1_048_576

/** Brings the database up to date and builds the service on it, without listening. */
export async function buildErp(dependencies: ErpDependencies): Promise<BuiltService> {
  const { config, log } = dependencies
  const registry = dependencies.registry ?? readRegistry(config.dataDir)
  // What was opened is closed in the opposite order, also when the rest cannot be opened. First what asks others, so that
  // nobody whom the rest waits for waits for a PAC.
  const opened = new AsyncDisposableStack()
  const outward = new AsyncDisposableStack()
  const close = async () => {
    await outward.disposeAsync()
    await opened.disposeAsync()
  }
  try {
    const owner = await openErpDatabase({
      databaseUrl: config.databaseUrl,
      databaseDirectUrl: config.databaseDirectUrl,
      dataDir: config.dataDir,
      poolSize: OWNER_POOL_SIZE,
      service: 'erp',
      log,
    })
    opened.defer(() => owner.close())
    if (dependencies.isPrepared !== true) await prepareDatabase(dependencies, owner, registry)
    const pools = openRequestPools(dependencies, owner)
    for (const pool of Object.values(pools)) opened.defer(() => pool.close())
    await demandRole(pools.database)
    const reads = await openRequestReads(dependencies, pools.database)
    opened.defer(() => reads.close())
    const joined = openJoined(config, log)
    outward.defer(() => joined.close())
    const pac = await pacOf(dependencies)
    outward.defer(() => pac.close())
    const tools = await toolsOf(dependencies, registry, { ...pools, reads, pac, joined })
    const app = await buildApp(dependencies, tools)
    await startWork(opened, dependencies, owner, tools)
    return { app, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What goes on beside requests. */
async function startWork(
  opened: AsyncDisposableStack,
  dependencies: ErpDependencies,
  owner: ErpDatabase,
  tools: Tools,
): Promise<void> {
  const { config, log, now } = dependencies
  const senders = await sendersOf(dependencies, owner.database, tools.joined)
  if (config.demo) {
    const demo = startDemonstration(dependencies, owner, tools)
    opened.defer(() => demo.stop())
  }
  const stamping = startStamping(owner.database, tools, {
    kinds: CFDI_KINDS,
    log,
    pollMs: STAMPING_POLL_MS,
  })
  opened.defer(() => stamping.stop())
  const outbox = startOutbox(owner.database, {
    senders,
    enclose: mailContents(tools, { routes: ROUTES, log, publicUrl: config.publicUrl }),
    now,
    log,
    pollMs: OUTBOX_POLL_MS,
  })
  opened.defer(() => outbox.stop())
  const reports = startReportMails(owner.database, { now, log, pollMs: REPORTS_POLL_MS })
  opened.defer(() => reports.stop())
  const sweeping = startSweeping(tools, log)
  opened.defer(() => sweeping.stop())
  const housekeeping = startHousekeeping(tools.database, owner.database, { now, log })
  opened.defer(() => housekeeping.stop())
}

interface Opened extends ReturnType<typeof openRequestPools> {
  readonly reads: LongReads
  readonly pac: PacServices
  readonly joined: JoinedServices
}

async function toolsOf(
  { actions = ACTIONS, config, log, now, passwords = new PasswordWork() }: ErpDependencies,
  registry: Registry,
  { counters, database, joined, pac, reads, sessions }: Opened,
): Promise<Tools> {
  const { dataDir, databasePoolSize, diskMinFreeMb, exportsAtOnce, importMaxMb } = config
  return {
    database,
    reads,
    registry,
    views: new Views(registry),
    permissions: new PermissionCache(),
    sessions: new SessionMemory(),
    sessionMarks: new SessionMarks(sessions, now),
    listings: new ListingMemory(),
    callbacks: CALLBACKS,
    actions,
    imports: {
      folder: await openSpoolFolder(join(dataDir, 'imports'), { kind: 'import', log }),
      maxBytes: importMaxMb * BYTES_PER_MB,
      turns: new Semaphore({
        atOnce: Math.max(1, Math.floor(databasePoolSize / 2)),
        ...IMPORT_QUEUE,
      }),
      counters,
    },
    attachments: await attachmentFiles(config, log),
    exports: new Semaphore({ atOnce: exportsAtOnce, ...EXPORT_QUEUE }),
    disk: diskWatch(dataDir, { minFreeBytes: diskMinFreeMb * BYTES_PER_MB, now }),
    passwords,
    pac,
    joined,
    forms: new Semaphore(FORM_QUEUE),
    log,
    now,
  }
}

async function pacOf({ config, log, now }: ErpDependencies): Promise<PacServices> {
  return await openPac({
    settings: config,
    folder: pacFolder(config),
    catalogFolder: CATALOG_DIR,
    now,
    log,
  })
}

/** Where the embedded simulator of a PAC keeps what it stamped. */
function pacFolder({ dataDir }: ErpConfig): string {
  return join(dataDir, 'pac-simulator')
}

async function attachmentFiles(
  { dataDir, attachmentMaxMb, attachmentScanCommand, attachmentScanTimeoutMs }: ErpConfig,
  log: ErpDependencies['log'],
): Promise<AttachmentFiles> {
  const folder = join(dataDir, 'attachments')
  return {
    incoming: await openSpoolFolder(join(folder, 'incoming'), { kind: 'upload', log }),
    contents: contentFolder(folder),
    maxBytes: attachmentMaxMb * BYTES_PER_MB,
    turns: new Semaphore(UPLOAD_QUEUE),
    scan:
      attachmentScanCommand === undefined
        ? undefined
        : virusScan({
            command: attachmentScanCommand,
            timeoutMs: attachmentScanTimeoutMs,
            onFailure: (reason) => log.error({ reason }, 'the virus scan of an attachment failed'),
          }),
  }
}

/**
 * Requests run as a role that is subject to row-level security; the owner's connection is for work on all companies.
 */
function openRequestPools({ config, log }: ErpDependencies, { address, fit }: ErpDatabase) {
  const common = { ...address, log, sessionSettings: REQUEST_SETTINGS }
  return {
    database: fit(
      openDatabase({
        ...common,
        poolSize: config.databasePoolSize,
        applicationName: 'oficina-erp',
      }),
    ),
    counters: fit(
      openDatabase({
        ...common,
        poolSize: COUNTER_POOL_SIZE,
        applicationName: 'oficina-erp-counters',
      }),
    ),
    sessions: fit(
      openDatabase({
        ...common,
        poolSize: SESSION_POOL_SIZE,
        applicationName: 'oficina-erp-sessions',
      }),
    ),
  }
}

async function openRequestReads({ config, log }: ErpDependencies, database: Database) {
  return await openReads(database, config.databaseReadUrl, {
    log,
    sessionSettings: REQUEST_SETTINGS,
    // Exports keep their connections for as long as their readers take.
    poolSize: config.databasePoolSize + config.exportsAtOnce,
    applicationName: 'oficina-erp-reads',
  })
}

async function sendersOf(
  { config, now }: ErpDependencies,
  owner: Database,
  { chat }: JoinedServices,
): Promise<Senders> {
  const transport = mailTransport({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    folder: join(config.dataDir, 'mail'),
  })
  const guard = addressGuard(config.webhookUrlAllow, 'WEBHOOK_URL_ALLOW')
  const serverSecret = await readServerSecret(owner)
  return {
    correo: mailSender(transport),
    webhook: webhookSender({ guard, serverSecret, now }),
    chat: chat && chatSender(chat),
  }
}

/** Loads the demonstration while the service already answers. */
function startDemonstration(
  { config, log, now }: ErpDependencies,
  owner: ErpDatabase,
  { attachments, registry }: Tools,
): { stop(): Promise<void> } {
  return startDemo({
    owner: owner.database,
    tools: {
      attachments,
      registry,
      views: new Views(registry),
      callbacks: CALLBACKS,
      passwords: new PasswordWork(),
      now,
    },
    pacFolder: pacFolder(config),
    log,
    adminUsuario: config.adminUsuario,
    password: config.demoPassword ?? config.adminPassword,
    onGeneratedPassword: (password) => {
      // Printed once and stored nowhere, like the administrator's.
      process.stdout.write(`\nUsers of the demonstration, password: ${password}\n\n`)
    },
    sizes: DEMO_SIZES,
  })
}

/** @throws Error that lists every problem of the dictionary by file and line */
function readRegistry(dataDir: string): Registry {
  const loaded = loadRegistry(DICTIONARY_DIR, join(dataDir, 'cache'))
  if (loaded.ok) return loaded.value
  const lines = loaded.error.map(({ file, line, message }) => `  ${file}:${line}: ${message}`)
  throw new Error(`the data dictionary has problems:\n${lines.join('\n')}`)
}

async function prepareDatabase(
  { config, log, now, passwords = new PasswordWork() }: ErpDependencies,
  owner: ErpDatabase,
  registry: Registry,
): Promise<void> {
  const startedMs = now()
  const steps = await applySchema(owner.database, registry, {
    platform: await readMigrations(MIGRATIONS_DIR),
    placement: owner.placement,
    onProgress: ({ done, step, total, what }) =>
      log.info({ progress: { step, done, total } }, `${step}: ${done} of ${total}: ${what}`),
    onNoTrigrams: () =>
      log.warn(
        'the database may not have the extensions pg_trgm and btree_gin, so searches read every record of a company: once ' +
          'somebody who may has created them in the schema public, the next start makes the indexes',
      ),
  })
  if (steps > 0) log.info({ steps, elapsedMs: now() - startedMs }, 'the tables are up to date')
  await ensureServerSecret(owner.database)
  await loadCatalogs(owner.database, registry, { folder: CATALOG_DIR, log })
  await ensureSystemCatalogs(owner.database, registry, ACTIONS.all)
  const first = await ensureFirstCompany(owner.database, {
    ...config,
    passwords,
    now,
    registry,
  })
  await ensureStarterBooks(owner.database, new Date(now()).toISOString())
  if (first?.generatedPassword !== undefined) {
    // Printed once and stored nowhere: whoever starts an installation for the first time reads it here.
    process.stdout.write(
      `\nFirst administrator: ${config.adminUsuario}, password: ${first.generatedPassword}\n\n`,
    )
  }
}
