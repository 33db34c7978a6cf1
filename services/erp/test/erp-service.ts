import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'

import type { Metrics } from '@oficina/http/metrics.ts'
import type { HttpSettings } from '@oficina/http/service-process.ts'
import { openDatabase, type Database } from '@oficina/kit/database.ts'
import { createLog, type Log } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'
import { findCluster } from '@oficina/postgres/citus.ts'
import { fakeClock, type FakeClock } from '@oficina/testkit/fake-clock.ts'
import { httpClient, listen, type HttpClient } from '@oficina/testkit/http-client.ts'
import { shared } from '@oficina/testkit/shared.ts'
import { testDatabase, type TestDatabase } from '@oficina/testkit/test-postgres.ts'

import type { Actions } from '../src/actions/business/action.ts'
import { DICTIONARY_DIR, readDictionaryFiles } from '../src/dictionary-files.ts'
import { PasswordWork } from '../src/identity/password-work.ts'
import type { JoinedSettings } from '../src/joined/open-joined.ts'
import { APP_ROLE } from '../src/schema/ddl.ts'
import { buildErp } from '../src/service.ts'
import { createCompany, makeOperator } from '../src/store/company-store.ts'
import { distributedDatabase } from '../src/store/distributed-database.ts'
import { empresaId, type EmpresaId } from '../src/store/tenant-database.ts'
import { ADMIN } from './admin.ts'
import { allRows, type AllRows } from './all-rows.ts'
import { ownDataDir } from './own-data-dir.ts'
import { shippedRegistry } from './shipped-registry.ts'

/** The service, and a company in it whose administrator is logged in. */
export interface ErpTest {
  /** The address of the server, for what no client library would send. */
  readonly url: string
  readonly client: HttpClient
  readonly empresaId: EmpresaId
  readonly razonSocial: string
  readonly admin: HttpClient
  /** How the administrator signs in. */
  readonly adminLogin: { readonly usuario: string; readonly password: string }
  /** In the service that files share it goes forward alone, ten minutes at most at a time. */
  readonly clock: FakeClock
  /**
   * Statements of the test itself: those of the owner, whom row-level security does not bind, where the service is the
   * file's own; else those of the service's role in the file's company.
   */
  readonly owner: Database
  readonly database: TestDatabase
  /** Where the mails go, as `mail/*.eml`. */
  readonly dataDir: string
  /** The owner's connection, which sees all companies, as the service has it: on a cluster its statements are fitted to it. */
  readonly asOwner: Database
  /** A pool of the same database for requests, as the service would have it. */
  readonly fit: (database: Database) => Database
  readonly allRows: AllRows
  /** One connection with the role of the service, which row-level security binds, until the end. */
  asService(): Database
  /** Another company with an administrator, logged in. */
  otherCompany(): Promise<HttpClient>
  /** The same with what is known of it. */
  addCompany(): Promise<AddedCompany>
  /** Somebody of the company, or of another one whose key stands behind an `@`. */
  logIn(usuario: string, password: string): Promise<HttpClient>
  /** Another server on the same database, with caches of its own, as a second process has them. */
  secondServer(): Promise<{ readonly client: HttpClient; readonly stop: () => Promise<void> }>
  stop(): Promise<void>
}

export interface AddedCompany {
  readonly empresaId: EmpresaId
  readonly razonSocial: string
  readonly clave: string
  readonly usuarioId: string
  readonly password: string
  readonly admin: HttpClient
}

export interface ErpTestOptions {
  readonly actions?: Actions
  readonly http?: Partial<HttpSettings>
  readonly diskMinFreeMb?: number
  /** The virus scan; none unless a test brings one. */
  readonly scanCommand?: string
  readonly scanTimeoutMs?: number
  /** A PAC that runs by itself; the embedded simulator unless a test brings one. */
  readonly pac?: {
    readonly pacUrl: string
    readonly pacUser: string
    readonly pacPassword: string
    readonly satStatusUrl: string
    readonly satCertificatesUrl?: string
    readonly satCaFile?: string
  }
  /** Where it logs; nowhere unless a test reads it. */
  readonly log?: Log
  /** What it is measured by; nothing unless a test reads it. */
  readonly metrics?: Metrics
  /** The services beside it; none unless a test brings one. */
  readonly joined?: Partial<JoinedSettings>
}

