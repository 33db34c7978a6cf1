import { ApiError, apiError, type ErrorCode, type ErrorEntry } from '../../../errors.ts'
import type { Message } from '../../../messages/message.ts'
import {
  CREDIT_HAS_LOCAL_TAXES,
  CREDIT_KNOWN,
  CREDIT_NAMES_NO_INVOICE,
  CREDIT_OF_OTHER_CURRENCY,
  CREDIT_OF_RETURN_NOT_SENT,
  CREDIT_OF_SEVERAL_RETURNS,
  CREDIT_OF_UNKNOWN_INVOICE,
  CREDIT_WITHOUT_RETURN,
} from '../../../messages/supplier-credits.ts'
import { findCatalogIds } from '../../../store/catalogs/catalog-ids.ts'
import type { ActionContext } from '../action.ts'
import { cents, sumOf, timesRate } from '../cents.ts'
import { amountText } from '../cents.ts'
import {
  creditProblem,
  paidTaxes,
  settleByNote,
  type AppliedCredit,
  type CreditBalance,
  type PaidTaxes,
} from './decisions/apply-credit.ts'
import { creditedBeyond } from './decisions/credited-beyond.ts'
import {
  amountsProblem,
  invoiceAmounts,
  taxSum,
  type InvoiceAmounts,
} from './decisions/invoice-amounts.ts'
import { balanceOf, isPayable, type InvoiceBalance } from './decisions/invoice-balance.ts'
import { IEPS, ISR, IVA } from './decisions/invoice-entry.ts'
import { inputText } from './payment-inputs.ts'
import { issuersOf } from './received/received-parties.ts'
import { relationsOf } from './received/received-rows.ts'
import type { VerifiedCfdi } from './received/verify-received.ts'
import {
  findClaims,
  findInvoicesOf,
  findSameCredit,
  type ClaimedReturn,
} from './store/credit-store.ts'
import { findCredited } from './store/credited-invoice-store.ts'
import { findCompany, lockIssuers, type IssuerRow } from './store/match-store.ts'
import { lockInvoices } from './store/owed-invoice-store.ts'

type CreditReason = 'devolucion' | 'bonificacion' | 'descuento' | 'error'

/** A credit note that passed all checks, with the invoices that it settles. */
export interface CreditPlan {
  readonly issuer: IssuerRow
  readonly amounts: InvoiceAmounts
  readonly motivo: CreditReason
  readonly claim: ClaimedReturn | null
  readonly moneda: string
  readonly tipoCambio: string
  readonly balances: readonly InvoiceBalance[]
  readonly applied: readonly AppliedCredit[]
  readonly credit: CreditBalance
  readonly totalBase: bigint
  /** Of what was paid before. */
  readonly paid: PaidTaxes
}

// A credit note, and a return of what was invoiced.
const RELATIONS: ReadonlySet<string> = new Set(['01', '03'])
const RETURNED = '03'

function refuse(code: ErrorCode, field: string, message: Message): never {
  throw new ApiError([{ code, field, message } satisfies ErrorEntry])
}

/**
 * Holds a credit note to the company's records: its supplier, the invoices that it names, the return that it is for.
 * Suppliers are locked first, then invoices.
 * @throws ApiError CFDI_REJECTED, DUPLICATE, UNKNOWN_REFERENCE, VALIDATION
 */
export async function planCredit(
  context: ActionContext,
  verified: VerifiedCfdi,
): Promise<CreditPlan> {
  const { tx, caller } = context
  const { empresa } = caller
  const { comprobante } = verified
  const issuers = issuersOf(verified, {
    issuers: await lockIssuers(tx, empresa, { rfcs: [comprobante.Emisor.Rfc], ids: [] }),
    company: await findCompany(tx, empresa),
  })
  if (!issuers.ok) throw new ApiError(issuers.error)
  const same = await findSameCredit(tx, empresa, verified.uuid)
  if (same !== undefined) {
    refuse('DUPLICATE', 'uuid', CREDIT_KNOWN({ uuid: verified.uuid, note: same }))
  }
  const amounts = checkedAmounts(verified)
  const balances = await relatedInvoices(context, verified, issuers.value)
  await refuseBeyond(context, amounts, balances)
  const issuer =
    issuers.value.find(({ id }) => id === balances[0].invoice.proveedor) ?? issuers.value[0]
  const motivo = reasonOf(context, verified)
  const claim = motivo === 'devolucion' ? await claimOf(context, issuer) : null
  const catalogs = await findCatalogIds(context, { Moneda: [comprobante.Moneda] })
  const moneda = catalogs.find('Moneda', comprobante.Moneda)
  if (moneda === null || balances.some(({ invoice }) => invoice.moneda !== moneda)) {
    refuse('VALIDATION', 'moneda', CREDIT_OF_OTHER_CURRENCY({ currency: comprobante.Moneda }))
  }
  // What it takes back was booked at the rate of its invoice.
  const tipoCambio = balances[0].invoice.tipo_cambio
  const applied = applications({ issuer, amounts, moneda, tipoCambio }, balances)
  const credit = applied.at(-1)?.credit ?? startOf({ issuer, amounts, moneda, tipoCambio })
  const totalBase = sumOf(applied.map(({ base }) => base)) + timesRate(credit.saldo, tipoCambio)
  return {
    issuer,
    amounts,
    motivo,
    claim,
    moneda,
    tipoCambio,
    balances,
    applied,
    credit,
    totalBase,
    paid: paidTaxes(credit, { applied, balances }),
  }
}

