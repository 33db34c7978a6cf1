import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { COMPLEMENT_LATER } from '../../../messages/collections.ts'
import { findModelId } from '../../../store/numbers/model-number-store.ts'
import { changeRows, rowsBelow } from '../../../store/records/model-rows.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText } from '../cents.ts'
import { followIntents } from '../cfdi/follow-intents.ts'
import { loadIssuer, type Issuer } from '../cfdi/issuer.ts'
import type { Changes } from '../changes.ts'
import { planEntry } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import type { Outside } from '../outside.ts'
import { moveMoney } from '../tesoreria/effects/move-money.ts'
import { COLLECTION_KIND } from './complemento-pago.ts'
import { collectionSource } from './decisions/collection-entry.ts'
import {
  bankOf,
  bookedApplication,
  COLLECTED,
  decideCollection,
  type ApplicationRow,
  type Bank,
  type Collection,
  type CollectionRow,
} from './decisions/collection.ts'
import { OpenReceivable } from './decisions/receivable-state.ts'
import { sealComplements, writeComplements } from './effects/complements.ts'
import { settleReceivables } from './effects/settle-receivables.ts'
import { loadSettlement, type Settlement } from './load-settlement.ts'
import { findComplemented } from './store/complement-store.ts'
import { lockReceivables } from './store/open-receivable-store.ts'

const MODEL = 'CobroCliente'
const LINES = 'CobroClienteAplicacion'
const ADVANCE = 'AnticipoVenta'

type Collecting = DocumentWork<typeof MODEL, (typeof COLLECTED)[number]>

/**
 * Collects money: receivables go down, the bank goes up, taxes fall due, and what no receivable takes is an advance.
 * @source docs/decisions/0252-erp-cash.md
 */
export const cobrar: RecordAction = {
  // Only for records that the caller could not reach a moment before: nothing is told to the SAT of those now.
  ...collecting({ value: null, problems: [] }),
  ask: async (outside, ids) => collecting(await issuerFor(outside, ids)).run,
  follow: async (outside, ids) => toldLater(await followIntents(outside, COLLECTION_KIND, ids)),
}

function collecting(issuer: FoundIssuer): RecordAction {
  return documentAction('CobroCliente', {
    name: 'cobrar',
    label: 'Cobrar',
    fields: COLLECTED,
    run: (work) => collect(work, issuer),
  })
}

/** Who tells the SAT of collections; null where there is nothing to tell, or the company cannot. */
interface FoundIssuer {
  readonly value: Issuer | null
  readonly problems: readonly ErrorEntry[]
}

async function issuerFor(outside: Outside, ids: readonly string[]): Promise<FoundIssuer> {
  const { database, caller } = outside
  const complemented = await writeAs(database, caller.empresa, (tx) =>
    findComplemented(tx, caller.empresa, ids),
  )
  if (complemented.size === 0) return { value: null, problems: [] }
  try {
    return { value: await loadIssuer(outside), problems: [] }
  } catch (error) {
    if (error instanceof ApiError) return { value: null, problems: error.errors }
    throw error
  }
}

/** Money that came in is booked whatever the SAT or the PAC says of it. */
function toldLater({ refused, warnings }: ActionOutcome): ActionOutcome {
  return { refused: new Map(), warnings: new Map([...warnings, ...refused]) }
}

/** A collection with the entry that books it. */
interface Booked extends Collection {
  readonly entry: EntryPosting
}

async function collect(work: Collecting, issuer: FoundIssuer): Promise<void> {
  const { context, batch, changes, move } = work
  if (batch.remaining.length === 0) return
  const facts = await loadFacts(context, batch.remaining)
  const booked = batch.remaining.flatMap((row): readonly Booked[] => {
    const collected = book(row, facts)
    if ('entry' in collected) return [collected]
    batch.refuse(row.id, ...collected)
    return []
  })
  if (booked.length === 0) return
  await changeRows(context, LINES, {
    rows: booked.flatMap(({ row, applications }) =>
      applications.map((application) => ({
        id: application.line.id,
        fields: bookedApplication(row, application),
      })),
    ),
    now: context.moment.now,
  })
  const applications = booked.flatMap((booked) => booked.applications)
  await settleReceivables(
    context,
    changes,
    applications.map(({ receivable }) => receivable),
  )
  for (const collected of booked) {
    const { row, bank, rest } = collected
    const anticipo = amountText(rest)
    move(row, {
      fields: {
        por_aplicar: anticipo,
        cuenta_bancaria: bank?.id ?? null,
        poliza: changes.entryOf(row.id),
        movimiento: bank === null ? null : deposit(changes, row, { bank, modelo: facts.modelo }),
      },
      told: { importe: row.importe, anticipo },
    })
    if (rest > 0n) leave(changes, row, anticipo)
  }
  changes.post({ entries: booked.map(({ entry }) => entry) })
  await tellTheSat(work, issuer, booked)
}

