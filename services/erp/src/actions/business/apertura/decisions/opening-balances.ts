import type { EntryCurrency } from '../../contabilidad/decisions/entry-source.ts'
import type { RowPlace } from '../opening-rows.ts'
import type { OpeningAccount, OpeningBank, OpeningParty } from '../store/opening-store.ts'

// What a company brings along, as the plan of its opening needs it. Amounts are in cents of their currency.

export interface AccountBalance {
  readonly place: RowPlace
  readonly cuenta: OpeningAccount
  /** One of the two is above zero. */
  readonly cargo: bigint
  readonly abono: bigint
  readonly currency: EntryCurrency
  readonly centroCosto: string | null
  readonly cliente: string | null
  readonly proveedor: string | null
}

export interface StockBalance {
  readonly place: RowPlace
  readonly articulo: string
  readonly almacen: string
  readonly cantidad: string
  /** What all of it costs, in the company's currency. */
  readonly importe: bigint
  readonly lote: string | null
  readonly serie: string | null
}

/** What a customer owes, or a supplier is owed, of one document. */
export interface OwedDocument {
  readonly place: RowPlace
  readonly party: OpeningParty
  readonly documento: string
  readonly fecha: string
  readonly vencimiento: string
  readonly total: bigint
  /** Part of the total. */
  readonly iva: bigint
  readonly currency: EntryCurrency
  readonly uuid: string | null
}

export interface BankBalance {
  readonly place: RowPlace
  readonly bank: OpeningBank
  /** Below zero: overdrawn. */
  readonly saldo: bigint
  readonly currency: EntryCurrency
}

export interface OpeningBalances {
  readonly cuentas: readonly AccountBalance[]
  readonly existencias: readonly StockBalance[]
  readonly porCobrar: readonly OwedDocument[]
  readonly porPagar: readonly OwedDocument[]
  readonly bancos: readonly BankBalance[]
}
