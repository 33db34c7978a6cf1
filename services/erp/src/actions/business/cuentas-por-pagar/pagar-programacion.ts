import { textInput, type ActionInput } from '../../../dictionary/action-description.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { amountText, sumOf } from '../cents.ts'
import { DayRates } from '../exchange-rates.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import type { PaymentDraft } from './decisions/plan-payment.ts'
import { amountOf } from './decisions/program-lines.ts'
import { payDocuments, type PaymentGroup } from './pay-documents.ts'
import { inputText, rateInput } from './payment-inputs.ts'
import { loadProgramFacts, type ProgramFacts } from './program-facts.ts'
import { PROGRAMACION_PAGO_STATES } from './programacion-pago-states.ts'
import {
  changePrograms,
  findDefaultDestinations,
  lockPrograms,
  type ProgramLine,
  type ProgramRow,
} from './store/program-store.ts'

const INPUTS: readonly ActionInput[] = [
  referenceInput('FormaPago', { name: 'forma_pago', label: 'Forma de pago', required: true }),
  referenceInput('CuentaBancaria', {
    name: 'cuenta_bancaria',
    label: 'Cuenta bancaria',
    required: false,
  }),
  dateInput({ name: 'fecha', label: 'Fecha', required: false }),
  rateInput({
    name: 'tipo_cambio',
    label: 'Tipo de cambio',
    help: 'De una programación en otra moneda; sin él, el del día.',
    required: false,
  }),
  textInput({
    name: 'referencia',
    label: 'Referencia',
    help: 'De todos los pagos que se hacen.',
    required: false,
    minLength: 0,
    length: 40,
  }),
]

/**
 * Pays what a programme authorized: a PagoProveedor for each supplier, all of them or none.
 * @source docs/decisions/0249-erp-payments.md
 */
export const pagarProgramacion: RecordAction = {
  model: 'ProgramacionPago',
  name: 'pagar_programacion',
  label: 'Pagar programación',
  mode: 'grid_action',
  inputs: INPUTS,
  emits: ['pagada'],
  run: pay,
}

async function pay(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new BatchOutcome()
  const locked = await lockPrograms(tx, caller.empresa, ids)
  const states = statesBefore(PROGRAMACION_PAGO_STATES, pagarProgramacion.name)
  const programs = inStates(ids, locked, { batch, model: pagarProgramacion.model, states })
  if (programs.length === 0) return batch.outcome()
  const facts = await loadProgramFacts(context, programs)
  const rateOf = await loadRates(context, programs)
  const groups: PaymentGroup[] = []
  for (const program of programs) {
    const group = await groupOf(context, program, { facts, rate: rateOf(program) })
    if ('code' in group) batch.refuse(program.id, group)
    else groups.push(group)
  }
  const { paid, refused, warnings } = await payDocuments(context, groups)
  for (const [id, [first, ...more]] of refused) {
    if (first !== undefined) batch.refuse(id, first, ...more)
  }
  for (const [id, remarks] of warnings) batch.warn(id, remarks)
  const done = batch.remaining(programs)
  await changePrograms(tx, caller.empresa, {
    changes: done.map(({ id }) => ({
      id,
      estado: 'pagada',
      importe_autorizado: null,
      autorizado_por: null,
    })),
    now: moment.now,
  })
  await recordDeeds(
    context,
    { ...pagarProgramacion, reason: null },
    done.map(({ id, folio }) => ({
      id,
      folio,
      before: 'autorizada',
      after: 'pagada',
      more: { pagos: (paid.get(id) ?? []).map((payment) => payment.folio) },
    })),
  )
  return batch.outcome()
}

function dayOf({ inputs, moment }: ActionContext): string {
  const given = inputs.get('fecha')
  return typeof given === 'string' ? given : moment.today
}

/** At which rate a programme is paid: that of the call, else the day's; undefined: there is none. */
async function loadRates(
  context: ActionContext,
  programs: readonly ProgramRow[],
): Promise<(program: ProgramRow) => string | undefined> {
  const { tx, caller, inputs } = context
  const fecha = dayOf(context)
  const given = inputs.get('tipo_cambio')
  const currency = await findCompanyCurrency(tx, caller.empresa)
  const days = programs.map(({ moneda }) => ({ moneda, fecha }))
  const rates = new DayRates(await findDayRates(tx, caller.empresa, days))
  return ({ moneda }) => {
    if (moneda === currency) return '1'
    return given === undefined ? rates.of({ moneda, fecha })?.tipo_cambio : String(given)
  }
}

async function groupOf(
  context: ActionContext,
  program: ProgramRow,
  of: { readonly facts: ProgramFacts; readonly rate: string | undefined },
): Promise<PaymentGroup | ErrorEntry> {
  const { rate, facts } = of
  if (rate === undefined) {
    const message = `There is no TipoCambio of ${program.moneda_clave} for ${dayOf(context)}; send tipo_cambio, or add it.`
    return { code: 'VALIDATION', field: 'tipo_cambio', message }
  }
  const approved = (facts.lines.get(program.id) ?? []).filter(
    (line) => line.aprobada && amountOf(line) > 0n,
  )
  if (approved.length === 0) {
    const message = `ProgramacionPago ${program.folio} authorized nothing to be paid.`
    return { code: 'NO_LINES', message }
  }
  const bySupplier = Map.groupBy(
    approved,
    ({ cuenta }) => facts.invoices.get(cuenta)?.invoice.proveedor ?? '',
  )
  const { tx, caller } = context
  const destinations = await findDefaultDestinations(tx, caller.empresa, {
    suppliers: [...bySupplier.keys()],
    moneda: program.moneda,
  })
  const drafts = [...bySupplier].map(([proveedor, lines]) =>
    draftOf(context, program, {
      proveedor,
      lines,
      rate,
      destination: destinations.get(proveedor) ?? null,
    }),
  )
  return { key: program.id, drafts }
}

function draftOf(
  context: ActionContext,
  program: ProgramRow,
  of: {
    readonly proveedor: string
    readonly lines: readonly ProgramLine[]
    readonly rate: string
    readonly destination: string | null
  },
): PaymentDraft {
  const { inputs } = context
  return {
    name: `The payment of ProgramacionPago ${program.folio} to Proveedor ${of.proveedor}`,
    id: null,
    folio: null,
    estado: null,
    programacion: program.id,
    fecha: dayOf(context),
    proveedor: of.proveedor,
    forma_pago: inputText(inputs, 'forma_pago') ?? '',
    cuenta_bancaria: inputText(inputs, 'cuenta_bancaria') ?? program.cuenta_bancaria,
    cuenta_destino: of.destination,
    cheque: null,
    moneda: program.moneda,
    moneda_clave: program.moneda_clave,
    tipo_cambio: of.rate,
    importe: amountText(sumOf(of.lines.map(amountOf))),
    referencia: inputText(inputs, 'referencia'),
    clave_rastreo: null,
    lines: of.lines.map((line, index) => ({
      id: null,
      partida: index + 1,
      cuenta: line.cuenta,
      importe: amountText(amountOf(line)),
      importe_pago: null,
      descuento: null,
    })),
  }
}
