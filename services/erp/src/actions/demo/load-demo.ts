import { randomBytes } from 'node:crypto'

import type { Tx } from '@oficina/kit/database.ts'

import { insertArticles, insertClients, insertSuppliers } from '../../store/demo/demo-parties.ts'
import {
  analyze,
  demoCompany,
  holdingDemo,
  keepRowsDone,
  rowsDone,
} from '../../store/demo/demo-progress.ts'
import type { DemoSlice } from '../../store/demo/demo-rows.ts'
import { nextId } from '../../store/records/record-store.ts'
import { ensureDemoCompany, type DemoCompany } from './demo-company.ts'
import type { DemoChoices, DemoLife } from './demo-cycle.ts'
import { demoArticleRow, demoClient, demoSupplier } from './demo-party-rows.ts'
import { DAY_STEPS } from './live-day.ts'
import { openDays, type DaysOf, type DaysOptions, type DemoDays } from './load-days.ts'

/** How many records of each kind a company gets. */
export type DemoSize = DemoChoices & DemoLife

/** `owner`: the owner's connection, since the demonstration writes to several companies. */
export interface DemoOptions extends DaysOptions {
  /** The installation's first administrator. */
  readonly adminUsuario: string
  /** The password of every demonstration user; absent: one is generated. */
  readonly password: string | undefined
  readonly onGeneratedPassword: (password: string) => void
  /** The sizes of the first and the second company. */
  readonly sizes: readonly [DemoSize, DemoSize]
}

export const DEMO_SIZES: readonly [DemoSize, DemoSize] = [
  { clientes: 100_000, proveedores: 3_000, articulos: 5_000, dias: 300, comprasPorDia: 4 },
  { clientes: 2_000, proveedores: 300, articulos: 500, dias: 150, comprasPorDia: 1 },
]

const COMPANIES: readonly [DemoCompany, DemoCompany] = [
  { order: 1, clave: 'DEMO', razonSocial: 'Demo, S.A. de C.V.', rfc: 'DEM150316AB7' },
  {
    order: 2,
    clave: 'NORTE',
    razonSocial: 'Comercializadora del Norte, S.A. de C.V.',
    rfc: 'CNO080912QX0',
  },
]

// This many of each kind come first, so that lists are useful within seconds; what documents refer to is never fewer.
const FIRST_ROWS = 300
// One day of a company is there as soon; what it refers to is among the first rows.
const FIRST_DAYS = 1
// How many records a day's purchase makes in the end, with its sales, lines, entries and the rest: of the progress alone.
const RECORDS_OF_PURCHASE = 140
// One transaction each: a stop waits for at most one of them.
const SLICE_ROWS = 5_000
const LOG_EVERY = 10_000
const PASSWORD_BYTES = 12

interface Kind {
  readonly model: string
  readonly rows: (size: DemoSize) => number
  readonly insert: (tx: Tx, slice: DemoSlice) => Promise<void>
}

/** What documents refer to, in dependency order. */
const PARTIES: readonly Kind[] = [
  {
    model: 'Articulo',
    rows: ({ articulos }) => articulos,
    insert: (tx, slice) => insertArticles(tx, slice, numbered(slice, demoArticleRow)),
  },
  {
    model: 'Proveedor',
    rows: ({ proveedores }) => proveedores,
    insert: (tx, slice) => insertSuppliers(tx, slice, numbered(slice, demoSupplier)),
  },
  {
    model: 'Cliente',
    rows: ({ clientes }) => clientes,
    insert: (tx, slice) => insertClients(tx, slice, numbered(slice, demoClient)),
  },
]

function numbered<T>({ from, to }: DemoSlice, row: (n: number) => T): readonly T[] {
  return Array.from({ length: to - from + 1 }, (_, index) => row(from + index))
}

/**
 * Loads the demonstration in the background: a few hundred records of each kind first, then the rest. Every slice is
 * one transaction that also records the progress, so a start after a kill continues where the last one stopped. Of
 * several processes that start at once, one loads. `stop` waits for the slice under way.
 */
export function startDemo(options: DemoOptions): {
  readonly done: Promise<void>
  stop(): Promise<void>
} {
  const state = { isStopped: false }
  const done = holdingDemo(options.owner, () => loadDemo(options, () => state.isStopped)).catch(
    (error: unknown) =>
      options.log.error({ err: error }, 'the demonstration data could not be loaded'),
  )
  return {
    done,
    stop: async () => {
      state.isStopped = true
      await done
    },
  }
}

interface Load extends DaysOf {
  readonly options: DemoOptions
  readonly days: DemoDays
  readonly size: DemoSize
  readonly isStopped: () => boolean
  readonly onRows: (rows: number) => void
}

async function loadDemo(options: DemoOptions, isStopped: () => boolean): Promise<void> {
  const days = await openDays(options)
  try {
    await loadCompanies(options, days, isStopped)
  } finally {
    await days.close()
  }
}

