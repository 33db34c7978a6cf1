import { amountText, cents, sumOf } from '../../cents.ts'
import type { BankPosition, PositionItem } from '../store/position-store.ts'

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
export function figuresOf(position: BankPosition): ReconciliationFigures {
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

/** What an item that only one side has is called. */
export function kindOf({ origen, importe }: Pick<PositionItem, 'origen' | 'importe'>) {
  const isIn = cents(importe) > 0n
  if (origen === 'libros') return isIn ? 'deposito_transito' : 'cheque_transito'
  return isIn ? 'abono_banco' : 'cargo_banco'
}
