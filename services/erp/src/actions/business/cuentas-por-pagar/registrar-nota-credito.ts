import { ApiError } from '../../../errors.ts'
import { DOCUMENT } from '../../../messages/documents.ts'
import { CREDIT_ENTRY_DAY } from '../../../messages/supplier-credits.ts'
import { findAccounts, findCompanyCurrency, findEntryRules } from '../../../store/journal-store.ts'
import { readAnswer } from '../../read-written-record.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext, NativeAction } from '../action.ts'
import { beforeInvoice } from '../before-invoice.ts'
import { amountText, sumOf } from '../cents.ts'
import { Changes } from '../changes.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import { newFolios } from '../new-folios.ts'
import type { Outside } from '../outside.ts'
import { creditState } from './decisions/apply-credit.ts'
import { creditEntry, paidTaxEntry } from './decisions/credit-entry.ts'
import { creditApplication } from './effects/credit-rows.ts'
import { moveBalance, type MovedInvoice } from './effects/write-balances.ts'
import { inputText } from './payment-inputs.ts'
import { planCredit, type CreditPlan } from './plan-credit.ts'
import { receivedFile, XML_INPUTS } from './received/received-file.ts'
import { verifyReceived, type VerifiedCfdi } from './received/verify-received.ts'
import { keepReceived } from './received/write-received.ts'

const MODEL = 'NotaCreditoProveedor'

const REASONS = [
  { value: 'devolucion', label: 'Devolución' },
  { value: 'bonificacion', label: 'Bonificación' },
  { value: 'descuento', label: 'Descuento' },
  { value: 'error', label: 'Error' },
]

/**
 * Registers a supplier's credit note from its XML: it settles the invoices that it names, and what is left of it waits.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export const registrarNotaCredito: NativeAction = {
  model: MODEL,
  name: 'registrar_nota_credito',
  label: 'Registrar nota de crédito',
  mode: 'native',
  inputs: [
    ...XML_INPUTS,
    {
      field: {
        name: 'motivo',
        label: 'Motivo',
        help: 'Sin él, lo dice la relación del CFDI: 03 es devolución, 01 descuento.',
        required: false,
        unique: false,
        default: null,
        readOnly: null,
        type: 'choice',
        choices: REASONS.map((reason) => ({ ...reason, tone: 'neutral' })),
      },
      minLength: null,
    },
    referenceInput('DevolucionCompra', {
      name: 'devolucion',
      label: 'Devolución',
      required: false,
    }),
    dateInput({ name: 'fecha', label: 'Fecha de la póliza', required: false }),
  ],
  emits: ['vigente', 'aplicada'],
  run: async () => {
    await Promise.resolve()
    throw new Error('registrar_nota_credito runs with what it asked')
  },
  ask: async (outside) => {
    const verified = await verifyReceived(outside, await receivedFile(outside), 'E')
    return (context) => register(context, outside, verified)
  },
}

async function register(
  context: ActionContext,
  outside: Outside,
  verified: VerifiedCfdi,
): Promise<unknown> {
  const inputs = registrarNotaCredito.inputs.filter((input) => !XML_INPUTS.includes(input))
  await refuseMissingInputs(context, { inputs })
  const plan = await planCredit(context, verified)
  const posted = await bookerOf(context, verified, plan)
  const id = await write(context, outside, { verified, plan, posted })
  const { tx, caller, registry } = context
  const model = registry.models.get(MODEL)
  if (model === undefined) throw new Error(`the dictionary has no ${MODEL}`)
  const { json } = await readAnswer(outside, tx, { caller, model, id, withLines: true })
  const record: unknown = JSON.parse(json)
  return { id: Number(id), ok: true, record }
}

type Booker = (record: string, folio: string) => readonly EntryPosting[]

const FAVOR = 'saldo_a_favor'

/** No invoice is settled before its own day. @throws ApiError VALIDATION */
function refuseEarly(fecha: string, { balances }: CreditPlan): void {
  const early = balances.flatMap(({ invoice }) => {
    const name = DOCUMENT({ model: 'CuentaPorPagar', folio: invoice.folio })
    const details = { name, fecha: invoice.fecha }
    return beforeInvoice(fecha, details) ?? []
  })
  if (early.length > 0) throw new ApiError(early)
}

