import { message } from './message.ts'

// What the lines of a bank's statement contradict.

export const STATEMENT_HAS_LINES = message<{ readonly folio: string }>({
  en: ({ folio }) => `EstadoCuentaBancario ${folio} has its lines already.`,
  es: ({ folio }) => `El estado de cuenta bancario ${folio} ya tiene sus renglones.`,
})

interface OfAccount {
  /** Its key. */
  readonly account: string
}

export const FILE_IN_OTHER_CURRENCY = message<
  OfAccount & { readonly currency: string; readonly own: string }
>({
  en: ({ account, currency, own }) =>
    `The file is in ${currency}, but CuentaBancaria ${account} is in ${own}.`,
  es: ({ account, currency, own }) =>
    `El archivo está en ${currency}, pero la cuenta bancaria ${account} está en ${own}.`,
})

export const FILE_OF_OTHER_ACCOUNT = message<
  OfAccount & { readonly named: string; readonly number: string }
>({
  en: ({ account, named, number }) =>
    `The file is of the account ${named}, but CuentaBancaria ${account} is ${number}.`,
  es: ({ account, named, number }) =>
    `El archivo es de la cuenta ${named}, pero la cuenta bancaria ${account} es la ${number}.`,
})

export const ROW_OUTSIDE_STATEMENT = message<{
  readonly row: number
  readonly day: string
  readonly from: string
  readonly until: string
}>({
  en: ({ row, day, from, until }) =>
    `Row ${row} of the file is of ${day}, but the statement goes from ${from} to ${until}.`,
  es: ({ row, day, from, until }) =>
    `La fila ${row} del archivo es del ${day}, pero el estado de cuenta va del ${from} al ${until}.`,
})

export const ROWS_SHARE_ID = message<{
  readonly before: number
  readonly row: number
  readonly id: string
}>({
  en: ({ before, row, id }) =>
    `Rows ${before} and ${row} of the file have the id ${id} and are not the same.`,
  es: ({ before, row, id }) =>
    `Las filas ${before} y ${row} del archivo tienen el mismo id ${id} y no son iguales.`,
})

export const LATER_STATEMENT_HAS_LINES = message<{ readonly other: string }>({
  en: ({ other }) =>
    `EstadoCuentaBancario ${other} of the account begins later and has its lines; import them by their days.`,
  es: ({ other }) =>
    `El estado de cuenta bancario ${other} de la misma cuenta empieza después y ya tiene sus renglones; impórtalos por orden de fecha.`,
})

export const STATEMENTS_OVERLAP = message<{ readonly other: string; readonly row: number }>({
  en: ({ other, row }) =>
    `EstadoCuentaBancario ${other} has days of this one too, and row ${row} has no id of the bank.`,
  es: ({ other, row }) =>
    `El estado de cuenta bancario ${other} abarca también días de este, y la fila ${row} no trae el id del banco.`,
})

export const OPENING_NOT_BALANCE_BEFORE = message<{
  readonly opening: string
  readonly before: string
}>({
  en: ({ opening, before }) =>
    `saldo_inicial is ${opening}, but the statements before it end at ${before}.`,
  es: ({ opening, before }, say) =>
    `${say.field('saldo_inicial')} es ${say.amount(opening)}, pero los estados de cuenta anteriores terminan en ${say.amount(before)}.`,
})

export const LINES_NOT_TO_CLOSING = message<{
  readonly opening: string
  readonly made: string
  readonly closing: string
}>({
  en: ({ opening, made, closing }) =>
    `saldo_inicial ${opening} and the lines give ${made}, but saldo_final is ${closing}.`,
  es: ({ opening, made, closing }, say) => {
    const [first, last] = [say.field('saldo_inicial'), say.field('saldo_final')]
    return `${first} ${say.amount(opening)} más los renglones da ${say.amount(made)}, pero ${last} es ${say.amount(closing)}.`
  },
})

export const CLOSING_NOT_OF_FILE = message<{
  readonly closing: string
  readonly told: string
  readonly day: string
}>({
  en: ({ closing, told, day }) =>
    `saldo_final is ${closing}, but the file says ${told} for ${day}.`,
  es: ({ closing, told, day }, say) =>
    `${say.field('saldo_final')} es ${say.amount(closing)}, pero el archivo dice ${say.amount(told)} al ${day}.`,
})

export const ROW_LEFT_OUT = message<{ readonly row: number; readonly id: string | null }>({
  en: ({ row, id }) =>
    `Row ${row} of the file was left out: the account has a line with the id ${id} already.`,
  es: ({ row, id }) =>
    `Se omitió la fila ${row} del archivo: la cuenta ya tiene un renglón con el id ${id}.`,
})

export const MORE_ROWS_LEFT_OUT = message<{ readonly more: number }>({
  en: ({ more }) => `${more} more rows were left out like these.`,
  es: ({ more }) =>
    more === 1
      ? 'Se omitió 1 fila más por lo mismo.'
      : `Se omitieron ${more} filas más por lo mismo.`,
})
