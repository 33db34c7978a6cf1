import { randomBytes } from 'node:crypto'

import type { Database, Tx } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import {
  countLines,
  insertMovements,
  insertPurchases,
  insertSales,
  type DemoChoices,
} from '../../store/demo/demo-documents.ts'
import { insertArticles, insertClients, insertSuppliers } from '../../store/demo/demo-parties.ts'
import {
  analyze,
  demoCompany,
  holdingDemo,
  keepRowsDone,
  rowsDone,
} from '../../store/demo/demo-progress.ts'
import type { DemoSlice } from '../../store/demo/demo-rows.ts'
import { nextId } from '../../store/record-store.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'
import type { WriteTools } from '../write-tools.ts'
import { ensureDemoCompany, type DemoCompany } from './demo-company.ts'
import { demoArticleRow, demoClient, demoSupplier } from './demo-party-rows.ts'

/** How many records of each kind a company gets. */
export interface DemoSize extends DemoChoices {
  readonly compras: number
  readonly ventas: number
  readonly movimientos: number
}

export interface DemoOptions {
  /** The owner's connection: the demonstration writes to several companies. */
  readonly owner: Database
  readonly tools: Omit<WriteTools, 'database'>
  readonly log: Log
  /** The installation's first administrator. */
  readonly adminUsuario: string
  /** The password of every demonstration user; absent: one is generated. */
  readonly password: string | undefined
  readonly onGeneratedPassword: (password: string) => void
  /** The sizes of the first and the second company. */
  readonly sizes: readonly [DemoSize, DemoSize]
}

export const DEMO_SIZES: readonly [DemoSize, DemoSize] = [
  {
    clientes: 100_000,
    proveedores: 3_000,
    articulos: 5_000,
    compras: 100_000,
    ventas: 100_000,
    movimientos: 100_000,
  },
  {
    clientes: 2_000,
    proveedores: 300,
    articulos: 500,
    compras: 2_000,
    ventas: 2_000,
    movimientos: 2_000,
  },
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
// One transaction each: a stop waits for at most one of them.
const SLICE_ROWS = 5_000
const LOG_EVERY = 25_000
const PASSWORD_BYTES = 12

interface Kind {
  readonly model: string
  /** The model of its lines, whose ids are reserved with it. */
  readonly lines?: string
  readonly rows: (size: DemoSize) => number
  readonly insert: (tx: Tx, slice: DocumentSlice, choices: DemoChoices) => Promise<void>
}

interface DocumentSlice extends DemoSlice {
  readonly firstLineId: string
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

/** They do not refer to each other, so they are loaded in parallel. */
const DOCUMENTS: readonly Kind[] = [
  {
    model: 'Compra',
    lines: 'CompraPartida',
    rows: ({ compras }) => compras,
    insert: insertPurchases,
  },
  { model: 'Venta', lines: 'VentaPartida', rows: ({ ventas }) => ventas, insert: insertSales },
  {
    model: 'MovimientoBancario',
    rows: ({ movimientos }) => movimientos,
    insert: insertMovements,
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

interface Load {
  readonly options: DemoOptions
  readonly empresa: EmpresaId
  readonly size: DemoSize
  readonly isStopped: () => boolean
  readonly onRows: (rows: number) => void
}

async function loadDemo(options: DemoOptions, isStopped: () => boolean): Promise<void> {
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
  const loads: Load[] = []
  for (const [index, company] of COMPANIES.entries()) {
    const { adminUsuario } = options
    const empresa = await owner.transaction((tx) =>
      ensureDemoCompany({ ...tools, database: owner }, tx, { company, adminUsuario, passwordHash }),
    )
    const size = options.sizes[index === 0 ? 0 : 1]
    loads.push({ options, empresa, size, isStopped, onRows })
    for (const kind of [...PARTIES, ...DOCUMENTS]) {
      progress.total += kind.rows(size)
      progress.before += await rowsDone(owner, empresa, kind.model)
    }
  }
  if (isNew && options.password === undefined) options.onGeneratedPassword(password)
  for (const load of loads) await loadCompany(load, FIRST_ROWS)
  log.info(
    { elapsedMs: tools.now() - startedMs, progress: shown() },
    'demonstration: the first records of each kind are there',
  )
  for (const load of loads) await loadCompany(load, Number.MAX_SAFE_INTEGER)
  if (isStopped() || progress.loaded === 0) return
  log.info(
    { elapsedMs: tools.now() - startedMs, progress: shown() },
    'the demonstration data are loaded',
  )
}

function tablesOf(
  { model, lines }: Kind,
  { models }: DemoOptions['tools']['registry'],
): readonly string[] {
  const names = lines === undefined ? [model] : [model, lines]
  return names.flatMap((name) => models.get(name)?.table ?? [])
}

async function loadCompany(load: Load, upTo: number): Promise<void> {
  for (const kind of PARTIES) await loadKind(load, kind, upTo)
  // All of them finish before a failure is reported, so that nothing goes on loading afterwards.
  const ends = await Promise.allSettled(DOCUMENTS.map((kind) => loadKind(load, kind, upTo)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function loadKind(load: Load, kind: Kind, upTo: number): Promise<void> {
  const wanted = Math.min(kind.rows(load.size), upTo)
  const { owner, tools } = load.options
  const step = { done: await rowsDone(owner, load.empresa, kind.model), known: 0 }
  while (step.done < wanted && !load.isStopped()) {
    const to = Math.min(step.done + SLICE_ROWS, wanted)
    await loadSlice(load, kind, { from: step.done + 1, to })
    load.onRows(to - step.done)
    step.done = to
    // Without fresh statistics, a search meanwhile would scan whole tables that the database believes to be empty.
    if (to < wanted && to < 2 * step.known) continue
    step.known = to
    await analyze(owner, tablesOf(kind, tools.registry))
  }
}

async function loadSlice(
  { options, empresa, size }: Load,
  kind: Kind,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const { owner, tools } = options
  const slice = { empresa, from, to, now: new Date(tools.now()).toISOString() }
  // Reserved outside the transaction, so that nobody who creates a record meanwhile has to wait.
  const firstId = await reserve(options, empresa, { name: kind.model, count: to - from + 1 })
  const lines = kind.lines === undefined ? 0 : await countLines(owner, { ...slice, firstId })
  const firstLineId =
    kind.lines === undefined
      ? '0'
      : await reserve(options, empresa, { name: kind.lines, count: lines })
  await owner.transaction(async (tx) => {
    await kind.insert(tx, { ...slice, firstId, firstLineId }, available(size, to))
    await keepRowsDone(tx, empresa, { step: kind.model, done: to })
  })
}

/** What the documents may refer to: in the first round only what exists already. */
function available(size: DemoSize, to: number): DemoChoices {
  const within = (count: number) => (to <= FIRST_ROWS ? Math.min(count, FIRST_ROWS) : count)
  return {
    clientes: within(size.clientes),
    proveedores: within(size.proveedores),
    articulos: within(size.articulos),
  }
}

async function reserve(
  { owner, tools }: DemoOptions,
  empresa: EmpresaId,
  { name, count }: { readonly name: string; readonly count: number },
): Promise<string> {
  const model = tools.registry.models.get(name)
  if (model === undefined) throw new Error(`demonstration: there is no model ${name}`)
  return await nextId(owner, { model, empresa, count })
}
