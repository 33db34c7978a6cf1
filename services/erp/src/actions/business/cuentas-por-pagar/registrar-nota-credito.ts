import { ApiError } from '../../../errors.ts'
import type { FieldValue } from '../../../query/field-value.ts'
import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { findAccounts, findCompanyCurrency, findEntryRules } from '../../../store/journal-store.ts'
import { changeRows } from '../../../store/model-rows.ts'
import { fillFolios } from '../../documents/folios.ts'
import { readAnswer } from '../../read-written-record.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext, NativeAction } from '../action.ts'
import { beforeInvoice } from '../before-invoice.ts'
import { amountText, sumOf } from '../cents.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type EntryPosting,
} from '../contabilidad/effects/write-entries.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import type { Outside } from '../outside.ts'
import { recordAll, type Deed } from '../record-deeds.ts'
import { creditState } from './decisions/apply-credit.ts'
import { creditEntry, paidTaxEntry } from './decisions/credit-entry.ts'
import { invoiceDeed, writeBalances } from './effects/write-balances.ts'
import { inputText } from './payment-inputs.ts'
import { planCredit, type CreditPlan } from './plan-credit.ts'
import { receivedFile, XML_INPUTS } from './received/received-file.ts'
import { verifyReceived, type VerifiedCfdi } from './received/verify-received.ts'
import { numbersOfReceived, writeReceived } from './received/write-received.ts'
import { insertCredit, insertCreditApplications } from './store/credit-store.ts'
import { findKnownCfdis } from './store/received-store.ts'

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
  model: 'NotaCreditoProveedor',
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
  const inputs = registrarNotaCredito.inputs.filter((one) => !XML_INPUTS.includes(one))
  await refuseMissingInputs(context, { inputs })
  const plan = await planCredit(context, verified)
  const posted = await bookerOf(context, verified, plan)
  const id = await write(context, outside, { verified, plan, posted })
  const { tx, caller, registry } = context
  const model = registry.models.get(registrarNotaCredito.model)
  if (model === undefined) throw new Error('the dictionary has no NotaCreditoProveedor')
  const { json } = await readAnswer(outside, tx, { caller, model, id: String(id), withLines: true })
  const record: unknown = JSON.parse(json)
  return { id, ok: true, record }
}

type Booker = (record: string, folio: string) => readonly EntryPosting[]

const FAVOR = 'saldo_a_favor'