/** The entry of the credit note, on a day that is open. @throws ApiError */
async function bookerOf(
  { tx, caller, moment, inputs }: ActionContext,
  { comprobante }: VerifiedCfdi,
  plan: CreditPlan,
): Promise<Booker> {
  const { empresa } = caller
  const { name: event } = registrarNotaCredito
  const issued = comprobante.Fecha.slice(0, 10)
  const fecha = inputText(inputs, 'fecha') ?? issued
  if (fecha < issued || fecha > moment.today) {
    const message = CREDIT_ENTRY_DAY({ fecha, issued, today: moment.today })
    throw new ApiError([{ code: 'VALIDATION', field: 'fecha', message }])
  }
  refuseEarly(fecha, plan)
  const periods = await loadPeriods(tx, empresa, { days: [fecha], module: 'cuentas-por-pagar' })
  const closed = periods.problemOf(fecha)
  if (closed !== null) throw new ApiError([closed])
  const company = await findCompanyCurrency(tx, empresa)
  const [rules, favorRules] = await Promise.all([
    findEntryRules(tx, empresa, { model: MODEL, event }),
    findEntryRules(tx, empresa, { model: MODEL, event: FAVOR }),
  ])
  const sourcesOf = (record: string, folio: string) => {
    const credit = {
      company,
      record,
      folio,
      fecha,
      moneda: plan.moneda,
      tipoCambio: plan.tipoCambio,
      proveedor: plan.issuer.id,
      cuentaProveedor: plan.issuer.cuenta,
      amounts: plan.amounts,
      totalBase: plan.totalBase,
      pendiente: {
        iva: sumOf(plan.applied.map(({ retencionIva }) => retencionIva)),
        isr: sumOf(plan.applied.map(({ retencionIsr }) => retencionIsr)),
      },
      esArrendador: plan.issuer.es_arrendador,
      recibido: plan.claim === null ? 0n : BigInt(plan.claim.base.replace('.', '')),
    }
    return [
      { source: creditEntry(credit), rules },
      ...[paidTaxEntry(credit, plan.paid) ?? []]
        .flat()
        .map((source) => ({ source, rules: favorRules })),
    ]
  }
  const accounts = await findAccounts(
    tx,
    empresa,
    sourcesOf('0', '').flatMap((source) => accountsNeeded([source.source], source.rules)),
  )
  return (record, folio) =>
    sourcesOf(record, folio).map((source) => {
      const entry = planEntry(source.source, { rules: source.rules, accounts })
      if (!entry.ok) throw new ApiError([entry.error])
      return { ...entry.value, periodo: periods.idOf(fecha) }
    })
}

interface Noted {
  readonly verified: VerifiedCfdi
  readonly plan: CreditPlan
  readonly posted: Booker
}

async function write(
  context: ActionContext,
  { attachments }: Outside,
  { verified, plan, posted }: Noted,
): Promise<string> {
  // What the books refuse is refused before anything is kept.
  posted('0', '')
  const fecha = verified.comprobante.Fecha.slice(0, 10)
  const [folio = ''] = await newFolios(context, MODEL, [fecha])
  const changes = new Changes(context, { name: registrarNotaCredito.name, reason: null })
  const received = await keepReceived(context, changes, {
    attachments,
    received: [verified],
  })
  const row = { ...creditRow(verified, plan), folio, cfdi: received.get(verified.uuid) ?? null }
  const nota = changes.insert(MODEL, (id) => ({ ...row, poliza: changes.entryOf(id) }))
  for (const appliedCredit of plan.applied) {
    const application = creditApplication(appliedCredit, { nota, fecha, poliza: null })
    changes.insert('NotaCreditoProveedorAplicacion', application)
  }
  const { estado, total, saldo, uuid } = row
  const after = { folio, estado, uuid, total, saldo }
  changes.record({ model: MODEL, id: nota, before: null, after, event: estado })
  for (const movedInvoice of movedBy(plan)) moveBalance(changes, movedInvoice, [folio])
  if (plan.claim !== null) {
    changes.move('DevolucionCompra', plan.claim, 'acreditada', { fields: {} })
  }
  await changes.number()
  changes.post({ entries: posted(nota.id, folio) })
  await changes.write()
  return nota.id
}

function movedBy({ applied, balances }: CreditPlan): readonly MovedInvoice[] {
  return applied.flatMap(({ cuenta, invoice: after }) => {
    const before = balances.find(({ invoice }) => invoice.id === cuenta)
    return before === undefined ? [] : [{ before, after }]
  })
}

function creditRow(verified: VerifiedCfdi, plan: CreditPlan) {
  const { amounts, credit } = plan
  return {
    fecha: verified.comprobante.Fecha.slice(0, 10),
    proveedor: plan.issuer.id,
    motivo: plan.motivo,
    devolucion: plan.claim?.id ?? null,
    uuid: verified.uuid,
    moneda: plan.moneda,
    tipo_cambio: plan.tipoCambio,
    subtotal: amountText(amounts.subtotal - amounts.descuento),
    impuestos: amountText(amounts.traslados),
    retenciones: amountText(amounts.retenciones),
    iva: credit.note.iva,
    ieps: credit.note.ieps,
    iva_pagado: amountText(plan.paid.iva),
    ieps_pagado: amountText(plan.paid.ieps),
    total: amountText(amounts.total),
    saldo: amountText(credit.saldo),
    estado: creditState(credit),
  }
}
