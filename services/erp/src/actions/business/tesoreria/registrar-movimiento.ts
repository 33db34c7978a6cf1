import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { NO_LINE_RECOGNIZED } from '../../../messages/bank-movements.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findAccounts, findCompanyCurrency, findEntryRules } from '../../../store/journal-store.ts'
import { findModelId } from '../../../store/numbers/model-number-store.ts'
import { readRows } from '../../../store/records/model-rows.ts'
import { jsonInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import type { Changes, MadeFields } from '../changes.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry, type EntryBooks } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { DayRates } from '../exchange-rates.ts'
import { Later } from '../later.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import {
  ACCOUNT_FIELDS,
  CONCEPT_FIELDS,
  conceptByRule,
  movementSource,
  planMovement,
  type MovementFacts,
  type PlannedMovement,
} from './decisions/plan-movements.ts'
import { matchAction, settleMatches, type Reconciliation } from './effects/write-matches.ts'
import { demandFound, namedIds, NAMED_LINES } from './named-ids.ts'
import { readPosition } from './store/position-store.ts'
import {
  findReconciliationRules,
  lockFreeLines,
  type FreeLine,
  type ReconciliationRuleRow,
} from './store/reconciliation-store.ts'

const NAME = 'registrar_movimiento'
const INPUTS = [
  jsonInput(
    {
      name: 'renglones',
      label: 'Renglones',
      help: 'Los ids de los renglones del banco. Sin ellos, todos los que una regla reconoce.',
      required: false,
    },
    NAMED_LINES,
  ),
  referenceInput('ConceptoTesoreria', { name: 'concepto', label: 'Concepto', required: false }),
]

/**
 * Books what only the bank knew, a commission or interest, and matches it with its line.
 * @source docs/decisions/0256-erp-bank-reconciliation.md
 */
export const registrarMovimiento = matchAction({
  name: NAME,
  label: 'Registrar movimiento',
  mode: 'url_action',
  inputs: INPUTS,
  first: ({ context }) => refuseMissingInputs(context, { inputs: INPUTS }),
  run: async (work, row) => {
    const { context, changes } = work
    const { tx, caller } = context
    const { cuenta_bancaria: cuenta, fecha: hasta } = row
    const plan = await planAll(context, row)
    const books = await loadBooks(context, plan)
    const position = await readPosition(tx, caller.empresa, { cuenta, hasta })
    const document = { modelo: await findModelId(tx, 'ConciliacionBancaria'), registro: row.id }
    const made = await make(changes, plan, document)
    changes.post({ entries: made.map((madeMovement) => posting(plan, books, madeMovement)) })
    const matches = made.map(({ planned: { line }, id }) => ({
      renglones: [line],
      movimientos: [{ id, importe: line.importe }],
      comentario: NAME,
    }))
    const booked = sumOf(plan.planned.map(({ line }) => cents(line.importe)))
    const saldo = amountText(cents(position.saldo_libros) + booked)
    await settleMatches(work, row, {
      matches,
      position: { ...position, saldo_libros: saldo },
      noted: { movimientos: made.map(({ folio }) => folio.id) },
    })
  },
})

interface Plan {
  readonly planned: readonly PlannedMovement[]
  readonly account: MovementFacts['account']
  readonly periods: Periods
}

/** @throws ApiError for lines that cannot become movements, or if there is none that can */
async function planAll(context: ActionContext, row: Reconciliation): Promise<Plan> {
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
  return { planned, account: facts.account, periods }
}

const NOTHING: ErrorEntry = {
  code: 'VALIDATION',
  field: 'renglones',
  message: NO_LINE_RECOGNIZED(),
}

// Of one call: each has an entry of its own.
const MAX_MOVEMENTS = 500
const MAX_OPEN_LINES = 20_000

async function linesOf(
  context: ActionContext,
  { cuenta_bancaria: cuenta, fecha: hasta }: Reconciliation,
  rules: readonly ReconciliationRuleRow[],
): Promise<readonly FreeLine[]> {
  const { tx, caller } = context
  const ids = namedIds(context, 'renglones')
  if (ids.length > 0) {
    const lines = await lockFreeLines(tx, caller.empresa, { cuenta, hasta, ids, limit: ids.length })
    demandFound('renglones', ids, { found: lines })
    const places = new Map(lines.map((line) => [line.id, line]))
    return ids.flatMap((id) => places.get(id) ?? [])
  }
  const details = { cuenta, hasta, ids: null, limit: MAX_OPEN_LINES }
  const lines = await lockFreeLines(tx, caller.empresa, details)
  return lines.filter((line) => conceptByRule(rules, line) !== null).slice(0, MAX_MOVEMENTS)
}