/** No invoice is settled before its own day. @throws ApiError VALIDATION */
function refuseEarly(fecha: string, { balances }: CreditPlan): void {
  const early = balances.flatMap(({ invoice }) => {
    const of = { name: `CuentaPorPagar ${invoice.folio}`, fecha: invoice.fecha }
    return beforeInvoice(fecha, of) ?? []
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
  const { model, name: event } = registrarNotaCredito
  const issued = comprobante.Fecha.slice(0, 10)
  const fecha = inputText(inputs, 'fecha') ?? issued
  if (fecha < issued || fecha > moment.today) {
    const message = `fecha is ${fecha}; the day of the entry lies between that of the CFDI, ${issued}, and today, ${moment.today}.`
    throw new ApiError([{ code: 'VALIDATION', field: 'fecha', message }])
  }
  refuseEarly(fecha, plan)
  const periods = await loadPeriods(tx, empresa, { days: [fecha], module: 'cuentas-por-pagar' })
  const closed = periods.problemOf(fecha)
  if (closed !== null) throw new ApiError([closed])
  const company = await findCompanyCurrency(tx, empresa)
  const [rules, favorRules] = await Promise.all([
    findEntryRules(tx, empresa, { model, event }),
    findEntryRules(tx, empresa, { model, event: FAVOR }),
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
    sourcesOf('0', '').flatMap((one) => accountsNeeded([one.source], one.rules)),
  )
  return (record, folio) =>
    sourcesOf(record, folio).map((one) => {
      const entry = planEntry(one.source, { rules: one.rules, accounts })
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
  outside: Outside,
  { verified, plan, posted }: Noted,
): Promise<number> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const known = await findKnownCfdis(tx, empresa, [verified.uuid])
  const fecha = verified.comprobante.Fecha.slice(0, 10)
  const folio = await folioOf(context, fecha)
  const needed = numbersNeeded({ entries: posted('0', ''), reversals: [] })
  const deedCount = 1 + plan.applied.length + (plan.claim === null ? 0 : 1)
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([
      ...needed.counters,
      ...numbersOfReceived(verified, known),
      ['nota_credito_proveedor', 1],
      ['nota_credito_proveedor_aplicacion', plan.applied.length],
      [AUDIT_COUNTER, deedCount],
    ]),
    series: needed.series,
  })
  const { numbers } = numbering
  const id = numbers('nota_credito_proveedor')
  const entries = posted(String(id), folio)
  const [entry] = await writeEntries(context, { entries, reversals: [] }, numbering)
  const cfdi = await writeReceived(context, outside, { verified, known, numbers })
  const { now } = moment
  await insertCredit(tx, empresa, {
    row: { ...creditRow(verified, plan), id, folio, cfdi, poliza: entry?.id ?? null },
    now,
  })
  await insertCreditApplications(tx, empresa, {
    rows: plan.applied.map(({ cuenta, importe, base, iva, ieps, retencionIva, retencionIsr }) => ({
      id: numbers('nota_credito_proveedor_aplicacion'),
      nota: String(id),
      cuenta,
      fecha,
      poliza: null,
      importe: amountText(importe),
      importe_base: amountText(base),
      iva: amountText(iva),
      ieps: amountText(ieps),
      retencion_iva: amountText(retencionIva),
      retencion_isr: amountText(retencionIsr),
    })),
    now,
  })
  await settleInvoices(context, plan)
  const deeds = deedsOf(plan, { id, folio, uuid: verified.uuid })
  await recordAll(context, { name: registrarNotaCredito.name, reason: null }, { deeds, numbers })
  return id
}

async function settleInvoices(context: ActionContext, plan: CreditPlan): Promise<void> {
  await writeBalances(context, movedBy(plan))
  if (plan.claim === null) return
  const credited = { id: plan.claim.id, fields: { estado: 'acreditada' as const } }
  const { now } = context.moment
  await changeRows(context, 'DevolucionCompra', { rows: [credited], now })
}

function movedBy({ applied, balances }: CreditPlan) {
  return applied.flatMap(({ cuenta, invoice: after }) => {
    const before = balances.find(({ invoice }) => invoice.id === cuenta)
    return before === undefined ? [] : [{ before, after }]
  })
}

async function folioOf(
  { tx, caller, registry, moment }: ActionContext,
  fecha: string,
): Promise<string> {
  const model = registry.models.get(registrarNotaCredito.model)
  if (model === undefined) throw new Error('the dictionary has no NotaCreditoProveedor')
  const row = new Map<string, FieldValue | null>([['fecha', fecha]])
  const { today, now } = moment
  await fillFolios(tx, { model, empresa: caller.empresa, rows: [row], today, now })
  return String(row.get('folio'))
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

function deedsOf(
  plan: CreditPlan,
  of: { readonly id: number; readonly folio: string; readonly uuid: string },
): readonly Deed[] {
  const estado = creditState(plan.credit)
  const { folio, uuid } = of
  const total = amountText(plan.amounts.total)
  const saldo = amountText(plan.credit.saldo)
  return [
    {
      model: registrarNotaCredito.model,
      id: String(of.id),
      before: null,
      after: { folio, estado, uuid, total, saldo },
      event: estado,
    },
    ...movedBy(plan).map((one) => invoiceDeed(one, [folio])),
    ...(plan.claim === null
      ? []
      : [
          {
            model: 'DevolucionCompra',
            id: plan.claim.id,
            before: { estado: plan.claim.estado },
            after: { estado: 'acreditada' },
            event: 'acreditada',
          },
        ]),
  ]
}
