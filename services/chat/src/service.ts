import { join } from 'node:path'

import { diskWatch } from '@oficina/http/disk-space.ts'
import type { BuiltService, ProcessTools } from '@oficina/http/service-process.ts'
import type { Clock } from '@oficina/kit/clock.ts'
import { mailTransport } from '@oficina/mail/mail-transport.ts'
import type { NatsServers } from '@oficina/nats/nats-settings.ts'
import type { BucketAddress } from '@oficina/objects/bucket-settings.ts'
import { addressGuard } from '@oficina/outbound/address-guard.ts'

import { RateLimiter } from './api/rate-limit.ts'
import { startSharing } from './api/share-counts.ts'
import { buildApp } from './app.ts'
import { bigBlueButton } from './entrance/store/big-blue-button.ts'
import { oidcProvider } from './entrance/store/oidc-provider.ts'
import { EventBus } from './events/event-bus.ts'
import { parkAll, unparkAll } from './events/park-queues.ts'
import { ProcessCalls } from './events/process-calls.ts'
import { QueueHub } from './events/queue-hub.ts'
import { sweepFiles } from './files/actions/keep-file.ts'
import { resumeThumbnails } from './files/actions/thumbnails.ts'
import { FilmFrames } from './files/images/film-frames.ts'
import { ImageProcesses } from './files/images/image-processes.ts'
import { openUploads } from './files/store/open-uploads.ts'
import { BotCaller } from './hooks/actions/bot-caller.ts'
import { MAIL_LIMIT_MS, startMailDelivery } from './mail/actions/deliver-mail.ts'
import { signIns } from './people/store/sign-in-attempts.ts'
import { PushRunner } from './push/actions/send-pushes.ts'
import { pushService } from './push/store/push-service.ts'
import { setRealmUrl } from './realm/store/realm-store.ts'
import type { ServiceTools } from './service-tools.ts'
import { announceAddress } from './start/announce-address.ts'
import { configuredBot, ensureConfiguredBot } from './start/configured-bot.ts'
import { loadDemo } from './start/demo.ts'
import { ensureFirstRealm, type MadeUp } from './start/first-realm.ts'
import { startHousekeeping } from './start/housekeeping.ts'
import { openChatDatabase, type ChatDatabase } from './start/open-database.ts'
import { openLine, type OpenLine } from './start/open-line.ts'
import { renderingTools } from './start/rendering-tools.ts'
import { Batches } from './tenancy/batches.ts'
import { KeyOwners } from './tenancy/key-owners.ts'
import { settleTogether } from './tenancy/settle-together.ts'
import { SystemGroupCache } from './tenancy/store/group-store.ts'
import { processIdentity, serverSecret } from './tenancy/store/process-files.ts'
import { TextBudget } from './tenancy/text-budget.ts'
import { ExportRunner } from './transfer/actions/run-exports.ts'

export interface ChatConfig {
  readonly databaseUrl: string | undefined
  readonly databaseDirectUrl?: string | undefined
  readonly databaseReadUrl?: string | undefined
  readonly databasePoolSize: number
  /** Where it listens; absent or 0: not known yet. */
  readonly port?: number
  readonly dataDir: string
  /** Where uploads are instead of in `dataDir`. */
  readonly bucket?: BucketAddress | undefined
  /** Where processes wake each other; absent: by the database. */
  readonly nats?: NatsServers | undefined
  readonly natsCredentialsFile?: string | undefined
  readonly realmHost: string
  readonly realmName: string
  readonly realmUrl: string | undefined
  readonly ownerEmail: string
  readonly ownerPassword: string | undefined
  readonly ownerApiKey: string | undefined
  readonly botEmail: string | undefined
  readonly botApiKey: string | undefined
  readonly botChannel: string
  /** Where other processes reach this one; absent: where it listens. */
  readonly processUrl?: string | undefined
  readonly secret: string | undefined
  readonly demo: boolean
  readonly devSignIn: boolean
  readonly rateLimit: number
  readonly maxUploadMib: number
  readonly diskMinFreeMb: number
  readonly externalImages: boolean
  readonly outboundAllow: string
  readonly ffmpeg: string
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly oidcIssuer: string | undefined
  readonly oidcClientId: string | undefined
  readonly oidcClientSecret: string | undefined
  readonly oidcName: string | undefined
  readonly bigBlueButtonUrl: string | undefined
  readonly bigBlueButtonSecret: string | undefined
  readonly pushBouncerUrl: string | undefined
  readonly pushOrgId: string | undefined
  readonly pushOrgKey: string | undefined
}

