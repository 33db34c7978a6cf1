import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findAccounts, findCompanyCurrency, findEntryRules } from '../../../store/journal-store.ts'
import { jsonInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome } from '../batch-outcome.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry, type EntryBooks } from '../contabilidad/decisions/plan-entry.ts'
import { takeNumbering, type Numbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type EntryPosting,
} from '../contabilidad/effects/write-entries.ts'
import { DayRates } from '../exchange-rates.ts'
import { freeFolios } from '../free-folios.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import {
  conceptByRule,
  movementSource,
  planMovement,
  type MovementFacts,
  type PlannedMovement,
} from './decisions/plan-movements.ts'
import { figuresOf } from './decisions/reconciliation-figures.ts'
import { ITEM_COUNTER, refreshFigures, writeMatches } from './effects/write-matches.ts'
import { demandFound, namedIds, openReconciliations, recordDeed } from './open-reconciliations.ts'
import { insertBankMovements } from './store/bank-movement-store.ts'
import { lockBankAccounts, type BankAccountRow } from './store/bank-store.ts'
import { findConcepts } from './store/concept-store.ts'
import {
  findReconciliationRules,
  lockFreeLines,
  type FreeRow,
  type ReconciliationRow,
  type ReconciliationRuleRow,
} from './store/reconciliation-store.ts'

/**
 * Books what only the bank knew, a commission or interest, and matches it with its line.
 * @source docs/decisions/0256-erp-bank-reconciliation.md
 */
export const registrarMovimiento: RecordAction = {
  model: 'ConciliacionBancaria',
  name: 'registrar_movimiento',
  label: 'Registrar movimiento',
  mode: 'url_action',
  inputs: [
    jsonInput(
      {
        name: 'renglones',
        label: 'Renglones',
        help: 'Los ids de los renglones del banco. Sin ellos, todos los que una regla reconoce.',
        required: false,
      },
      {
        items: {
          references: 'EstadoCuentaBancarioRenglon',
          filter: {
            conciliado: { value: 'false' },
            estado_cuenta__cuenta_bancaria: { field: 'cuenta_bancaria' },
          },
        },
      },
    ),
    referenceInput('ConceptoTesoreria', { name: 'concepto', label: 'Concepto', required: false }),
  ],
  emits: [],
  run: register,
}

// Of one call: each has an entry of its own.
const MAX_MOVEMENTS = 500

async function register(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  await refuseMissingInputs(context, registrarMovimiento)
  const batch = new BatchOutcome()
  const [row] = await openReconciliations(context, ids, batch)
  if (row === undefined) return batch.outcome()
  const { tx, caller } = context
  const rules = await findReconciliationRules(tx, caller.empresa, row.cuenta_bancaria)
  const lines = await linesOf(context, row, rules)
  const { facts, periods } = await loadFacts(context, { row, rules, lines })
  const problems: ErrorEntry[] = []
  const planned = lines.flatMap((line, index) => {
    const plan = planMovement(facts, { line, field: `renglones[${index}]` })
    const closed = periods.problemOf(line.fecha)
    if (plan.ok && closed === null) return [plan.value]
    problems.push(plan.ok ? (closed ?? NOTHING) : plan.error)
    return []
  })
  if (problems.length === 0 && planned.length === 0) problems.push(NOTHING)
  if (problems.length > 0) throw new ApiError(problems)
  await write(context, { row, planned, account: facts.account, periods })
  return batch.outcome()
}

const NOTHING: ErrorEntry = {
  code: 'VALIDATION',
  field: 'renglones',
  message:
    'No ReglaConciliacion that makes movements knows a line; name the lines and their concepto.',
}

async function linesOf(
  context: ActionContext,
  { cuenta_bancaria: cuenta, fecha: hasta }: ReconciliationRow,
  rules: readonly ReconciliationRuleRow[],
): Promise<readonly FreeRow[]> {
  const { tx, caller } = context
  const ids = namedIds(context, 'renglones')
  if (ids.length > 0) {
    const lines = await lockFreeLines(tx, caller.empresa, { cuenta, hasta, ids, limit: ids.length })
    demandFound('renglones', ids, { found: lines })
    const places = new Map(lines.map((line) => [line.id, line]))
    return ids.flatMap((id) => places.get(id) ?? [])
  }
  const of = { cuenta, hasta, ids: null, limit: MAX_OPEN_LINES }
  const lines = await lockFreeLines(tx, caller.empresa, of)
  return lines.filter((line) => conceptByRule(rules, line) !== null).slice(0, MAX_MOVEMENTS)
}

const MAX_OPEN_LINES = 20_000