/** Everything that the checks need, read once for the whole batch. */
interface Facts extends Settlement {
  readonly lines: ReadonlyMap<string, readonly ApplicationRow[]>
  readonly receivables: ReadonlyMap<string, OpenReceivable>
  /** The ModeloSistema of collections. */
  readonly modelo: string
}

async function loadFacts(context: ActionContext, rows: readonly CollectionRow[]): Promise<Facts> {
  const { tx, caller } = context
  const [lines, modelo] = await Promise.all([
    rowsBelow(context, LINES, {
      parent: 'cobro',
      ids: rows.map(({ id }) => id),
      fields: ['partida', 'cuenta', 'importe', 'descuento', 'equivalencia'],
    }),
    findModelId(tx, MODEL),
  ])
  const cuentas = [...new Set([...lines.values()].flat().map(({ cuenta }) => cuenta))]
  const locked = await lockReceivables(tx, caller.empresa, cuentas)
  const settlement = await loadSettlement(context, {
    model: MODEL,
    event: 'cobrar',
    module: 'tesoreria',
    days: rows.map(({ fecha }) => fecha),
    currencies: [...rows, ...locked.values()].map(({ moneda }) => moneda),
    accounts: rows.flatMap((row) => [
      row['cliente.grupo_cliente.cuenta_contable'],
      bankOf(row)?.cuenta_contable ?? null,
    ]),
  })
  return {
    ...settlement,
    lines,
    receivables: new Map([...locked].map(([id, row]) => [id, new OpenReceivable(row)])),
    modelo,
  }
}

/** What a collection comes to, after those before it, and its entry; or why it cannot be booked. */
function book(row: CollectionRow, facts: Facts): Booked | readonly ErrorEntry[] {
  const { periods, rules, lines, receivables, entryRules, accounts } = facts
  const closed = periods.problemOf(row.fecha)
  if (closed !== null) return [closed]
  const details = { lines: lines.get(row.id) ?? [], receivables }
  const decided = decideCollection(row, details, rules)
  if (!decided.ok) return decided.error
  const source = collectionSource(decided.value, rules.currency)
  const entry = planEntry(source, { rules: entryRules, accounts })
  if (!entry.ok) return [entry.error]
  for (const { receivable, share } of decided.value.applications) receivable.take(share)
  return { ...decided.value, entry: { ...entry.value, periodo: periods.idOf(row.fecha) } }
}

function deposit(
  changes: Changes,
  row: CollectionRow,
  { bank, modelo }: { readonly bank: Bank; readonly modelo: string },
) {
  return moveMoney(changes, {
    fecha: row.fecha,
    cuenta_bancaria: bank.id,
    tipo: 'deposito',
    naturaleza: 'abono',
    forma_pago: row.forma_pago,
    importe: row.importe,
    moneda: row.moneda,
    tipo_cambio: row.tipo_cambio,
    referencia: row.referencia ?? row.folio,
    beneficiario: row['cliente.razon_social'],
    cliente: row.cliente,
    poliza: changes.entryOf(row.id),
    modelo,
    registro: row.id,
  })
}

/** What no receivable takes is an advance of the customer. */
function leave(changes: Changes, row: CollectionRow, importe: string): void {
  const folio = changes.folio('anticipo_venta', 'AV-')
  const id = changes.insert(ADVANCE, {
    folio,
    fecha: row.fecha,
    cliente: row.cliente,
    moneda: row.moneda,
    tipo_cambio: row.tipo_cambio,
    forma_pago: row.forma_pago,
    importe,
    saldo: importe,
    cobro: row.id,
    estado: 'pendiente',
  })
  changes.record({ model: ADVANCE, id, before: null, after: { folio }, event: null })
}

/** Seals the complements of what was collected; what cannot be told to the SAT now is a warning. */
async function tellTheSat(
  { context, batch, changes }: Collecting,
  issuer: FoundIssuer,
  booked: readonly Booked[],
): Promise<void> {
  const ids = booked.map(({ row }) => row.id)
  if (issuer.value !== null) {
    const complements = await sealComplements(context, issuer.value, ids)
    await writeComplements(context, changes, complements)
    for (const [id, problems] of complements.problems) batch.warn(id, problems.map(later))
  } else if (issuer.problems.length > 0) {
    const { tx, caller } = context
    for (const id of await findComplemented(tx, caller.empresa, ids))
      batch.warn(id, issuer.problems.map(later))
  }
}

function later(problem: ErrorEntry): ErrorEntry {
  return { ...problem, message: COMPLEMENT_LATER({ why: problem.message }) }
}
