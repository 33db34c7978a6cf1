import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import { DOCUMENT } from '../../../../messages/documents.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  CURRENCIES_DIFFER,
  INVOICE_NOT_PAID,
  OWED_TO_OTHER_THAN_ADVANCE,
} from '../../../../messages/owed-invoices.ts'
import { APPLIES_NOTHING, APPLIES_TOO_MUCH } from '../../../../messages/supplier-advances.ts'
import { beforeInvoice } from '../../before-invoice.ts'
import { amountText, cents, timesRate } from '../../cents.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { AdvanceUse } from '../store/advance-application-store.ts'
import type { PayeeRow } from '../store/payment-facts-store.ts'
import {
  isPayable,
  paidTaxes,
  settle,
  type InvoiceBalance,
  type PaidTaxes,
  type Settlement,
  unpayable,
} from './invoice-balance.ts'
import { paidTaxAmounts } from './paid-tax-amounts.ts'
import { inBooks } from './payment-entry.ts'
import { beyondBooked } from './plan-payment.ts'

/** What is read of an advance besides its folio and its state. */
export const ADVANCE = [
  'proveedor',
  'moneda',
  'moneda.clave',
  'tipo_cambio',
  'importe',
  'saldo',
] as const

export type Advance = Picked<'AnticipoProveedor', 'folio' | (typeof ADVANCE)[number]>

/** What applying an advance to an invoice does. */
export interface PlannedApplication {
  readonly advance: Advance
  readonly importe: bigint
  readonly settlement: Settlement
  /** What the account of advances goes down by, in the company's currency. */
  readonly anticipoBase: bigint
  /** What of the invoice's taxes can be credited now, by what the advance was worth. */
  readonly pagados: PaidTaxes
  /** What is left of the advance. */
  readonly saldo: bigint
}

/** What is asked for; without an amount as much as either has. */
interface AskedApplication {
  readonly importe: string | null
  readonly fecha: string
  /** The company's. */
  readonly currency: string
  /** What of the advance was applied before; undefined: nothing. */
  readonly used: AdvanceUse | undefined
}

/**
 * Applies an advance to an invoice of the same supplier and currency: as much as was asked for, or as either has left.
 * @source docs/decisions/0249-erp-payments.md
 */
export function planApplication(
  advance: Advance,
  balance: InvoiceBalance,
  { importe: asked, fecha, currency, used }: AskedApplication,
): Result<PlannedApplication, ErrorEntry> {
  const before = cents(advance.saldo)
  const importe = asked === null ? smaller(before, balance.saldo) : cents(asked)
  const { folio, fecha: issued } = balance.invoice
  const problem =
    problemOf(advance, balance, importe) ??
    beforeInvoice(fecha, { name: DOCUMENT({ model: 'CuentaPorPagar', folio }), fecha: issued })
  if (problem !== null) return fail(problem)
  const applied = cents(used?.importe ?? '0') + importe
  const settlement = settle(balance, importe)
  return ok({
    advance,
    importe,
    settlement,
    anticipoBase: timesRate(applied, advance.tipo_cambio) - cents(used?.base ?? '0'),
    pagados: paidTaxes(settlement, {
      settled: importe,
      importe,
      pago: importe,
      tipoCambio: advance.tipo_cambio,
      isInOwnCurrency: advance.moneda === currency,
    }),
    saldo: before - importe,
  })
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function problemOf(
  advance: Advance,
  { invoice, saldo }: InvoiceBalance,
  importe: bigint,
): ErrorEntry | null {
  const { folio, moneda_clave: currency } = invoice
  const document = DOCUMENT({ model: 'AnticipoProveedor', folio: advance.folio })
  if (invoice.proveedor !== advance.proveedor) {
    return wrong('cuenta', OWED_TO_OTHER_THAN_ADVANCE({ folio, against: document }))
  }
  if (invoice.moneda !== advance.moneda) {
    const own = { against: document, own: advance['moneda.clave'] }
    return wrong('cuenta', CURRENCIES_DIFFER({ folio, currency, ...own }))
  }
  if (!isPayable({ invoice, saldo })) {
    const message = INVOICE_NOT_PAID(unpayable({ invoice, saldo }))
    return { code: 'INVALID_STATE', field: 'cuenta', message }
  }
  if (importe <= 0n) return wrong('importe', APPLIES_NOTHING())
  const left = cents(advance.saldo)
  if (importe <= left && importe <= saldo) return null
  const message = APPLIES_TOO_MUCH({
    importe: amountText(importe),
    document,
    left: amountText(left),
    against: DOCUMENT({ model: 'CuentaPorPagar', folio }),
    owed: amountText(saldo),
  })
  return wrong('importe', message)
}

function wrong(field: string, message: Message): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

/** What the books are told of it. */
export function applicationSource(
  planned: PlannedApplication,
  facts: { readonly payee: PayeeRow; readonly currency: string; readonly fecha: string },
): EntrySource {
  const { advance, importe, settlement, anticipoBase, pagados } = planned
  const { invoice } = settlement.after
  const gained = settlement.base - anticipoBase + beyondBooked(settlement, pagados)
  const base = (value: bigint) => inBooks(value, facts.currency)
  return {
    model: 'AnticipoProveedor',
    event: 'aplicar_anticipo',
    origin: 'tesoreria',
    record: advance.id,
    folio: advance.folio,
    fecha: facts.fecha,
    currency: { moneda: advance.moneda, tipoCambio: advance.tipo_cambio },
    dimensiones: { proveedor: Number(advance.proveedor), moneda: Number(advance.moneda) },
    total: anticipoBase,
    amounts: {
      aplicado: {
        own: importe,
        base: settlement.base,
        currency: { moneda: invoice.moneda, tipoCambio: invoice.tipo_cambio },
      },
      anticipo: { own: importe, base: anticipoBase },
      perdida_cambiaria: base(gained < 0n ? -gained : 0n),
      utilidad_cambiaria: base(gained > 0n ? gained : 0n),
      ...paidTaxAmounts([planned], { payee: facts.payee, base }),
    },
    accounts: {
      'proveedor.cuenta_contable': facts.payee.cuenta_contable,
      'proveedor.cuenta_anticipos': facts.payee.cuenta_anticipos,
    },
    proveedor: advance.proveedor,
    cliente: null,
    lines: [],
  }
}
