import type { Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import { assembleRights } from '../../identity/assemble-rights.ts'
import type { Caller } from '../../identity/caller.ts'
import { NOTHING_JOINED } from '../../joined/open-joined.ts'
import { openPac } from '../../pac/open-pac.ts'
import { CATALOG_DIR } from '../../store/catalogs/catalog-store.ts'
import { findDemoUser, keepSilent, lockCounters } from '../../store/demo/demo-days.ts'
import { keepRowsDone, rowsDone } from '../../store/demo/demo-progress.ts'
import { jointDatabase } from '../../store/demo/within-transaction.ts'
import { findGrants } from '../../store/people/rights-store.ts'
import { enterCompany, type EmpresaId } from '../../store/tenant-database.ts'
import type { AttachmentFiles } from '../attachments/attachment-tools.ts'
import type { WriteTools } from '../write-tools.ts'
import { administratorOf, FIRST_DAY } from './demo-company.ts'
import type { DemoChoices, DemoLife } from './demo-cycle.ts'
import { demoDesk, type DeskTools } from './demo-desk.ts'
import { DemoInvoices } from './demo-invoices.ts'
import { findDemoPlace, type DemoPlace } from './demo-place.ts'
import type { DemoTrade } from './demo-users.ts'
import { DAY_STEPS } from './live-day.ts'

/** The step of the progress that counts the parts of a company's days that are over. */
const PARTS_DONE = 'partes'

const DAY_MS = 24 * 60 * 60_000
// Noon in Mexico City, whatever the border does with its clocks.
const NOON_MS = 18 * 60 * 60_000
// Documents of one day are some minutes apart.
const MINUTE_MS = 60_000

export interface DaysOptions {
  readonly owner: Database
  readonly tools: Omit<WriteTools, 'database'> & { readonly attachments: AttachmentFiles }
  readonly pacFolder: string
  readonly log: Log
}

/** A company, and how its documents are spread. */
export interface DaysOf {
  readonly empresa: EmpresaId
  readonly life: DemoLife
  readonly choices: DemoChoices
}

/** Lives the days of the demonstration's companies, each part in one transaction with the mark that it is over. */
export interface DemoDays {
  /** How many parts of its days are over; all of them where another version loaded the company's documents. */
  done(days: DaysOf): Promise<number>
  live(days: DaysOf, part: number): Promise<void>
  close(): Promise<void>
}

const NO_PAC = {
  pacUrl: undefined,
  pacUser: '',
  pacPassword: '',
  pacUrlAllow: '',
  satStatusUrl: '',
  satCertificatesUrl: '',
  satCaFile: undefined,
}

/**
 * Whatever PAC the installation has, what the demonstration issues is stamped by the simulator, and nobody is written to.
 */
export async function openDays({ owner, tools, pacFolder, log }: DaysOptions): Promise<DemoDays> {
  const clock = { ms: tools.now() }
  const now = () => clock.ms
  const pac = await openPac({
    settings: NO_PAC,
    folder: pacFolder,
    catalogFolder: CATALOG_DIR,
    now,
    log,
  })
  const { simulator } = pac
  if (simulator === undefined) throw new Error('demonstration: there is no simulator of a PAC')
  const desk: DeskTools = { ...tools, pac, joined: NOTHING_JOINED, log, now }
  const invoices = new DemoInvoices(simulator)
  const places = new Map<EmpresaId, DemoPlace>()
  const people = demoPeople(owner)
  const joint = { now: jointDatabase(owner) }
  const firstDay = async (empresa: EmpresaId) => await rowsDone(owner, empresa, FIRST_DAY)
  return {
    done: async ({ empresa, life }) => {
      if ((await firstDay(empresa)) === 0) return life.dias * DAY_STEPS.length
      return await rowsDone(owner, empresa, PARTS_DONE)
    },
    live: async ({ empresa, life, choices }, part) => {
      const number = Math.trunc(part / DAY_STEPS.length)
      const step = DAY_STEPS[part % DAY_STEPS.length]
      if (step === undefined) throw new Error('demonstration: a day has no parts')
      const startMs = ((await firstDay(empresa)) + number) * DAY_MS
      const place = places.get(empresa) ?? (await findDemoPlace(owner, empresa))
      places.set(empresa, place)
      const date = new Date(startMs).toISOString().slice(0, 10)
      const attempt = { isFirst: true }
      await owner.transaction(async (tx) => {
        if (!attempt.isFirst) joint.now = jointDatabase(owner)
        attempt.isFirst = false
        joint.now.use(tx)
        const { database } = joint.now
        await enterCompany(tx, empresa)
        await lockCounters(tx, empresa)
        clock.ms = startMs + NOON_MS + (part % DAY_STEPS.length) * MINUTE_MS
        const nowMs = clock.ms
        const administrator = administratorOf(empresa, clock.ms)
        const deskOf = (caller: Caller) => demoDesk(desk, database, { tx, caller })
        const desks = {
          administrator: deskOf(administrator),
          of: async (trade: DemoTrade) => deskOf(await people.of(trade, administrator)),
        }
        const day = { number, date, nowMs, life, choices, place, invoices }
        await step(desks, { ...day, budgetYear: yearOf(tools.now()) })
        await keepSilent(tx, empresa, new Date(nowMs).toISOString())
        await keepRowsDone(tx, empresa, { step: PARTS_DONE, done: part + 1 })
      })
    },
    close: () => pac.close(),
  }
}

/**
 * Who works in the companies, with the rights of their profiles on the day on which they work; the administrator where
 * nobody has the trade.
 */
function demoPeople(owner: Database) {
  // Of one day alone, which ten parts ask for; a company has nine of them.
  const known = { day: '', callers: new Map<string, Caller>() }
  return {
    of: async (trade: DemoTrade, administrator: Caller): Promise<Caller> => {
      const { empresa, rights } = administrator
      const { hoy } = rights.placeholders
      if (hoy !== known.day) known.callers.clear()
      known.day = hoy
      const key = `${empresa} ${trade}`
      const caller = known.callers.get(key) ?? (await callerOf(owner, trade, administrator))
      known.callers.set(key, caller)
      return caller
    },
  }
}

async function callerOf(owner: Database, trade: DemoTrade, administrator: Caller): Promise<Caller> {
  const { empresa } = administrator
  const usuarioId = await findDemoUser(owner, empresa, trade)
  if (usuarioId === null) return administrator
  const today = administrator.rights.placeholders.hoy
  const choice = { kind: 'user', usuarioId } as const
  const rights = assembleRights(await findGrants(owner, empresa, { choice, today }), {
    isOperator: false,
    placeholders: { usuario: usuarioId, hoy: today },
  })
  return { ...administrator, usuarioId, rights }
}

function yearOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 4)
}
