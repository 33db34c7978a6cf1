import type { ErrorEntry } from '../../../../errors.ts'
import { amountText, cents, sumOf, timesRate } from '../../cents.ts'
import type { InvoiceTax } from './invoice-amounts.ts'
import { IVA } from './invoice-entry.ts'
import type { PendingInvoice, PendingTax } from './pending-invoice.ts'
import type { InvoiceShare } from './three-way.ts'

/** The tax of an import in the breakdown of an invoice: no part of its total. */
export const IMPORT = 'importacion'

const RATE = '0.160000'
const FACTORS: ReadonlySet<string> = new Set(['Tasa', 'Exento'])

/**
 * The IVA that whoever pays for services or rights from abroad owes and credits (LIVA 24 II, III and V, 26 IV): of the
 * lines that are no goods, which pay it at the customs; what somebody wrote of it is taken as it is.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export function importTaxes(
  taxes: readonly InvoiceTax[],
  shares: readonly InvoiceShare[],
): readonly InvoiceTax[] {
  if (taxes.some(({ tipo }) => tipo === IMPORT)) return []
  const services = shares.filter((share) => !isOfGoods(share))
  const base = sumOf(services.map(({ importe, descuento }) => importe - descuento))
  if (base <= 0n) return []
  const importe = timesRate(base, RATE)
  return [{ impuesto: IVA, tipo: IMPORT, factor: 'Tasa', tasa: RATE, base, importe }]
}

function isOfGoods({ target, receipt }: InvoiceShare): boolean {
  return target.kind === 'order' && (receipt?.recepcion_servicio ?? null) === null
}

/** Why the taxes of imports that somebody wrote cannot be; none: they can. */
export function importProblems(row: PendingInvoice): readonly ErrorEntry[] {
  const imports = row.taxes.filter(({ tipo }) => tipo === IMPORT)
  const message = imports.map(importProblem).find((problem) => problem !== null)
  if (message !== undefined && message !== null) return [invalid(`${row.folio}: ${message}`)]
  const bases = sumOf(imports.map(({ base }) => cents(base)))
  const net = cents(row.subtotal) - cents(row.descuento)
  if (bases <= net) return []
  const more = `${row.folio}: the bases of importacion add up to ${amountText(bases)}, but its lines to ${amountText(net)}.`
  return [invalid(more)]
}

function importProblem(tax: PendingTax): string | null {
  const { tasa, base, importe } = tax
  const { 'impuesto.clave': impuesto, 'factor.clave': factor } = tax
  const rate = factor === 'Exento' ? '0' : (tasa ?? '')
  const isKnown = rate !== '' && [0, Number(RATE)].includes(Number(rate))
  if (impuesto !== IVA || !FACTORS.has(factor) || !isKnown)
    return 'importacion is IVA (002) of 16 %, of 0 % (services that are used abroad) or Exento.'
  if (!tax.es_acreditable)
    return 'IVA of an importacion that is not credited has no account here; enter it by hand.'
  const due = timesRate(cents(base), rate)
  if (cents(importe) === due) return null
  return `importe of importacion is ${importe}, but its base of ${base} makes ${amountText(due)}.`
}

function invalid(message: string): ErrorEntry {
  return { code: 'VALIDATION', field: 'desglose', message: `CuentaPorPagar ${message}` }
}
