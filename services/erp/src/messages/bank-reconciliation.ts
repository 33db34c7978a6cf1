import { message, type Message } from './message.ts'

// Why lines of a bank and movements of the books are not matched, and a reconciliation not closed.

interface OfMost {
  readonly most: number
}

export const TOO_MANY_OPEN_BY_DAY = message<OfMost & { readonly day: string }>({
  en: ({ most, day }) =>
    `More than ${most} lines and movements are open up to ${day}; ask for an earlier day.`,
  es: ({ most, day }) =>
    `Hay más de ${most} renglones y movimientos sin conciliar hasta el ${day}; pide un día anterior.`,
})

export const RECONCILE_EARLIER_DAY = message<OfMost & { readonly day: string }>({
  en: ({ most, day }) =>
    `More than ${most} lines or movements are open up to ${day}; reconcile an earlier day first.`,
  es: ({ most, day }) =>
    `Hay más de ${most} renglones o movimientos sin conciliar hasta el ${day}; concilia primero un día anterior.`,
})

export const TOO_MANY_OPEN = message<OfMost>({
  en: ({ most }) => `More than ${most} lines and movements are open.`,
  es: ({ most }) => `Hay más de ${most} renglones y movimientos sin conciliar.`,
})

export const STATEMENTS_END_BEFORE = message<{
  readonly day: string
  /** The last day of the statements; null: there is none. */
  readonly until: string | null
}>({
  en: ({ day, until }) =>
    until === null
      ? `fecha is ${day}, but the statements of the account reach no day; import the next one.`
      : `fecha is ${day}, but the statements of the account reach ${until}; import the next one.`,
  es: ({ day, until }, say) =>
    until === null
      ? `${say.field('fecha')} es ${day}, pero la cuenta no tiene estados de cuenta; importa el primero.`
      : `${say.field('fecha')} es ${day}, pero los estados de cuenta llegan al ${until}; importa el siguiente.`,
})

export const DIFFERENCE_UNEXPLAINED = message<{
  readonly bank: string
  readonly books: string
  readonly difference: string
}>({
  en: ({ bank, books, difference }) =>
    `The bank says ${bank} and the books ${books}; ${difference} of it is explained by nothing.`,
  es: ({ bank, books, difference }, say) =>
    `El banco dice ${say.amount(bank)} y los libros ${say.amount(books)}; nada explica una diferencia de ${say.amount(difference)}.`,
})

export const STATEMENT_DOES_NOT_ADD_UP = message<{
  readonly folio: string
  readonly balance: string
}>({
  en: ({ folio, balance }) =>
    `The lines lead to ${balance} at the end of EstadoCuentaBancario ${folio}, which is not its saldo_final.`,
  es: ({ folio, balance }, say) => {
    const closing = say.field('saldo_final', 'EstadoCuentaBancario')
    return `Con sus renglones, el estado de cuenta bancario ${folio} termina en ${say.amount(balance)}, que no es su ${closing}.`
  },
})

export const NAME_AT_LEAST_TWO = message({
  en: () => 'Name at least two: renglones and movimientos.',
  es: (_, say) => `Da al menos dos entre ${say.field('renglones')} y ${say.field('movimientos')}.`,
})

export const SIDES_DIFFER = message<{ readonly bank: string; readonly books: string }>({
  en: ({ bank, books }) =>
    `The lines are ${bank} and the movements ${books}; they must be the same.`,
  es: ({ bank, books }, say) =>
    `Los renglones suman ${say.amount(bank)} y los movimientos ${say.amount(books)}; deben sumar lo mismo.`,
})

export const LIST_OF_IDS = message<{ readonly name: string } & OfMost>({
  en: ({ name, most }) => `${name} must be a list of 1 to ${most} ids.`,
  es: ({ name, most }, say) => `${say.field(name)} debe ser una lista de 1 a ${most} ids.`,
})

export const IDS_ONCE = message<{ readonly field: string }>({
  en: ({ field }) => `${field} must be an id, each once.`,
  es: ({ field }, say) => `${say.field(field)} debe ser un id, y cada id una sola vez.`,
})

export const ID_CANNOT = message<{
  readonly field: string
  readonly id: string
  readonly what: Message
}>({
  en: ({ field, id, what }, say) => `${field}: ${id} ${what.in(say)}.`,
  es: ({ field, id, what }, say) => `${say.field(field)}: el id ${id} ${what.in(say)}.`,
})

/** Follows the id of a line of the bank, or of a movement. */
export const NOT_FREE = message({
  en: () =>
    'is not of the account, is later than the reconciliation, or is reconciled or cancelled',
  es: () => 'no es de la cuenta, es posterior a la conciliación, o ya está conciliado o cancelado',
})

/** Follows the id of an item of a reconciliation. */
export const NOT_MATCHED_HERE = message({
  en: () => 'is not a matched item of this reconciliation',
  es: () => 'no es una partida conciliada de esta conciliación',
})

export const MATCHED_MOVEMENT_KEEPS = message<{ readonly id: string; readonly field: string }>({
  en: ({ id, field }) =>
    `MovimientoBancario ${id} is matched in a ConciliacionBancaria: ${field} cannot change unless desconciliar frees it.`,
  es: ({ id, field }, say) =>
    `El movimiento bancario ${id} está conciliado: para cambiar ${say.field(field, 'MovimientoBancario')}, libéralo antes con ${say.field('desconciliar')}.`,
})
