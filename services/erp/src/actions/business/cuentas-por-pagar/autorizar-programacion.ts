import type { ErrorEntry } from '../../../errors.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, cents, sumOf, timesRate } from '../cents.ts'
import { flowFor } from '../compras/approvers.ts'
import { decideApproval, type SigningCaller } from '../compras/decisions/approval.ts'
import {
  findFlows,
  findIdentities,
  findLimit,
  type FlowRow,
} from '../compras/store/approval-store.ts'
import { DocumentBatch } from '../document-batch.ts'
import { DayRates } from '../exchange-rates.ts'
import { amountOf, linesProblems } from './decisions/program-lines.ts'
import { recordPrograms } from './effects/record-programs.ts'
import type { MovedInvoice } from './effects/write-balances.ts'
import { loadProgramFacts, type ProgramFacts } from './program-facts.ts'
import { PROGRAMACION_PAGO_STATES } from './programacion-pago-states.ts'
import { AUTHORIZE_PROGRAM, AUTHORIZE_PROGRAM_KEYS } from './solicitar-autorizacion.ts'
import {
  authorizeLines,
  changePrograms,
  lockPrograms,
  type ProgramRow,
} from './store/program-store.ts'

/**
 * Authorizes payment programmes, as much of each line as it says; its invoices are then programada.
 * @source docs/decisions/0249-erp-payments.md
 */
export const autorizarProgramacion: RecordAction = {
  model: 'ProgramacionPago',
  name: AUTHORIZE_PROGRAM,
  label: 'Autorizar programación',
  mode: 'grid_action',
  inputs: [],
  emits: ['autorizada'],
  run: authorize,
}

async function authorize(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const batch = new DocumentBatch(
    ids,
    await lockPrograms(context.tx, context.caller.empresa, ids),
    {
      model: autorizarProgramacion.model,
      states: statesBefore(PROGRAMACION_PAGO_STATES, autorizarProgramacion.name),
    },
  )
  if (batch.remaining.length === 0) return batch.outcome
  const facts = await loadProgramFacts(context, batch.remaining)
  const approval = await loadApproval(context, batch.remaining)
  for (const program of batch.remaining) {
    const lines = facts.lines.get(program.id) ?? []
    const problems = linesProblems(program, lines, facts.invoices)
    const total = sumOf(lines.map(amountOf))
    const problem = problems.length > 0 ? null : approvalProblem(program, total, approval)
    batch.refuse(program.id, ...problems, ...(problem === null ? [] : [problem]))
  }
  const done = batch.remaining
  if (done.length === 0) return batch.outcome
  const moved = await write(context, done, facts)
  const programs = done.map(({ id, folio }) => ({
    id,
    folio,
    before: 'en_autorizacion',
    after: 'autorizada',
    more: { importe_autorizado: amountText(sumOf((facts.lines.get(id) ?? []).map(amountOf))) },
  }))
  const action = { name: autorizarProgramacion.name, reason: null }
  await recordPrograms(context, action, { programs, moved, lines: facts.lines })
  return batch.outcome
}

async function write(
  context: ActionContext,
  programs: readonly ProgramRow[],
  { lines, invoices }: ProgramFacts,
): Promise<readonly MovedInvoice[]> {
  const { tx, caller, moment } = context
  const { now } = moment
  const own = programs.flatMap(({ id }) => lines.get(id) ?? [])
  await authorizeLines(tx, caller.empresa, {
    lines: own.map((line) => ({ id: line.id, importe: amountText(amountOf(line)) })),
    now,
  })
  await changePrograms(tx, caller.empresa, {
    changes: programs.map(({ id }) => ({
      id,
      estado: 'autorizada',
      importe_autorizado: amountText(sumOf((lines.get(id) ?? []).map(amountOf))),
      autorizado_por: caller.usuarioId,
    })),
    now,
  })
  const approved = new Set(own.filter((line) => amountOf(line) > 0n).map(({ cuenta }) => cuenta))
  return [...approved].flatMap((id) => {
    const before = invoices.get(id)
    if (before?.invoice.estado !== 'autorizada') return []
    const after = { ...before, invoice: { ...before.invoice, programada: true } }
    return [{ before, after }]
  })
}

interface Approval {
  readonly signer: SigningCaller
  readonly flows: readonly FlowRow[]
  /** What one unit of a currency is worth; undefined: nobody knows. */
  readonly rateOf: (moneda: string) => string | undefined
}

async function loadApproval(
  { tx, caller, moment }: ActionContext,
  programs: readonly ProgramRow[],
): Promise<Approval> {
  const { empresa, usuarioId, rights } = caller
  const signer = { usuarioId, ...moment }
  const fecha = moment.today
  const [flows, identities, limit, currency, dayRates] = await Promise.all([
    findFlows(tx, empresa, { model: 'ProgramacionPago', action: AUTHORIZE_PROGRAM, today: fecha }),
    findIdentities(tx, empresa, signer),
    findLimit(tx, empresa, { signer, keys: AUTHORIZE_PROGRAM_KEYS }),
    findCompanyCurrency(tx, empresa),
    findDayRates(
      tx,
      empresa,
      programs.map(({ moneda }) => ({ moneda, fecha })),
    ),
  ])
  const days = new DayRates(dayRates)
  const isUnlimited = rights.isAdministrator || limit === undefined || limit.sin_limite
  return {
    signer: {
      usuarioId,
      isAdministrator: rights.isAdministrator,
      identities,
      limit: isUnlimited || limit.limite === null ? null : cents(limit.limite),
    },
    flows,
    rateOf: (moneda) => (moneda === currency ? '1' : days.of({ moneda, fecha })?.tipo_cambio),
  }
}

/** One signature authorizes a programme: whose right, limit and level of the flow that applies cover it. */
function approvalProblem(
  program: ProgramRow,
  own: bigint,
  { signer, flows, rateOf }: Approval,
): ErrorEntry | null {
  const name = `ProgramacionPago ${program.folio}`
  const rate = rateOf(program.moneda)
  if (rate === undefined) {
    const message = `${name} cannot be compared with limits: there is no TipoCambio of ${program.moneda_clave} for today; add it.`
    return { code: 'VALIDATION', field: 'moneda', message }
  }
  const total = timesRate(own, rate)
  const dimensiones = { moneda: Number(program.moneda) }
  const chosen = flowFor(flows, { dimensiones, total })
  if ('error' in chosen) return { code: 'CONFIGURATION_INCOMPLETE', message: `${chosen.error}.` }
  const decision = decideApproval(
    { name, isSubmitted: true, total, flow: chosen.flow, boss: null, signatures: [] },
    signer,
  )
  if (decision.kind === 'refused') return decision.error
  if (decision.kind === 'authorized') return null
  const message =
    signer.limit !== null && signer.limit < total
      ? `${name} cannot be authorized by you: its total is above your limit.`
      : `${name} needs more than one signature by the flow ${chosen.flow?.clave}; a payment programme has one.`
  const code =
    signer.limit !== null && signer.limit < total ? 'FORBIDDEN' : 'CONFIGURATION_INCOMPLETE'
  return { code, message }
}
