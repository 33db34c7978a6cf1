import { cents, sumOf } from '../../cents.ts'
import type {
  EntryAmount,
  EntryCurrency,
  EntrySource,
} from '../../contabilidad/decisions/entry-source.ts'
import type { BankAccountRow } from '../../tesoreria/store/bank-store.ts'
import type { InvoiceRow } from '../store/owed-invoice-store.ts'
import type { PayeeRow } from '../store/payment-facts-store.ts'
import { paidTaxAmounts } from './paid-tax-amounts.ts'
import { exchangeOf, type PlannedPayment } from './plan-payment.ts'

/** Whom and what a payment's entry concerns beside the invoices. */
export interface PaymentParties {
  readonly payee: PayeeRow
  readonly account: BankAccountRow
  /** The company's currency. */
  readonly currency: string
}

/**
 * What the books are told of a payment. The record and its folio are known only when numbers are taken.
 * @source docs/decisions/0242-erp-entries.md
 */
export function paymentSource(
  plan: PlannedPayment,
  { payee, account, currency }: PaymentParties,
): EntrySource {
  const { draft, lines, pagado, anticipo } = plan
  const { utilidad, perdida } = exchangeOf(plan)
  const base = (value: bigint) => inBooks(value, currency)
  return {
    model: 'PagoProveedor',
    event: 'pagar',
    origin: 'tesoreria',
    record: draft.document?.id ?? '',
    folio: draft.document?.folio ?? '',
    fecha: draft.fecha,
    currency: { moneda: draft.moneda, tipoCambio: draft.tipo_cambio },
    dimensiones: {
      proveedor: Number(draft.proveedor),
      moneda: Number(draft.moneda),
      forma_pago: Number(draft.forma_pago),
      cuenta_bancaria: Number(account.id),
      sucursal: account.sucursal,
    },
    total: pagado.base,
    amounts: {
      pagado,
      anticipo,
      aplicado: byCurrency(
        lines.map(({ line, settlement, descuento }) => ({
          invoice: settlement.after.invoice,
          own: cents(line.importe) + descuento,
          base: settlement.base,
        })),
      ),
      descuento: byCurrency(
        lines.map(({ settlement, descuento, descuentoBase }) => ({
          invoice: settlement.after.invoice,
          own: descuento,
          base: descuentoBase,
        })),
      ),
      perdida_cambiaria: base(perdida),
      utilidad_cambiaria: base(utilidad),
      ...paidTaxAmounts(lines, { payee, base }),
    },
    accounts: {
      'proveedor.cuenta_contable': payee.cuenta_contable,
      'proveedor.cuenta_anticipos': payee.cuenta_anticipos,
      'cuenta_bancaria.cuenta_contable': account.cuenta_contable,
    },
    proveedor: draft.proveedor,
    cliente: null,
    lines: [],
  }
}

/** An amount that the books alone have. */
export function inBooks(value: bigint, currency: string): EntryAmount {
  return { own: value, base: value, currency: { moneda: currency, tipoCambio: '1' } }
}

/** Amounts of invoices: one part for each currency and rate. */
function byCurrency(
  amounts: readonly {
    readonly invoice: InvoiceRow
    readonly own: bigint
    readonly base: bigint
  }[],
): EntryAmount {
  const parts = new Map<string, { own: bigint; base: bigint; currency: EntryCurrency }>()
  for (const { invoice, own, base } of amounts) {
    const currency = { moneda: invoice.moneda, tipoCambio: invoice.tipo_cambio }
    const key = `${currency.moneda} ${currency.tipoCambio}`
    const known = parts.get(key) ?? { own: 0n, base: 0n, currency }
    parts.set(key, { own: known.own + own, base: known.base + base, currency })
  }
  const all = [...parts.values()]
  return {
    own: sumOf(all.map(({ own }) => own)),
    base: sumOf(all.map(({ base }) => base)),
    parts: all,
  }
}
