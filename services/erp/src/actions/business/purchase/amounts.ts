import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../errors.ts'
import type { LineSum, PurchaseRow } from '../../../store/purchase-store.ts'
import { amountText, cents, sumOf, timesRate } from '../cents.ts'

/** The amounts of a document; the total is what the others make. */
export interface Amounts {
  readonly subtotal: bigint
  readonly descuento: bigint
  readonly impuestos: bigint
  readonly retenciones: bigint
  readonly total: bigint
}

export interface PurchaseAmounts {
  /** In the purchase's currency. */
  readonly own: Amounts
  /** In the company's currency, in which limits, budgets and books are kept. */
  readonly base: Amounts
}

/**
 * What a purchase comes to, from its lines. Discount, taxes and withholdings may stand at the lines or at the document;
 * a total that was written must be what they make, since people approve what they read.
 * @source docs/decisions/0211-erp-purchases.md
 */
export function purchaseAmounts(
  purchase: PurchaseRow,
  lines: readonly LineSum[],
  companyCurrency: string,
): Result<PurchaseAmounts, ErrorEntry> {
  const name = `Compra ${purchase.id}`
  if (lines.length === 0) return fail({ code: 'NO_LINES', message: `${name} has no lines.` })
  const rateProblem = wrongRate(purchase, companyCurrency)
  if (rateProblem !== null) return fail(rateProblem)
  const own = documentAmounts(purchase, lines)
  const written = cents(purchase.total)
  if (own.total < 0n || (written !== 0n && written !== own.total)) {
    const message = `total is ${purchase.total}, but the lines of ${name} make ${amountText(own.total)}.`
    return fail({ code: 'VALIDATION', field: 'total', message })
  }
  return ok({ own, base: companyAmounts(purchase, lines) })
}

function wrongRate(purchase: PurchaseRow, companyCurrency: string): ErrorEntry | null {
  const isOne = /^1(?:\.0*)?$/.test(purchase.tipo_cambio)
  if (isOne === (purchase.moneda === companyCurrency)) return null
  const message = isOne
    ? `tipo_cambio is 1, but ${purchase.moneda_clave} is not the currency of the company.`
    : `tipo_cambio must be 1: ${purchase.moneda_clave} is the currency of the company.`
  return { code: 'VALIDATION', field: 'tipo_cambio', message }
}

function documentAmounts(purchase: PurchaseRow, lines: readonly LineSum[]): Amounts {
  const sum = (part: keyof LineSum) => sumOf(lines.map((line) => cents(String(line[part]))))
  return withTotal({
    subtotal: sum('importe'),
    descuento: sum('descuento') || cents(purchase.descuento),
    impuestos: sum('impuestos') || cents(purchase.impuestos),
    retenciones: sum('retenciones') || cents(purchase.retenciones),
  })
}

function companyAmounts(purchase: PurchaseRow, lines: readonly LineSum[]): Amounts {
  const sum = (part: keyof LineSum) => sumOf(lines.map((line) => cents(String(line[part]))))
  const converted = (amount: string) => timesRate(cents(amount), purchase.tipo_cambio)
  return withTotal({
    subtotal: sum('importe_base'),
    descuento: sum('descuento_base') || converted(purchase.descuento),
    impuestos: sum('impuestos_base') || converted(purchase.impuestos),
    retenciones: sum('retenciones_base') || converted(purchase.retenciones),
  })
}

function withTotal(parts: Omit<Amounts, 'total'>): Amounts {
  const { subtotal, descuento, impuestos, retenciones } = parts
  return { ...parts, total: subtotal - descuento + impuestos - retenciones }
}
