import { amountText, cents, sumOf } from '../../cents.ts'
import type { PositionItem } from '../store/position-store.ts'

/** What only one side has. */
type Unexplained = Pick<PositionItem, 'origen' | 'id' | 'importe'>

/** An account by its bank and by the books, and what explains the difference. */
export interface AccountBalances {
  readonly saldo_banco: string
  readonly saldo_libros: string
  readonly items: readonly Unexplained[]
}

/** What a reconciliation says of an account at the end of a day. */
export interface ReconciliationFigures {
  readonly saldo_banco: string
  readonly saldo_libros: string
  readonly depositos_transito: string
  readonly cheques_transito: string
  readonly cargos_banco: string
  readonly abonos_banco: string
  readonly diferencia: string
}

/** The balance by the bank, with what the books alone have and without what the bank alone has, is that of the books. */
export function figuresOf(position: AccountBalances): ReconciliationFigures {
  const { items, saldo_banco, saldo_libros } = position
  const sum = (origen: PositionItem['origen'], side: 'in' | 'out') =>
    sumOf(
      items
        .filter((item) => item.origen === origen)
        .map(({ importe }) => cents(importe))
        .filter((amount) => (side === 'in' ? amount > 0n : amount < 0n)),
    )
  const deposits = sum('libros', 'in')
  const cheques = sum('libros', 'out')
  const credits = sum('banco', 'in')
  const charges = sum('banco', 'out')
  const explained = cents(saldo_banco) + deposits + cheques - credits - charges
  return {
    saldo_banco,
    saldo_libros,
    depositos_transito: amountText(deposits),
    cheques_transito: amountText(-cheques),
    cargos_banco: amountText(-charges),
    abonos_banco: amountText(credits),
    diferencia: amountText(explained - cents(saldo_libros)),
  }
}

/** The same account once lines and movements are matched: what both sides have explains nothing. */
export function withMatched(
  position: AccountBalances,
  matched: readonly Pick<Unexplained, 'origen' | 'id'>[],
): AccountBalances {
  const both = new Set(matched.map(keyOf))
  return { ...position, items: position.items.filter((item) => !both.has(keyOf(item))) }
}

/** What a match held. */
export interface FreedItem extends Unexplained {
  readonly fecha: string
  /** A movement that is cancelled with its match. */
  readonly isCancelled: boolean
}

/** The account at the end of a day once matches are undone: what they held explains again, or never was. */
export function withFreed(
  position: AccountBalances,
  freed: readonly FreedItem[],
  hasta: string,
): AccountBalances {
  const due = freed.filter(({ fecha }) => fecha <= hasta)
  const cancelled = due.filter(({ isCancelled }) => isCancelled)
  const lost = sumOf(cancelled.map(({ importe }) => cents(importe)))
  return {
    ...position,
    saldo_libros: amountText(cents(position.saldo_libros) - lost),
    items: [
      ...withMatched(position, freed).items,
      ...due.filter(({ isCancelled }) => !isCancelled),
    ],
  }
}

function keyOf({ origen, id }: Pick<Unexplained, 'origen' | 'id'>): string {
  return `${origen} ${id}`
}

/** What an item that only one side has is called. */
export function kindOf({ origen, importe }: Pick<PositionItem, 'origen' | 'importe'>) {
  const isIn = cents(importe) > 0n
  if (origen === 'libros') return isIn ? 'deposito_transito' : 'cheque_transito'
  return isIn ? 'abono_banco' : 'cargo_banco'
}
