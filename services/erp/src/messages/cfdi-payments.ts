import { message } from './message.ts'

// What the SAT's rules say of the complement of payments.

export const ONE_CONCEPTO = message({
  en: () => 'A CFDI of kind P has one Concepto.',
  es: () => 'Un CFDI de tipo P tiene un solo Concepto.',
})

export const RATE_IN_PESOS = message({
  en: () => 'TipoCambioP must be 1 in pesos.',
  es: () => 'TipoCambioP debe ser 1 en pesos.',
})

interface OfForm {
  readonly name: string
  readonly form: string
}

export const NO_BANK = message<OfForm>({
  en: ({ name, form }) => `${name} must be absent for the form ${form}, which no bank carries.`,
  es: ({ name, form }) =>
    `${name} no debe existir con la forma de pago ${form}, que no pasa por un banco.`,
})

export const ACCOUNT_PATTERN = message<OfForm & { readonly pattern: string }>({
  en: ({ name, form, pattern }) => `${name} must fit ${pattern} for the form ${form}.`,
  es: ({ name, form, pattern }) =>
    `${name} debe tener la forma ${pattern} con la forma de pago ${form}.`,
})

export const FOREIGN_BANK_NAME = message({
  en: () => 'NomBancoOrdExt is required for a bank abroad.',
  es: () => 'Falta NomBancoOrdExt, que debe existir para un banco extranjero.',
})

export const CHAIN_OF_TRANSFER = message({
  en: () => 'TipoCadPago is only for the form 03.',
  es: () => 'TipoCadPago es sólo para la forma de pago 03.',
})

export const PAID_ABOVE_BALANCE = message<{ readonly balance: string }>({
  en: ({ balance }) => `ImpPagado must not be larger than ImpSaldoAnt, ${balance}.`,
  es: ({ balance }) => `ImpPagado no debe ser mayor que ImpSaldoAnt, ${balance}.`,
})

export const BALANCE_LEFT = message<{ readonly left: string }>({
  en: ({ left }) => `ImpSaldoInsoluto must be ${left}: ImpSaldoAnt less ImpPagado.`,
  es: ({ left }) => `ImpSaldoInsoluto debe ser ${left}: ImpSaldoAnt menos ImpPagado.`,
})

export const EQUIVALENCE_REQUIRED = message({
  en: () => 'EquivalenciaDR is required where MonedaDR is not MonedaP.',
  es: () => 'Falta EquivalenciaDR, que debe existir cuando MonedaDR no es MonedaP.',
})

export const PAID_TO_DOCUMENTS = message<{ readonly least: string }>({
  en: ({ least }) => `Monto must not be less than what goes to the documents, ${least}.`,
  es: ({ least }) => `Monto no debe ser menor que lo que se aplica a los documentos, ${least}.`,
})