const log = createLog({
  service: 'erp-test',
  level: process.env['TEST_LOG'] ?? 'silent',
  format: 'json',
})

const FIRST_COMPANY = 'Primera, S.A. de C.V.'

// A login checks three hashes, and the tests log in thousands of times.
const QUICK = { memory: 64, passes: 1 }

/** Passwords at the least cost; `packages/kit/test` holds that of real ones. */
export function quickPasswords(): PasswordWork {
  return new PasswordWork(QUICK)
}

/** Everything that decides what the template database holds. */
async function templateKey(): Promise<string> {
  const migrations = await readdir(new URL('../migrations/', import.meta.url))
  const starter = await readdir(new URL('../src/store/starter/', import.meta.url))
  const files = [
    ...migrations.map((name) => `../migrations/${name}`),
    ...starter.map((name) => `../src/store/starter/${name}`),
    '../src/schema/ddl.ts',
    '../src/schema/distribution.ts',
    '../src/store/schema/schema-additions.ts',
    '../src/store/people/sign-in-functions.ts',
    '../src/store/people/ready-profile-store.ts',
    '../data/perfiles.yaml',
  ]
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(await readFile(new URL(file, import.meta.url)))
  for (const { path, text } of readDictionaryFiles(DICTIONARY_DIR)) hash.update(`${path} ${text}`)
  return `erp_${hash.digest('hex').slice(0, 16)}`
}

// A session that nobody uses lives longer than what a few files move it by.
const MAX_ADVANCE_MS = 600_000

const sharedErp = shared(
  () => startOwnErp(),
  (erp) => erp.stop(),
)

/**
 * A company of its own in the service that the test files of this process share, with its administrator, who may also
 * change the catalogs of all companies. Others work beside it. A file that moves the clock by more than ten minutes, changes
 * the environment, restarts, or looks at what all companies share starts a service of its own.
 */
export async function startErp(): Promise<ErpTest> {
  const { value: erp, giveBack } = await sharedErp()
  const company = await erp.addCompany()
  await erp.owner.transaction((tx) => makeOperator(tx, company))
  const opened: Database[] = []
  const open = (sessionSettings: Readonly<Record<string, string>>, poolSize: number) => {
    const database = openDatabase({
      url: erp.database.url,
      poolSize,
      log,
      applicationName: 'test',
      sessionSettings,
    })
    opened.push(database)
    return database
  }
  const { admin, clave, password, empresaId: empresa, razonSocial } = company
  const inCompany = { role: APP_ROLE, search_path: 'public', 'oficina.empresa_id': empresa }
  return {
    ...erp,
    empresaId: empresa,
    razonSocial,
    admin,
    adminLogin: { usuario: `admin@${clave}`, password },
    clock: clockOfAll(erp.clock),
    owner: open(inCompany, 2),
    logIn: (usuario, own) =>
      erp.logIn(usuario.includes('@') ? usuario : `${usuario}@${clave}`, own),
    asService: () => erp.fit(open({ role: APP_ROLE, search_path: 'public' }, 1)),
    stop: async () => {
      await Promise.all(opened.map((one) => one.close()))
      giveBack()
    },
  }
}

/** Time only goes forward, and little: what hours bring would befall the other companies too. */
function clockOfAll(clock: FakeClock): FakeClock {
  const refuse = (): never => {
    throw new Error('the clock of all moves ten minutes at most: use startOwnErp and say why')
  }
  return {
    now: clock.now,
    advance: (ms) => (ms < 0 || ms > MAX_ADVANCE_MS ? refuse() : clock.advance(ms)),
    set: refuse,
  }
}

