import { message } from './message.ts'

// Why a person is not hired, or what is remarked about it.

interface OfPerson {
  /** Of the Asociado. */
  readonly id: string
}

export const NO_SUCH_PERSON = message<OfPerson>({
  en: ({ id }) => `There is no Asociado with id ${id}.`,
  es: ({ id }) => `No hay ningún asociado con el id ${id}.`,
})

export const HIRED_ALREADY = message<OfPerson & { readonly number: string }>({
  en: ({ id, number }) => `Asociado ${id} is hired already, as Empleado ${number}.`,
  es: ({ id, number }) => `El asociado ${id} ya está contratado, como el empleado ${number}.`,
})

interface OfNumber extends OfPerson {
  readonly field: 'rfc' | 'curp' | 'nss'
}

export const PERSON_LACKS_NUMBER = message<OfNumber>({
  en: ({ field, id }) => `${field}: Asociado ${id} has none; an employee needs it.`,
  es: ({ field, id }, say) =>
    `Falta ${say.field(field, 'Asociado')} del asociado ${id}; todo empleado necesita ese dato.`,
})

export const NUMBER_OF_NO_PERSON = message<OfNumber & { readonly value: string }>({
  en: ({ field, id, value }) =>
    `${field}: ${value} of Asociado ${id} is none of a person: its form, its date or its check digit is wrong.`,
  es: ({ field, id, value }, say) =>
    `${say.field(field, 'Asociado')}: ${value}, del asociado ${id}, no es de una persona: tiene mal la forma, la fecha o el dígito verificador.`,
})

export const TOO_YOUNG = message<{
  readonly birth: string
  readonly age: number
  readonly day: string
}>({
  en: ({ birth, age, day }) =>
    `curp: born on ${birth}, not yet ${age} on ${day}; the law allows no such work (LFT 22).`,
  es: ({ birth, age, day }, say) =>
    `${say.field('curp')}: nació el ${birth} y el ${day} aún no cumple ${age} años; la ley no permite ese trabajo (LFT 22).`,
})

// The terms by themselves.

export const SALARY_REQUIRED = message({
  en: () => 'salario_diario: it is required.',
  es: (_, say) => `Falta ${say.field('salario_diario')}.`,
})

export const NO_REGISTRATION = message({
  en: () => 'registro_patronal: the company has none that follows; it is required.',
  es: (_, say) =>
    `Falta ${say.field('registro_patronal')}: la empresa no tiene uno que se pueda tomar sin elegirlo.`,
})

export const NO_POSITION = message({
  en: () => 'puesto: the Asociado has none; it is required for the contract.',
  es: (_, say) =>
    `Falta ${say.field('puesto')}: el asociado no tiene ninguno, y el contrato lo necesita.`,
})

export const FIXED_TERM_WITHOUT_END = message({
  en: () => 'fecha_fin: a contract for a fixed term (03) needs its last day.',
  es: (_, say) =>
    `Falta ${say.field('fecha_fin')}: un contrato por tiempo determinado (03) necesita su último día.`,
})

export const OPEN_TERM_WITH_END = message({
  en: () => 'fecha_fin: a contract without a term (01) has none.',
  es: (_, say) =>
    `${say.field('fecha_fin')}: un contrato por tiempo indeterminado (01) no la lleva.`,
})

export const ENDS_BEFORE_FIRST_DAY = message<{ readonly end: string; readonly start: string }>({
  en: ({ end, start }) => `fecha_fin: ${end} is before the first day, ${start}.`,
  es: ({ end, start }, say) =>
    `${say.field('fecha_fin')}: ${end} es anterior al primer día, ${start}.`,
})

export const PROBATION_WITHOUT_DAYS = message({
  en: () => 'dias_prueba: a contract with a probation (05) needs its days.',
  es: (_, say) =>
    `Falta ${say.field('dias_prueba')}: un contrato sujeto a prueba (05) necesita sus días.`,
})

export const PROBATION_AT_MOST = message<{ readonly most: number; readonly days: string }>({
  en: ({ most, days }) => `dias_prueba: it must be from 1 to ${most} (LFT 39-A), not ${days}.`,
  es: ({ most, days }, say) =>
    `${say.field('dias_prueba')}: deben ser de 1 a ${most} (LFT 39-A), no ${days}.`,
})

export const VARIABLE_BELOW_ZERO = message({
  en: () => 'salario_variable: it must not be below zero.',
  es: (_, say) => `${say.field('salario_variable')} no debe ser menor que cero.`,
})

export const FIXED_SALARY_WITH_VARIABLE = message({
  en: () => 'salario_variable: a fixed salary (tipo_salario 0) has none.',
  es: (_, say) =>
    `${say.field('salario_variable')}: un salario fijo (${say.field('tipo_salario')} 0) no lo lleva.`,
})

export const VARIABLE_REQUIRED = message({
  en: () => 'salario_variable: a variable or mixed salary needs its daily average.',
  es: (_, say) =>
    `Falta ${say.field('salario_variable')}: un salario variable o mixto necesita su promedio diario.`,
})

// The law, and the employer's registration.

interface OfRegistration {
  readonly number: string
}

export const REGISTRATION_INACTIVE = message<OfRegistration>({
  en: ({ number }) => `registro_patronal: ${number} is not active.`,
  es: ({ number }, say) => `${say.field('registro_patronal')}: ${number} no está activo.`,
})

export const BEFORE_REGISTRATION = message<
  OfRegistration & { readonly day: string; readonly since: string }
>({
  en: ({ number, day, since }) =>
    `fecha_alta: ${day} is before ${since}, since when ${number} exists.`,
  es: ({ number, day, since }, say) =>
    `${say.field('fecha_alta')}: ${day} es anterior al ${since}, desde cuando existe el registro patronal ${number}.`,
})

interface OfZone {
  readonly zone: string
  readonly day: string
}

export const LAW_SAYS_NOTHING = message<OfZone>({
  en: ({ zone, day }) =>
    `SalarioMinimo of ${zone}, UMA (ValorIndicador) or VacacionLft say nothing of ${day}.`,
  es: ({ zone, day }, say) => {
    const models = ['SalarioMinimo', 'ValorIndicador', 'VacacionLft']
    const catalogs = say.any(models.map((name) => say.model(name)))
    return `Para el ${day} falta el salario mínimo de ${zone}, la UMA o las vacaciones de la ley; agrégalos en ${catalogs}.`
  },
})

export const BELOW_MINIMUM_WAGE = message<
  OfZone & { readonly salary: string; readonly least: string }
>({
  en: ({ zone, day, salary, least }) =>
    `salario_diario: ${salary} is below the minimum wage of ${zone} on ${day}, ${least} (LFT 85).`,
  es: ({ zone, day, salary, least }, say) =>
    `${say.field('salario_diario')}: ${say.amount(salary)} es menos que el salario mínimo de ${zone} al ${day}, ${say.amount(least)} (LFT 85).`,
})

export const REPORTED_LATE = message<{ readonly day: string; readonly days: number }>({
  en: ({ day, days }) =>
    `fecha_alta: ${day} is more than ${days} working days ago: the IMSS may charge what happens meanwhile (LSS 15, 77).`,
  es: ({ day, days }, say) =>
    `${say.field('fecha_alta')}: desde el ${day} pasaron más de ${days} días hábiles; el IMSS puede cobrarte lo que ocurra mientras tanto (LSS 15, 77).`,
})
