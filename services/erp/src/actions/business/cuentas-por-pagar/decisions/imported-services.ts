import type { ErrorEntry } from '../../../../errors.ts'
import { DOCUMENT } from '../../../../messages/documents.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  IMPORT_BASES_TOO_LARGE,
  IMPORT_NOT_CREDITED,
  IMPORT_OF_OTHER_AMOUNT,
  IMPORT_OF_OTHER_RATE,
} from '../../../../messages/typed-invoices.ts'
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
  const document = DOCUMENT({ model: 'CuentaPorPagar', folio: row.folio })
  const wrong = imports
    .map((tax) => importProblem(document, tax))
    .find((problem) => problem !== null)
  if (wrong !== undefined && wrong !== null) return [invalid(wrong)]
  const bases = sumOf(imports.map(({ base }) => cents(base)))
  const net = cents(row.subtotal) - cents(row.descuento)
  if (bases <= net) return []
  const sums = { bases: amountText(bases), net: amountText(net) }
  return [invalid(IMPORT_BASES_TOO_LARGE({ document, ...sums }))]
}

function importProblem(document: Message, tax: PendingTax): Message | null {
  const { tasa, base, importe } = tax
  const { 'impuesto.clave': impuesto, 'factor.clave': factor } = tax
  const rate = factor === 'Exento' ? '0' : (tasa ?? '')
  const isKnown = rate !== '' && [0, Number(RATE)].includes(Number(rate))
  if (impuesto !== IVA || !FACTORS.has(factor) || !isKnown)
    return IMPORT_OF_OTHER_RATE({ document })
  if (!tax.es_acreditable) return IMPORT_NOT_CREDITED({ document })
  const due = timesRate(cents(base), rate)
  if (cents(importe) === due) return null
  return IMPORT_OF_OTHER_AMOUNT({ document, importe, base, due: amountText(due) })
}

function invalid(message: Message): ErrorEntry {
  return { code: 'VALIDATION', field: 'desglose', message }
}
