import { message } from './message.ts'

// What is wrong with how a report or a file for the authority is asked for.

export const FROM_AFTER_TO = message({
  en: () => 'desde must not be after hasta.',
  es: (_, say) => `${say.field('desde')} no debe ser posterior a ${say.field('hasta')}.`,
})

export const SPAN_AT_MOST = message<{ readonly days: number }>({
  en: ({ days }) => `desde and hasta span at most ${days} days.`,
  es: ({ days }, say) =>
    `De ${say.field('desde')} a ${say.field('hasta')} puede haber ${days} días como máximo.`,
})

export const PERIOD_OR_DAYS = message({
  en: () => 'Give either periodo, or desde and hasta with desde not after hasta.',
  es: (_, say) =>
    `Da ${say.field('periodo')}, o bien ${say.field('desde')} y ${say.field('hasta')} en ese orden.`,
})

const BOOKS = {
  CT: 'el catálogo de cuentas',
  BN: 'la balanza',
  BC: 'la balanza complementaria',
  PL: 'las pólizas',
} as const

/** A file of the electronic accounting, as the SAT calls it. */
export type BooksKind = keyof typeof BOOKS

export const ONLY_BALANCE_OF_ADJUSTMENT = message<{ readonly kind: BooksKind }>({
  en: ({ kind }) => `Of an adjustment period only the trial balance is sent, not ${kind}.`,
  es: ({ kind }) => `De un periodo de ajuste sólo se envía la balanza, no ${BOOKS[kind]}.`,
})

export const REQUIRED_FOR = message<{ readonly field: string; readonly kind: BooksKind }>({
  en: ({ field, kind }) => `${field} is required for ${kind}.`,
  es: ({ field, kind }, say) => `Para ${BOOKS[kind]} falta ${say.field(field)}.`,
})

export const ACCOUNTS_WITHOUT_CODE = message<{
  readonly count: number
  readonly first: readonly string[]
}>({
  en: ({ count, first }) =>
    `${count} accounts have no codigo_agrupador, nor has one above them: ${first.join(', ')}.`,
  es: ({ count, first }, say) =>
    `${count} cuentas no tienen ${say.field('codigo_agrupador', 'CuentaContable')}, ni lo tiene una superior: ${first.join(', ')}.`,
})

export const NO_BALANCE = message({
  en: () => 'The period has no trial balance to send: nothing was booked up to it.',
  es: () => 'El periodo no tiene balanza que enviar: no hay nada contabilizado hasta él.',
})

export const NO_ENTRY = message({
  en: () => 'The period has no entry to send: nothing was booked up to it.',
  es: () => 'El periodo no tiene pólizas que enviar: no hay nada contabilizado hasta él.',
})

export const OF_THE_FORM = message<{ readonly field: string; readonly example: string }>({
  en: ({ field, example }) => `${field} must be of the form ${example}.`,
  es: ({ field, example }, say) => `${say.field(field)} debe tener la forma ${example}.`,
})

export const TOO_MANY_ENTRIES = message<{ readonly most: number }>({
  en: ({ most }) => `The period has more than ${most} entries.`,
  es: ({ most }) => `El periodo tiene más de ${most} pólizas.`,
})
