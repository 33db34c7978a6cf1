import { message, type Message } from './message.ts'

// What is wrong with an entry that somebody writes.

export const APPLIED_BY_ANOTHER = message<{ readonly type: string }>({
  en: ({ type }) =>
    `Entries of the type ${type} are applied by somebody other than who captured them.`,
  es: ({ type }) =>
    `Las pólizas del tipo ${type} las aplica una persona distinta de quien las capturó.`,
})

export const ENTRY_ORIGIN_BY_HAND = message<{
  /** What people may write. */
  readonly allowed: readonly string[]
  readonly origin: string
}>({
  en: ({ allowed, origin }) =>
    `origen is ${allowed.join(' or ')} by hand; only the actions of documents write entries of ${origin}.`,
  es: ({ allowed, origin }, say) => {
    const named = (value: string) => `«${say.choice(value, { model: 'Poliza', field: 'origen' })}»`
    const byHand = say.any(allowed.map(named))
    return `A mano, ${say.field('origen')} es ${byHand}; las pólizas de ${named(origin)} sólo las escriben las acciones de sus documentos.`
  },
})

interface OfEntry {
  readonly id: string
}

export const ENTRY_HAS_NO_LINES = message<OfEntry>({
  en: ({ id }) => `Poliza ${id} has no lines.`,
  es: ({ id }) => `La póliza ${id} no tiene renglones.`,
})

export const DOES_NOT_BALANCE = message<
  OfEntry & { readonly debits: string; readonly credits: string }
>({
  en: ({ id, debits, credits }) =>
    `Poliza ${id} does not balance: debits ${debits}, credits ${credits}.`,
  es: ({ id, debits, credits }, say) =>
    `La póliza ${id} no cuadra: los cargos suman ${say.amount(debits)} y los abonos ${say.amount(credits)}.`,
})

interface OfLine {
  readonly line: number
}

export const ONE_SIDE = message<OfLine & { readonly debit: string; readonly credit: string }>({
  en: ({ line, debit, credit }) =>
    `Line ${line}: cargo is ${debit} and abono ${credit}; one of them must be above zero and the other 0.`,
  es: ({ line, debit, credit }, say) =>
    `Renglón ${line}: ${say.field('cargo')} es ${say.amount(debit)} y ${say.field('abono')} es ${say.amount(credit)}; ` +
    `uno debe ser mayor que cero y el otro 0.`,
})

interface OfAccount extends OfLine {
  /** Its key. */
  readonly account: string
}

export const LINE_ACCOUNT_CANNOT = message<OfAccount & { readonly what: Message }>({
  en: ({ line, account, what }, say) => `Line ${line}: the account ${account} ${what.in(say)}.`,
  es: ({ line, account, what }, say) => `Renglón ${line}: la cuenta ${account} ${what.in(say)}.`,
})

export const ACCOUNT_OF_OTHER_CURRENCY = message<OfAccount>({
  en: ({ line, account }) => `Line ${line}: the account ${account} is kept in another currency.`,
  es: ({ line, account }) => `Renglón ${line}: la cuenta ${account} se lleva en otra moneda.`,
})

export const RATE_OF_OWN_CURRENCY = message<OfLine & { readonly rate: string }>({
  en: ({ line, rate }) =>
    `Line ${line}: tipo_cambio is ${rate}, but must be 1 in the company’s own currency.`,
  es: ({ line, rate }, say) =>
    `Renglón ${line}: ${say.field('tipo_cambio')} es ${rate}, pero en la moneda de la empresa debe ser 1.`,
})

interface OfAmount extends OfLine {
  readonly own: string
  readonly amount: string
}

export const AMOUNT_OF_OWN_CURRENCY = message<OfAmount>({
  en: ({ line, own, amount }) => `Line ${line}: importe_moneda is ${own}, not ${amount}.`,
  es: ({ line, own, amount }, say) =>
    `Renglón ${line}: ${say.field('importe_moneda', 'PolizaPartida')} es ${say.amount(own)}, y debe ser ${say.amount(amount)}.`,
})

export const AMOUNT_OF_OTHER_CURRENCY = message<OfLine>({
  en: ({ line }) => `Line ${line}: importe_moneda is required in another currency.`,
  es: ({ line }, say) =>
    `Renglón ${line}: falta ${say.field('importe_moneda', 'PolizaPartida')}, porque su moneda no es la de la empresa.`,
})

export const AMOUNT_BY_RATE = message<OfAmount & { readonly rate: string; readonly made: string }>({
  en: ({ line, own, rate, made, amount }) =>
    `Line ${line}: importe_moneda ${own} × tipo_cambio ${rate} is ${made}, not ${amount}.`,
  es: ({ line, own, rate, made, amount }, say) => {
    const [sum, exchange] = [say.field('importe_moneda', 'PolizaPartida'), say.field('tipo_cambio')]
    return `Renglón ${line}: ${sum} ${say.amount(own)} × ${exchange} ${rate} da ${say.amount(made)}, y no ${say.amount(amount)}.`
  },
})