async function loadFacts(
  { tx, caller, inputs }: ActionContext,
  of: {
    readonly row: ReconciliationRow
    readonly rules: readonly ReconciliationRuleRow[]
    readonly lines: readonly FreeRow[]
  },
): Promise<{ readonly facts: MovementFacts; readonly periods: Periods }> {
  const { empresa } = caller
  const { row, rules, lines } = of
  const account = (await lockBankAccounts(tx, empresa, [row.cuenta_bancaria])).get(
    row.cuenta_bancaria,
  )
  if (account === undefined) throw new Error('the account of the reconciliation was not read')
  const given = inputs.get('concepto') ?? null
  const named = given === null ? null : String(given)
  const ids = [named, ...rules.map(({ concepto }) => concepto)].flatMap((id) => id ?? [])
  const days = [...new Set(lines.map(({ fecha }) => fecha))]
  const { moneda } = account
  const [concepts, currency, rates, periods] = await Promise.all([
    findConcepts(tx, empresa, ids),
    findCompanyCurrency(tx, empresa),
    findDayRates(
      tx,
      empresa,
      days.map((fecha) => ({ moneda, fecha })),
    ),
    loadPeriods(tx, empresa, { days, module: 'tesoreria' }),
  ])
  const dayRates = new DayRates(rates)
  const rateOf = (fecha: string) =>
    moneda === currency ? '1' : dayRates.of({ moneda, fecha })?.tipo_cambio
  return { facts: { account, concepts, rules, named, rateOf }, periods }
}

interface Planned {
  readonly row: ReconciliationRow
  readonly planned: readonly PlannedMovement[]
  readonly account: BankAccountRow
  readonly periods: Periods
}

const MOVEMENT_COUNTER = 'movimiento_bancario'
const FOLIO_COUNTER = `folio:${MOVEMENT_COUNTER}`

async function write(context: ActionContext, of: Planned): Promise<void> {
  const { tx, caller } = context
  const { row, planned } = of
  const books = await loadBooks(context, of)
  const count = planned.length
  const drafts = planned.map((one) => posting(of, books, one, { record: '0', folio: '' }))
  const needed = numbersNeeded({ entries: drafts, reversals: [] })
  const numbering = await takeNumbering(tx, caller.empresa, {
    counters: new Map([
      ...needed.counters,
      [MOVEMENT_COUNTER, count],
      [FOLIO_COUNTER, count],
      [ITEM_COUNTER, count],
      [AUDIT_COUNTER, 1],
    ]),
    series: needed.series,
  })
  const made = await writeMovements(context, of, { books, numbering })
  const matches = planned.map(({ line }, index) => ({
    renglones: [line],
    movimientos: [{ id: String(made[index]?.id), importe: line.importe }],
    comentario: registrarMovimiento.name,
  }))
  const action = registrarMovimiento.name
  await writeMatches(context, row, { matches, numbers: numbering.numbers, action })
  const { diferencia } = figuresOf(await refreshFigures(context, row))
  const after = { movimientos: made.map(({ folio }) => folio), diferencia }
  await recordDeed(context, { action, row, after, event: null, numbers: numbering.numbers })
}

async function loadBooks(
  { tx, caller }: ActionContext,
  { planned, account }: Planned,
): Promise<EntryBooks> {
  const rules = await findEntryRules(tx, caller.empresa, {
    model: 'MovimientoBancario',
    event: registrarMovimiento.name,
  })
  const sources = planned.map((one) => movementSource(one, account, { record: '0', folio: '' }))
  const accounts = await findAccounts(tx, caller.empresa, accountsNeeded(sources, rules))
  return { rules, accounts }
}

function posting(
  { account, periods }: Planned,
  books: EntryBooks,
  one: PlannedMovement,
  of: { readonly record: string; readonly folio: string },
): EntryPosting {
  const entry = planEntry(movementSource(one, account, of), books)
  if (!entry.ok) throw new ApiError([entry.error])
  return { ...entry.value, periodo: periods.idOf(one.line.fecha) }
}

async function writeMovements(
  context: ActionContext,
  of: Planned,
  { books, numbering }: { readonly books: EntryBooks; readonly numbering: Numbering },
): Promise<readonly { readonly id: number; readonly folio: string }[]> {
  const { tx, caller, moment } = context
  const { numbers } = numbering
  const folios = await freeFolios(context, {
    table: MOVEMENT_COUNTER,
    prefix: 'MB-',
    numbers: of.planned.map(() => numbers(FOLIO_COUNTER)),
  })
  const made = of.planned.map((one, index) => {
    const [id, folio] = [numbers(MOVEMENT_COUNTER), folios[index] ?? '']
    return { one, id, folio, entry: posting(of, books, one, { record: String(id), folio }) }
  })
  const entries = await writeEntries(
    context,
    { entries: made.map(({ entry }) => entry), reversals: [] },
    numbering,
  )
  const { account, row } = of
  await insertBankMovements(tx, caller.empresa, {
    movements: made.map(({ one, id, folio }, index) => ({
      id,
      folio,
      fecha: one.line.fecha,
      cuenta_bancaria: account.id,
      tipo: one.naturaleza === 'cargo' ? 'comision' : 'interes',
      naturaleza: one.naturaleza,
      forma_pago: null,
      concepto: one.concept.id,
      importe: one.importe,
      moneda: account.moneda,
      tipo_cambio: one.tipoCambio,
      referencia: one.line.referencia,
      clave_rastreo: one.line.clave_rastreo,
      beneficiario: one.line.descripcion,
      cliente: null,
      proveedor: null,
      poliza: entries[index]?.id ?? null,
      modelo: registrarMovimiento.model,
      registro: row.id,
    })),
    now: moment.now,
  })
  return made.map(({ id, folio }) => ({ id, folio }))
}