/** The service on a database of its own, with a first company. */
export async function startOwnErp(options: ErpTestOptions = {}): Promise<ErpTest> {
  const clock = fakeClock()
  const passwords = quickPasswords()
  const dataDir = await ownDataDir()
  const build = (address: TestDatabase['settings'], isPrepared = false) =>
    buildErp({
      config: {
        ...address,
        databasePoolSize: 4,
        dataDir,
        adminUsuario: ADMIN.usuario,
        adminPassword: ADMIN.password,
        empresa: FIRST_COMPANY,
        smtpUrl: undefined,
        mailFrom: 'Oficina <no-reply@localhost>',
        webhookUrlAllow: '127.0.0.1',
        publicUrl: 'https://erp.example.org',
        documentsUrl: undefined,
        documentsApiKey: undefined,
        documentsUrlAllow: '127.0.0.1',
        chatUrl: undefined,
        chatBotEmail: undefined,
        chatBotApiKey: undefined,
        chatBotChannel: 'erp',
        chatUrlAllow: '127.0.0.1',
        ...options.joined,
        pacUrl: undefined,
        pacUser: '',
        pacPassword: '',
        pacUrlAllow: '127.0.0.1',
        satStatusUrl: 'http://127.0.0.1:1',
        satCertificatesUrl: 'http://127.0.0.1:1',
        satCaFile: undefined,
        ...options.pac,
        demo: false,
        demoPassword: undefined,
        importMaxMb: 16,
        exportsAtOnce: 2,
        attachmentMaxMb: 12,
        attachmentScanCommand: options.scanCommand,
        attachmentScanTimeoutMs: options.scanTimeoutMs ?? 60_000,
        diskMinFreeMb: options.diskMinFreeMb ?? 0,
      },
      log,
      metrics: undefined,
      passwords,
      registry: shippedRegistry(),
      isPrepared,
      now: clock.now,
      ...options,
    })
  const database = await testDatabase({
    key: await templateKey(),
    build: async (url) => {
      const service = await build({ databaseUrl: url })
      await service.app.close()
      await service.close()
    },
  })
  const service = await build(database.settings, true)
  const url = await listen(service.app)
  // Actions of a test's own are declared too.
  const declared = options.actions === undefined ? 'erp' : undefined
  const client = await httpClient(url, declared)
  const owner = openDatabase({ url: database.url, poolSize: 2, log, applicationName: 'test' })
  const logIn = async (usuario: string, password: string) => {
    const answer = await client.post('/api/v1/auth/login', { usuario, password })
    if (answer.status !== 200) throw new Error(`login failed: ${answer.text}`)
    return client.with({ authorization: `Bearer ${answer.json.data.token}` })
  }
  const isCluster = (await findCluster(owner)) !== undefined
  const companies = { count: 0 }
  const fit = (pool: Database) => (isCluster ? distributedDatabase(pool, 'one company') : pool)
  const opened: Database[] = [owner]
  const addCompany = async (): Promise<AddedCompany> => {
    companies.count += 1
    // Another may begin while this one is being made.
    const number = companies.count
    const [clave, password] = [`OTRA${number}`, `otra-clave-${number}`]
    const razonSocial = `${clave}, S.A.`
    const company = {
      clave,
      razonSocial,
      rfc: `OTR010101${String(number).padStart(3, '0')}`,
      admin: {
        usuario: 'admin',
        nombre: 'Administrador',
        passwordHash: await passwords.hash(password),
      },
      now: new Date(clock.now()).toISOString(),
    }
    const made = await owner.transaction(async (tx) => {
      await tx.query(sql`set local search_path = public`)
      return await createCompany(tx, company)
    })
    const empresa = empresaId(made.empresaId)
    const { usuarioId } = made
    return {
      empresaId: empresa,
      usuarioId,
      razonSocial,
      clave,
      password,
      admin: await logIn(`admin@${clave}`, password),
    }
  }
  return {
    url,
    client,
    empresaId: empresaId(1),
    razonSocial: FIRST_COMPANY,
    admin: await logIn(ADMIN.usuario, ADMIN.password),
    adminLogin: ADMIN,
    clock,
    owner,
    allRows: allRows(owner, isCluster ? 'a cluster' : 'one server'),
    fit,
    asOwner: isCluster ? distributedDatabase(owner, 'all companies') : owner,
    database,
    dataDir,
    logIn,
    asService: () => {
      const role = openDatabase({
        url: database.url,
        poolSize: 1,
        log,
        applicationName: 'test',
        sessionSettings: { role: APP_ROLE, search_path: 'public' },
      })
      opened.push(role)
      return fit(role)
    },
    secondServer: async () => {
      const second = await build(database.settings)
      return {
        client: await httpClient(await listen(second.app), declared),
        stop: async () => {
          await second.app.close()
          await second.close()
        },
      }
    },
    otherCompany: async () => (await addCompany()).admin,
    addCompany,
    stop: async () => {
      await Promise.all(opened.map((one) => one.close()))
      await service.app.close()
      await service.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
