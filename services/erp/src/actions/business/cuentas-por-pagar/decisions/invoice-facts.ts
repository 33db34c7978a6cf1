import type { Picked } from '../../../../dictionary/row-types.ts'
import type { CatalogIds } from '../../../../store/catalogs/catalog-ids.ts'
import type { EntryRule } from '../../../../store/journal-store.ts'
import type { Periods } from '../../contabilidad/accounting-periods.ts'
import type { SameInvoice } from '../store/invoice-store.ts'
import type {
  CompanyRow,
  IssuerRow,
  OrderLineRow,
  OrderRow,
  ReceiptRow,
  ToleranceRow,
} from '../store/match-store.ts'
import type { KnownCfdi } from '../store/received-store.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import type { ExpenseTerms, NamedTarget } from './match-lines.ts'
import type { ExistingInvoice } from './pending-invoice.ts'
import type { ReceiptsLeft } from './three-way.ts'

/** A document that is to be registered as an invoice, and what was said of it. */
export interface InvoiceCandidate {
  /** By which the caller knows it. */
  readonly key: string
  readonly document: InvoiceDocument
  readonly compras: readonly string[]
  readonly recepciones: readonly string[]
  readonly named: readonly NamedTarget[]
  readonly expense: ExpenseTerms | null
  readonly condicion: string | null
  /** The day of the entry; null: that of the invoice. */
  readonly fecha: string | null
  /** The record that somebody made for it; null: it will be a new one. */
  readonly existing: ExistingInvoice | null
}

/** A condition of payment. */
export type Terms = Picked<'CondicionPago', 'dias' | 'es_contado'>

/** Everything that the checks need, read and locked once for the whole batch. */
export interface InvoiceFacts {
  readonly today: string
  readonly company: CompanyRow
  readonly issuers: readonly IssuerRow[]
  readonly orders: ReadonlyMap<string, OrderRow>
  readonly orderLines: readonly OrderLineRow[]
  readonly receipts: readonly ReceiptRow[]
  readonly left: ReceiptsLeft
  readonly tolerances: readonly ToleranceRow[]
  readonly expenses: ReadonlyMap<
    string,
    Picked<'CatalogoGasto', 'clave' | 'cuenta_contable' | 'activo'>
  >
  readonly terms: ReadonlyMap<string, Terms>
  readonly currencies: CatalogIds
  readonly same: readonly SameInvoice[]
  readonly known: ReadonlyMap<string, KnownCfdi>
  readonly periods: Periods
  readonly rules: readonly EntryRule[]
}