export interface ChatDependencies extends ProcessTools {
  readonly config: ChatConfig
  readonly now: Clock
}

interface Opened extends ChatDatabase {
  readonly secret: Buffer
  readonly line: OpenLine | undefined
}

const MINUTE_MS = 60_000
const BYTES_PER_MB = 1_048_576
const ADDRESS_LIMIT = 100

/** Brings the database up to date and builds the service on it, without listening. */
export async function buildChat(dependencies: ChatDependencies): Promise<BuiltService> {
  const { config, log } = dependencies
  const bot = configuredBot(config)
  const outside = {
    oidc: oidcProvider(config, dependencies.now),
    bigBlueButton: bigBlueButton(config),
  }
  // What was opened is closed in the opposite order, also when the rest cannot be opened.
  const opened = new AsyncDisposableStack()
  try {
    const found = await openChatDatabase(config, log)
    opened.defer(() => found.close())
    const secret = await serverSecret(config.dataDir, config.secret)
    const line = await openLine(config, { database: found.database, secret, log })
    opened.defer(async () => await line?.close())
    const tools = await makeTools(dependencies, { ...found, secret, line }, outside)
    opened.defer(async () => {
      tools.images.close()
      await tools.uploads.close()
    })
    opened.defer(() => tools.bus.stop())
    const made = await firstRealm(tools, config)
    await sweepFiles(tools)
    await unparkAll(tools)
    opened.defer(() => parkAll(tools))
    opened.defer(() => tools.exports.stop())
    if (config.demo) await loadDemo(tools, config.ownerPassword ?? made?.password ?? '')
    if (bot !== undefined) await ensureConfiguredBot(tools, bot)
    const mails = startMails(tools, config)
    // Each waits a moment for others’ servers: together, so that a stop takes no longer than one of them.
    opened.defer(async () => {
      await settleTogether([mails.stop(), tools.pushes.stop(), tools.botCalls.stop()])
    })
    const housekeeping = startHousekeeping(tools)
    opened.defer(() => housekeeping.stop())
    resumeThumbnails(tools).catch((error: unknown) =>
      log.warn({ err: error }, 'thumbnails are left for later'),
    )
    const { app, stop } = await buildHttp(dependencies, tools)
    opened.defer(stop)
    return { app, close: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

function startMails(tools: ServiceTools, { smtpUrl, mailFrom, dataDir }: ChatConfig) {
  const folder = join(dataDir, 'mail')
  const transport = mailTransport({ smtpUrl, from: mailFrom, folder, limitMs: MAIL_LIMIT_MS })
  return startMailDelivery({ ...tools, transport })
}

/** The HTTP side with the limits that all processes count together. */
async function buildHttp(dependencies: ChatDependencies, tools: ServiceTools) {
  const { config, log, now } = dependencies
  const { database, bus, hub } = tools
  const counted = limiters(config, now)
  const all = [counted.perUser, counted.perAddress]
  const sharing = startSharing({ database, log, hasPeers: () => bus.hasPeers }, all)
  const app = await buildApp(
    dependencies,
    { tools, limiters: counted },
    {
      maxUploadBytes: config.maxUploadMib * 1024 * 1024,
    },
  )
  app.addHook('preClose', (done) => {
    // Waiting polls are answered, so that the server can finish what is in progress.
    hub.releaseAll()
    tools.processCalls.releaseAll()
    done()
  })
  const announced = announceAddress(app, tools, config.processUrl)
  const stop = () => {
    sharing.stop()
    announced.stop()
  }
  return { app, stop }
}

async function makeTools(
  { config, log, now }: ChatDependencies,
  { database, reads, secret, line }: Opened,
  outside: Pick<ServiceTools, 'oidc' | 'bigBlueButton'>,
): Promise<ServiceTools> {
  const hub = new QueueHub(await processIdentity(config.dataDir))
  const guard = addressGuard(config.outboundAllow, 'CHAT_OUTBOUND_ALLOW')
  const { externalImages } = config
  const { external, rendering } = renderingTools({ externalImages, guard, secret, now })
  const push = pushService(config)
  const pushes = new PushRunner()
  const botCalls = new BotCaller()
  const bus = new EventBus({ database, hub, log, now, line })
  const tools: ServiceTools = {
    database,
    reads,
    hub,
    bus,
    nats: line,
    processCalls: new ProcessCalls({
      processId: hub.processId,
      database,
      bus,
      secret,
      now,
      log,
      isOpen: (queueId) => hub.get(queueId) !== undefined,
    }),
    now,
    log,
    secret,
    external,
    push,
    isPushConfigured: push.isConfigured,
    isOidcConfigured: outside.oidc !== undefined,
    isBigBlueButtonConfigured: outside.bigBlueButton !== undefined,
    uploads: await openUploads(config, now),
    ...processesOf(config),
    disk: diskWatch(config.dataDir, { minFreeBytes: config.diskMinFreeMb * BYTES_PER_MB, now }),
    systemGroups: new SystemGroupCache(),
    rendering,
    callers: new KeyOwners(),
    texts: new TextBudget(),
    places: new Batches(),
    outbox: new Batches(),
    serverGeneration: Math.floor(now() / 1000),
    maxUploadMib: config.maxUploadMib,
    ...outside,
    signIns: signIns(database, now),
    isDevSignIn: config.devSignIn,
    isMailConfigured: config.smtpUrl !== undefined,
    pushes,
    wakePushes: () => pushes.wake(tools),
    botCalls,
    wakeBotCalls: () => botCalls.wake(tools),
    outboundGuard: guard,
  }
  return tools
}

/** What has processes of its own. */
function processesOf({ ffmpeg }: ChatConfig) {
  return {
    images: new ImageProcesses(),
    films: new FilmFrames(ffmpeg),
    exports: new ExportRunner(),
  }
}

async function firstRealm(
  { database, secret, now }: ServiceTools,
  config: ChatConfig,
): Promise<MadeUp | undefined> {
  const made = await ensureFirstRealm(database, { ...config, secret, now })
  await setRealmUrl(database, config.realmHost, config.realmUrl ?? ownAddress(config))
  if (made?.apiKey === undefined && made?.password === undefined) return made
  // Printed once and never stored unencrypted: whoever starts an installation for the first time reads it here.
  const lines = [
    `First owner: ${config.ownerEmail}`,
    ...(made.password === undefined ? [] : [`password: ${made.password}`]),
    ...(made.apiKey === undefined ? [] : [`API key: ${made.apiKey}`]),
  ]
  process.stdout.write(`\n${lines.join(', ')}\n\n`)
  return made
}

/** Where a server that was only tried out is reached, so that the links in its mails lead somewhere. */
function ownAddress({ realmHost, port = 0 }: ChatConfig): string | undefined {
  return realmHost === 'localhost' && port > 0 ? `http://localhost:${port}` : undefined
}

function limiters({ rateLimit }: ChatConfig, now: Clock) {
  if (rateLimit === 0) return { perUser: null, perAddress: null }
  return {
    perUser: new RateLimiter(rateLimit, MINUTE_MS, now),
    perAddress: new RateLimiter(ADDRESS_LIMIT, MINUTE_MS, now),
  }
}
