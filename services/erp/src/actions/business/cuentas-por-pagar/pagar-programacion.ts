import { textInput, type ActionInput } from '../../../dictionary/action-description.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { NO_RATE_TO_PAY_AT, PROGRAMME_PAYS_NOTHING } from '../../../messages/payment-programmes.ts'
import { PAYMENT_OF_PROGRAMME } from '../../../messages/supplier-payments.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { amountText, sumOf } from '../cents.ts'
import { documentAction } from '../document-action.ts'
import { DayRates } from '../exchange-rates.ts'
import type { PaymentDraft } from './decisions/plan-payment.ts'
import { amountOf, PROGRAM, type Program } from './decisions/program-lines.ts'
import { payDocuments, type PaymentGroup } from './pay-documents.ts'
import { inputText, rateInput } from './payment-inputs.ts'
import { loadProgramFacts, type ProgramFacts } from './program-facts.ts'
import type { ProgramLine } from './store/program-store.ts'

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
 * Pays what programmes authorized: a PagoProveedor for each supplier, all of them or none.
 * @source docs/decisions/0249-erp-payments.md
 */
export const pagarProgramacion = documentAction('ProgramacionPago', {
  name: 'pagar_programacion',
  label: 'Pagar programación',
  inputs: INPUTS,
  fields: PROGRAM,
  run: async ({ context, batch, changes, move }) => {
    const facts = await loadProgramFacts(context, batch.remaining)
    const rateOf = await loadRates(context, batch.remaining)
    const accounts = await loadAccounts(context, facts)
    const groups = batch.remaining.flatMap((program) => {
      const group = groupOf(context, program, { facts, accounts, rate: rateOf(program) })
      if (!('code' in group)) return [group]
      batch.refuse(program.id, group)
      return []
    })
    const { paid, refused, warnings } = await payDocuments({ context, changes }, groups)
    batch.refuseAll(refused)
    for (const [id, remarks] of warnings) batch.warn(id, remarks)
    for (const program of batch.remaining) {
      move(program, { told: { pagos: paid.get(program.id) ?? [] } })
    }
  },
})

function dayOf({ inputs, moment }: ActionContext): string {
  return inputText(inputs, 'fecha') ?? moment.today
}

/** At which rate a programme is paid: that of the call, else the day's; undefined: there is none. */
async function loadRates(
  context: ActionContext,
  programs: readonly Program[],
): Promise<(program: Program) => string | undefined> {
  const { tx, caller, inputs } = context
  const fecha = dayOf(context)
  const given = inputText(inputs, 'tipo_cambio')
  const currency = await findCompanyCurrency(tx, caller.empresa)
  const days = programs.map(({ moneda }) => ({ moneda, fecha }))
  const rates = new DayRates(await findDayRates(tx, caller.empresa, days))
  return ({ moneda }) => {
    if (moneda === currency) return '1'
    return given ?? rates.of({ moneda, fecha })?.tipo_cambio
  }
}

type SupplierAccount = Picked<'ProveedorCuentaBancaria', 'moneda' | 'estado' | 'es_predeterminada'>
type Accounts = ReadonlyMap<string, readonly SupplierAccount[]>

/** Loads the bank accounts of the suppliers, by supplier. */
async function loadAccounts(context: ActionContext, { invoices }: ProgramFacts): Promise<Accounts> {
  const suppliers = [...invoices.values()].map(({ invoice }) => invoice.proveedor)
  return await rowsBelow(context, 'ProveedorCuentaBancaria', {
    parent: 'proveedor',
    ids: [...new Set(suppliers)],
    fields: ['moneda', 'estado', 'es_predeterminada'],
  })
}

interface ToPay {
  readonly facts: ProgramFacts
  readonly accounts: Accounts
  readonly rate: string | undefined
}

function groupOf(
  context: ActionContext,
  program: Program,
  { facts, accounts, rate }: ToPay,
): PaymentGroup | ErrorEntry {
  if (rate === undefined) {
    const asked = { currency: program['moneda.clave'], day: dayOf(context) }
    const message = NO_RATE_TO_PAY_AT(asked)
    return { code: 'VALIDATION', field: 'tipo_cambio', message }
  }
  const approved = (facts.lines.get(program.id) ?? []).filter(
    (line) => line.aprobada && amountOf(line) > 0n,
  )
  if (approved.length === 0) {
    return { code: 'NO_LINES', message: PROGRAMME_PAYS_NOTHING({ folio: program.folio }) }
  }
  const bySupplier = Map.groupBy(
    approved,
    ({ cuenta }) => facts.invoices.get(cuenta)?.invoice.proveedor ?? '',
  )
  const drafts = [...bySupplier].map(([proveedor, lines]) => {
    const destination = defaultAccount(accounts.get(proveedor) ?? [], program)
    return draftOf(context, program, { proveedor, lines, rate, destination })
  })
  return { key: program.id, drafts }
}

/** The account to which a supplier is paid in a currency: its default one, if somebody validated it. */
function defaultAccount(
  accounts: readonly SupplierAccount[],
  { moneda }: Pick<Program, 'moneda'>,
): string | null {
  const valid = accounts.filter(
    (account) => account.moneda === moneda && account.estado === 'validada',
  )
  return (
    (valid.find((supplierAccount) => supplierAccount.es_predeterminada) ?? valid[0])?.id ?? null
  )
}

function draftOf(
  context: ActionContext,
  program: Program,
  details: {
    readonly proveedor: string
    readonly lines: readonly ProgramLine[]
    readonly rate: string
    readonly destination: string | null
  },
): PaymentDraft {
  const { inputs } = context
  return {
    name: PAYMENT_OF_PROGRAMME({ folio: program.folio, supplier: details.proveedor }),
    document: null,
    programacion: program.id,
    fecha: dayOf(context),
    proveedor: details.proveedor,
    forma_pago: inputText(inputs, 'forma_pago') ?? '',
    cuenta_bancaria: inputText(inputs, 'cuenta_bancaria') ?? program.cuenta_bancaria,
    cuenta_destino: details.destination,
    cheque: null,
    moneda: program.moneda,
    'moneda.clave': program['moneda.clave'],
    tipo_cambio: details.rate,
    importe: amountText(sumOf(details.lines.map(amountOf))),
    referencia: inputText(inputs, 'referencia'),
    clave_rastreo: null,
    lines: details.lines.map((line, index) => ({
      id: null,
      partida: index + 1,
      cuenta: line.cuenta,
      importe: amountText(amountOf(line)),
      importe_pago: null,
      descuento: null,
    })),
  }
}
