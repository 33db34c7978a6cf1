import { message } from './message.ts'

// Why a loan is not granted, paid or taken back. None of them tells a wage.

export const LOAN_OF_NOBODY = message<{ readonly number: string }>({
  en: ({ number }) => `empleado: Empleado ${number} has left.`,
  es: ({ number }, say) => `${say.field('empleado')}: el empleado ${number} ya no trabaja aquí.`,
})

export const NOT_ABOVE_ZERO = message<{ readonly field: string }>({
  en: ({ field }) => `${field}: it must be above zero.`,
  es: ({ field }, say) => `${say.field(field)} debe ser mayor que cero.`,
})

export const LOAN_TOO_LONG = message<{ readonly most: number; readonly count: number }>({
  en: ({ most, count }) => `plazo_pagos: from 1 to ${most} payments, not ${count}.`,
  es: ({ most, count }, say) => `${say.field('plazo_pagos')}: de 1 a ${most} pagos, no ${count}.`,
})

export const LOAN_BEYOND_WAGES = message<{ readonly days: number }>({
  en: ({ days }) =>
    `importe: it is more than he earns in ${days} days, the most of this kind of loan.`,
  es: ({ days }, say) =>
    `${say.field('importe')}: es más de lo que gana en ${days} días, lo más que permite este tipo de préstamo.`,
})

export const LOAN_TOO_SOON = message<{ readonly months: number }>({
  en: ({ months }) => `fecha: this kind of loan is for who has served ${months} months.`,
  es: ({ months }, say) =>
    `${say.field('fecha')}: este tipo de préstamo es para quien tiene ${months} meses de antigüedad.`,
})

export const LOAN_WITHOUT_GUARANTOR = message({
  en: () => 'aval: this kind of loan needs one.',
  es: (_, say) => `Falta ${say.field('aval')}: este tipo de préstamo lo necesita.`,
})

export const LOAN_NOT_PAID_BACK = message<{ readonly count: number }>({
  en: ({ count }) => `descuento_periodo: ${count} such payments do not pay it back.`,
  es: ({ count }, say) => `${say.field('descuento_periodo')}: ${count} pagos así no lo liquidan.`,
})

export const MORE_THAN_IS_OWED = message<{ readonly owed: string }>({
  en: ({ owed }) => `importe: only ${owed} is owed.`,
  es: ({ owed }, say) => `${say.field('importe')}: sólo se deben ${say.amount(owed)}.`,
})

export const LOAN_WAS_PAID = message<{ readonly folio: string }>({
  en: ({ folio }) =>
    `PrestamoEmpleado ${folio}: something of it was paid back; take in the rest instead.`,
  es: ({ folio }, say) =>
    `${say.model('PrestamoEmpleado')} ${folio}: ya se pagó algo de él; mejor abona el resto.`,
})
