import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import { beforeInvoice } from '../../before-invoice.ts'
import { amountText, cents, timesRate } from '../../cents.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { AdvanceUse } from '../store/advance-application-store.ts'
import type { PayeeRow } from '../store/payment-facts-store.ts'
import {
  isPayable,
  paidTaxes,
  PAYABLE_TEXT,
  settle,
  type InvoiceBalance,
  type PaidTaxes,
  type Settlement,
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
    beforeInvoice(fecha, { name: `CuentaPorPagar ${folio}`, fecha: issued })
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
  const [own, other] = [`AnticipoProveedor ${advance.folio}`, `CuentaPorPagar ${invoice.folio}`]
  if (invoice.proveedor !== advance.proveedor) {
    return wrong('cuenta', `${other} is owed to another supplier than ${own} was paid to.`)
  }
  if (invoice.moneda !== advance.moneda) {
    const message = `${other} is in ${invoice.moneda_clave}, and ${own} in ${advance['moneda.clave']}.`
    return wrong('cuenta', message)
  }
  if (!isPayable({ invoice, saldo })) {
    const message = `${other} is ${invoice.estado} with ${amountText(saldo)} left; only what is ${PAYABLE_TEXT} is paid.`
    return { code: 'INVALID_STATE', field: 'cuenta', message }
  }
  if (importe <= 0n) return wrong('importe', 'importe must be above zero.')
  const left = cents(advance.saldo)
  if (importe <= left && importe <= saldo) return null
  const message = `importe is ${amountText(importe)}, but ${own} has ${amountText(left)} and ${other} ${amountText(saldo)} left.`
  return wrong('importe', message)
}

function wrong(field: string, message: string): ErrorEntry {
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
