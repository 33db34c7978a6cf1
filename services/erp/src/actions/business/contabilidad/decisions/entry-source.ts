import type { DocumentOrigin, LineOrigin } from './account-origins.ts'

/** An amount in cents: in the document's currency and in the company's. */
export interface EntryAmount {
  readonly own: bigint
  readonly base: bigint
  /** The currency of `own`, where it is not that of the document. */
  readonly currency?: EntryCurrency
  /** What a whole amount is made of where it has several currencies or rates: a line of the entry each. */
  readonly parts?: readonly EntryAmount[]
}

export interface EntryCurrency {
  readonly moneda: string
  readonly tipoCambio: string
}

type NamedAmounts = Readonly<Record<string, EntryAmount>>

/** A line of a document, or several of one account and cost centre added up. */
export interface EntrySourceLine {
  /** Ids of accounts; null: what the line names has none. */
  readonly accounts: Readonly<Partial<Record<LineOrigin, string | null>>>
  readonly amounts: NamedAmounts
  readonly centroCosto: string | null
}

/**
 * What a document tells the books of something that happened to it. Every amount that the event has is given, also when
 * it is zero: a name that a rule asks for and the source lacks is a fault of the rule.
 */
export interface EntrySource {
  readonly model: string
  /** As rules name it: the action. */
  readonly event: string
  readonly origin: EntryOrigin
  readonly record: string
  readonly folio: string
  readonly fecha: string
  readonly currency: EntryCurrency
  /** What conditions ask about, by field; `centro_costo` and `proyecto` go onto the lines of the entry. */
  readonly dimensiones: Readonly<Record<string, number | null>>
  /** What conditions on the total compare: in the company's currency. */
  readonly total: bigint
  readonly amounts: NamedAmounts
  readonly accounts: Readonly<Partial<Record<DocumentOrigin, string | null>>>
  readonly proveedor: string | null
  readonly cliente: string | null
  readonly lines: readonly EntrySourceLine[]
}

/** `origen` of the entries that documents make. */
type EntryOrigin =
  | 'compras'
  | 'ventas'
  | 'tesoreria'
  | 'inventario'
  | 'nomina'
  | 'cierre'
  | 'importada'