async function loadCompanies(
  options: DemoOptions,
  days: DemoDays,
  isStopped: () => boolean,
): Promise<void> {
  const { owner, tools, log } = options
  const startedMs = tools.now()
  const password = options.password ?? randomBytes(PASSWORD_BYTES).toString('base64url')
  const passwordHash = await tools.passwords.hash(password)
  const progress = { loaded: 0, before: 0, total: 0 }
  const shown = () => {
    const done = progress.before + progress.loaded
    return { step: 'loading the demonstration', done, total: progress.total }
  }
  const onRows = (rows: number): void => {
    const step = Math.trunc(progress.loaded / LOG_EVERY)
    progress.loaded += rows
    if (Math.trunc(progress.loaded / LOG_EVERY) === step) return
    const { done, total } = shown()
    log.info({ progress: shown() }, `demonstration: ${done} of ${total} records loaded`)
  }
  const isNew = (await demoCompany(owner, 1)) === null
  for (const size of options.sizes) progress.total += recordsOf(size)
  const loads: Load[] = []
  for (const [index, company] of COMPANIES.entries()) {
    const { adminUsuario } = options
    const size = options.sizes[index === 0 ? 0 : 1]
    const setup = { company, adminUsuario, passwordHash, dias: size.dias }
    const empresa = await owner.transaction((tx) =>
      ensureDemoCompany({ ...tools, database: owner }, tx, setup),
    )
    const load = { options, days, empresa, size, life: size, choices: size, isStopped, onRows }
    loads.push(load)
    progress.before += await recordsDone(load)
    await loadCompany(load, { rows: FIRST_ROWS, days: FIRST_DAYS })
    log.info(
      { elapsedMs: tools.now() - startedMs, progress: shown() },
      `demonstration: the first records of ${company.clave} are there`,
    )
  }
  if (isNew && options.password === undefined) options.onGeneratedPassword(password)
  for (const load of loads) await loadCompany(load, ALL)
  if (isStopped() || progress.loaded === 0) return
  log.info(
    { elapsedMs: tools.now() - startedMs, progress: shown() },
    'the demonstration data are loaded',
  )
}

const ALL = { rows: Number.MAX_SAFE_INTEGER, days: Number.MAX_SAFE_INTEGER }

function recordsOf(size: DemoSize): number {
  const parties = PARTIES.reduce((sum, { rows }) => sum + rows(size), 0)
  return parties + size.dias * recordsOfDay(size)
}

async function recordsDone(load: Load): Promise<number> {
  const { owner } = load.options
  const details = {
    done: ((await load.days.done(load)) * recordsOfDay(load.size)) / DAY_STEPS.length,
  }
  for (const { model } of PARTIES) details.done += await rowsDone(owner, load.empresa, model)
  return details.done
}

function recordsOfDay({ comprasPorDia }: DemoLife): number {
  return comprasPorDia * RECORDS_OF_PURCHASE
}

async function loadCompany(load: Load, upTo: typeof ALL): Promise<void> {
  for (const kind of PARTIES) await loadKind(load, kind, upTo.rows)
  await loadDays(load, upTo.days)
}

async function loadDays(load: Load, upTo: number): Promise<void> {
  const { days, options, size } = load
  const wanted = Math.min(size.dias, upTo) * DAY_STEPS.length
  const { models } = options.tools.registry
  const tables = LIVED.flatMap((name) => models.get(name)?.table ?? [])
  const part = { done: await days.done(load), known: 0 }
  while (part.done < wanted && !load.isStopped()) {
    await days.live(load, part.done)
    part.done += 1
    load.onRows(recordsOfDay(size) / DAY_STEPS.length)
    // As for the rows below.
    if (part.done < wanted && part.done < 2 * part.known) continue
    part.known = part.done
    await analyze(options.owner, tables)
  }
}

/** The models whose tables the days fill. */
const LIVED = [
  'Compra',
  'CompraPartida',
  'RecepcionCompra',
  'RecepcionCompraPartida',
  'CuentaPorPagar',
  'PagoProveedor',
  'Venta',
  'VentaPartida',
  'RemisionVenta',
  'CuentaPorCobrar',
  'CobroCliente',
  'Cfdi',
  'MovimientoBancario',
  'MovimientoInventarioPartida',
  'Existencia',
  'Poliza',
  'PolizaPartida',
]

async function loadKind(load: Load, kind: Kind, upTo: number): Promise<void> {
  const wanted = Math.min(kind.rows(load.size), upTo)
  const { owner, tools } = load.options
  const table = tools.registry.models.get(kind.model)?.table
  const step = { done: await rowsDone(owner, load.empresa, kind.model), known: 0 }
  while (step.done < wanted && !load.isStopped()) {
    const to = Math.min(step.done + SLICE_ROWS, wanted)
    await loadSlice(load, kind, { from: step.done + 1, to })
    load.onRows(to - step.done)
    step.done = to
    // Without fresh statistics, a search meanwhile would scan whole tables that the database believes to be empty.
    if (to < wanted && to < 2 * step.known) continue
    step.known = to
    if (table !== undefined) await analyze(owner, [table])
  }
}

async function loadSlice(
  { options, empresa }: Load,
  kind: Kind,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const { owner, tools } = options
  const slice = { empresa, from, to, now: new Date(tools.now()).toISOString() }
  const model = tools.registry.models.get(kind.model)
  if (model === undefined) throw new Error(`demonstration: there is no model ${kind.model}`)
  // Reserved outside the transaction, so that nobody who creates a record meanwhile has to wait.
  const firstId = await nextId(owner, { model, empresa, count: to - from + 1 })
  await owner.transaction(async (tx) => {
    await kind.insert(tx, { ...slice, firstId })
    await keepRowsDone(tx, empresa, { step: kind.model, done: to })
  })
}