/** No more is taken off than is left of what the invoices were charged. @throws ApiError CFDI_REJECTED */
async function refuseBeyond(
  { tx, caller }: ActionContext,
  amounts: InvoiceAmounts,
  balances: readonly InvoiceBalance[],
): Promise<void> {
  const ids = balances.map(({ invoice }) => invoice.id)
  const beyond = creditedBeyond(amounts, {
    ...(await findCredited(tx, caller.empresa, ids)),
    folios: balances.map(({ invoice }) => invoice.folio),
  })
  if (beyond !== null) throw new ApiError([beyond])
}

function checkedAmounts({ comprobante }: VerifiedCfdi): InvoiceAmounts {
  const amounts = invoiceAmounts(comprobante)
  const wrong = amountsProblem(amounts)
  if (wrong !== null) refuse('CFDI_REJECTED', 'Total', wrong)
  if (amounts.locales + amounts.localesRetenidos === 0n) return amounts
  return refuse('CFDI_REJECTED', 'Complemento.ImpuestosLocales', CREDIT_HAS_LOCAL_TAXES())
}

/** The invoices that it names, locked. */
async function relatedInvoices(
  { tx, caller }: ActionContext,
  { comprobante }: VerifiedCfdi,
  issuers: readonly IssuerRow[],
): Promise<readonly [InvoiceBalance, ...InvoiceBalance[]]> {
  const relations = relationsOf(comprobante).filter(({ tipo }) => RELATIONS.has(tipo))
  const uuids = [...new Set(relations.map(({ uuid }) => uuid))]
  const field = 'CfdiRelacionados'
  if (uuids.length === 0) refuse('CFDI_REJECTED', field, CREDIT_NAMES_NO_INVOICE())
  const proveedores = issuers.map(({ id }) => id)
  const found = await findInvoicesOf(tx, caller.empresa, { proveedores, uuids })
  const missing = uuids.find((uuid) => !found.some((invoice) => invoice.uuid === uuid))
  if (missing !== undefined) {
    refuse('CFDI_REJECTED', field, CREDIT_OF_UNKNOWN_INVOICE({ uuid: missing }))
  }
  const locked = await lockInvoices(
    tx,
    caller.empresa,
    found.map(({ id }) => id),
  )
  const [first, ...more] = found.flatMap(({ id }) => {
    const row = locked.get(id)
    return row === undefined ? [] : [balanceOf(row)]
  })
  if (first === undefined) throw new Error('the invoices of a credit note are gone')
  return [first, ...more]
}

function reasonOf({ inputs }: ActionContext, { comprobante }: VerifiedCfdi): CreditReason {
  const given = inputText(inputs, 'motivo')
  // The input allows nothing else.
  if (given !== null) return given as CreditReason
  if (inputs.has('devolucion')) return 'devolucion'
  const isReturn = relationsOf(comprobante).some(({ tipo }) => tipo === RETURNED)
  return isReturn ? 'devolucion' : 'descuento'
}

/** The return that it is for: the one that is named, or the only one that waits. */
async function claimOf(
  { tx, caller, inputs }: ActionContext,
  issuer: IssuerRow,
): Promise<ClaimedReturn> {
  const id = inputText(inputs, 'devolucion')
  const claims = await findClaims(tx, caller.empresa, { id, proveedores: [issuer.id] })
  const [claim] = claims
  if (claim === undefined || (id === null && claims.length > 1)) {
    const message =
      claims.length === 0
        ? CREDIT_WITHOUT_RETURN({ supplier: issuer.razon_social })
        : CREDIT_OF_SEVERAL_RETURNS({ waiting: claims.map(({ folio }) => folio) })
    throw apiError('VALIDATION', message, 'devolucion')
  }
  if (claim.proveedor !== issuer.id || claim.estado !== 'enviada') {
    const { folio, estado: state } = claim
    const message = CREDIT_OF_RETURN_NOT_SENT({ folio, state, supplier: issuer.razon_social })
    throw apiError('INVALID_STATE', message, 'devolucion')
  }
  return claim
}

type Noted = Pick<CreditPlan, 'issuer' | 'amounts' | 'moneda' | 'tipoCambio'>

function startOf({ issuer, amounts, moneda, tipoCambio }: Noted): CreditBalance {
  const note = {
    folio: '',
    proveedor: issuer.id,
    moneda,
    tipo_cambio: tipoCambio,
    total: amountText(amounts.total),
    iva: amountText(taxSum(amounts, { impuesto: IVA, tipo: 'traslado' })),
    ieps: amountText(taxSum(amounts, { impuesto: IEPS, tipo: 'traslado' })),
    retencion_iva: amountText(taxSum(amounts, { impuesto: IVA, tipo: 'retencion' })),
    retencion_isr: amountText(taxSum(amounts, { impuesto: ISR, tipo: 'retencion' })),
  }
  return { note, saldo: cents(note.total), ivaUsed: 0n, iepsUsed: 0n }
}

/** Settles the invoices that it names, as far as they and it go; the rest of it is left. */
function applications(noted: Noted, balances: readonly InvoiceBalance[]): readonly AppliedCredit[] {
  const applied: AppliedCredit[] = []
  let credit = startOf(noted)
  for (const balance of balances) {
    if (!isPayable(balance) || creditProblem(credit, balance) !== null) continue
    const importe = balance.saldo < credit.saldo ? balance.saldo : credit.saldo
    if (importe === 0n) continue
    const appliedCredit = settleByNote(credit, balance, importe)
    applied.push(appliedCredit)
    credit = appliedCredit.credit
  }
  return applied
}
