import { message } from './message.ts'

// Why a payroll is not paid, or not taken back.

const RUN = 'Nomina'

interface OfRun {
  /** Its folio. */
  readonly run: string
}

interface OfAccount extends OfRun {
  readonly account: string
}

export const NO_ACCOUNT_TO_PAY_FROM = message<OfRun>({
  en: ({ run }) =>
    `cuenta_bancaria: say from which account Nomina ${run} is paid; its group has no cuenta_dispersion.`,
  es: ({ run }, say) =>
    `Falta ${say.field('cuenta_bancaria')} para pagar ${say.model(RUN)} ${run}; su grupo no tiene ${say.field('cuenta_dispersion', 'GrupoNomina')}.`,
})

export const PAY_ACCOUNT_GONE = message<{ readonly id: string }>({
  en: ({ id }) => `cuenta_bancaria ${id} does not exist.`,
  es: ({ id }, say) => `${say.field('cuenta_bancaria')} ${id} no existe.`,
})

export const PAY_ACCOUNT_NOT_ACTIVE = message<OfAccount>({
  en: ({ run, account }) => `Nomina ${run}: the account ${account} is not active.`,
  es: ({ run, account }, say) => `${say.model(RUN)} ${run}: la cuenta ${account} no está activa.`,
})

export const PAY_ACCOUNT_IN_OTHER = message<OfAccount & { readonly kept: string }>({
  en: ({ run, account, kept }) =>
    `Nomina ${run} is paid in another currency than ${kept}, which the account ${account} has.`,
  es: ({ run, account, kept }, say) =>
    `${say.model(RUN)} ${run} se paga en otra moneda que ${kept}, la de la cuenta ${account}.`,
})

export const PAYMENT_RECONCILED = message<OfRun & { readonly movement: string }>({
  en: ({ run, movement }) =>
    `The payment of Nomina ${run} is reconciled with the bank as ${movement}; take that back first.`,
  es: ({ run, movement }, say) =>
    `El pago de ${say.model(RUN)} ${run} ya está conciliado con el banco en ${movement}; desconcílialo antes.`,
})