async function loadFacts(
  context: ActionContext,
  details: {
    readonly row: Reconciliation
    readonly rules: readonly ReconciliationRuleRow[]
    readonly lines: readonly FreeLine[]
  },
): Promise<{ readonly facts: MovementFacts; readonly periods: Periods }> {
  const { tx, caller, inputs } = context
  const { empresa } = caller
  const { row, rules, lines } = details
  const cuenta = row.cuenta_bancaria
  const accounts = { ids: [cuenta], fields: ACCOUNT_FIELDS }
  const account = (await readRows(context, 'CuentaBancaria', accounts)).get(cuenta)
  if (account === undefined) throw new Error('the account of the reconciliation was not read')
  const given = inputs.get('concepto') ?? null
  const named = given === null ? null : String(given)
  const ids = [named, ...rules.map(({ concepto }) => concepto)].flatMap((id) => id ?? [])
  const days = [...new Set(lines.map(({ fecha }) => fecha))]
  const { moneda } = account
  const asked = days.map((fecha) => ({ moneda, fecha }))
  const [concepts, currency, rates, periods] = await Promise.all([
    readRows(context, 'ConceptoTesoreria', { ids, fields: CONCEPT_FIELDS }),
    findCompanyCurrency(tx, empresa),
    findDayRates(tx, empresa, asked),
    loadPeriods(tx, empresa, { days, module: 'tesoreria' }),
  ])
  const dayRates = new DayRates(rates)
  const rateOf = (fecha: string) =>
    moneda === currency ? '1' : dayRates.of({ moneda, fecha })?.tipo_cambio
  return { facts: { account, concepts, rules, named, rateOf }, periods }
}

async function loadBooks(
  { tx, caller }: ActionContext,
  { planned, account }: Plan,
): Promise<EntryBooks> {
  const occasion = { model: 'MovimientoBancario', event: NAME }
  const rules = await findEntryRules(tx, caller.empresa, occasion)
  const sources = planned.map((plannedMovement) =>
    movementSource(plannedMovement, account, { record: '0', folio: '' }),
  )
  const accounts = await findAccounts(tx, caller.empresa, accountsNeeded(sources, rules))
  return { rules, accounts }
}

interface MadeMovement {
  readonly planned: PlannedMovement
  readonly id: Later
  readonly folio: Later
}

// The length of MovimientoBancario.beneficiario.
const MAX_NAME = 200

/** Makes the movements, matched; entries name them, so that they are numbered at once. */
async function make(
  changes: Changes,
  { planned, account }: Plan,
  document: { readonly modelo: string; readonly registro: string },
): Promise<readonly MadeMovement[]> {
  const made = planned.map((plannedMovement) => {
    const { line, naturaleza } = plannedMovement
    const folio = changes.folio('movimiento_bancario', 'MB-')
    const id = new Later()
    const fields: MadeFields<'MovimientoBancario'> = {
      folio,
      fecha: line.fecha,
      cuenta_bancaria: account.id,
      tipo: naturaleza === 'cargo' ? 'comision' : 'interes',
      naturaleza,
      concepto: plannedMovement.concept.id,
      importe: plannedMovement.importe,
      moneda: account.moneda,
      tipo_cambio: plannedMovement.tipoCambio,
      referencia: line.referencia,
      clave_rastreo: line.clave_rastreo,
      beneficiario: Array.from(line.descripcion).slice(0, MAX_NAME).join(''),
      poliza: changes.entryOf(id),
      ...document,
      conciliado: true,
      estado: 'conciliado',
    }
    changes.insert('MovimientoBancario', fields, id)
    return { planned: plannedMovement, id, folio }
  })
  await changes.number()
  return made
}

function posting(
  { account, periods }: Plan,
  books: EntryBooks,
  { planned, id, folio }: MadeMovement,
): EntryPosting {
  const source = movementSource(planned, account, { record: id.id, folio: folio.id })
  const entry = planEntry(source, books)
  if (!entry.ok) throw new ApiError([entry.error])
  return { ...entry.value, periodo: periods.idOf(planned.line.fecha) }
}
