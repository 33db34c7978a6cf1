import { message } from './message.ts'

// Why what happened to an employee is not written down, or not taken back. None of them tells a wage: who reads it may not see it.

interface OfEmployee {
  /** By which people know him. */
  readonly number: string
}

export const EMPLOYEE_UNREGISTERED = message<OfEmployee>({
  en: ({ number }) => `registro_patronal: Empleado ${number} has none; hire him first.`,
  es: ({ number }, say) =>
    `Al empleado ${number} le falta ${say.field('registro_patronal')}; primero dalo de alta.`,
})

interface OnDay extends OfEmployee {
  readonly day: string
}

export const BEFORE_HIRED = message<OnDay & { readonly field: string; readonly hired: string }>({
  en: ({ field, number, day, hired }) =>
    `${field}: ${day} is before ${hired}, when Empleado ${number} was hired.`,
  es: ({ field, number, day, hired }, say) =>
    `${say.field(field)}: ${day} es anterior al ${hired}, cuando se dio de alta al empleado ${number}.`,
})

export const WAGE_CHANGED_SINCE = message<OnDay & { readonly latest: string }>({
  en: ({ number, day, latest }) =>
    `fecha_efectiva: the wage of Empleado ${number} changed on ${latest} already, which is not before ${day}.`,
  es: ({ number, day, latest }, say) =>
    `${say.field('fecha_efectiva')}: el salario del empleado ${number} ya cambió el ${latest}, que no es anterior al ${day}.`,
})

export const WAGE_UNCHANGED = message<OfEmployee>({
  en: ({ number }) =>
    `salario_diario: neither the wage of Empleado ${number} nor its base of contributions changes.`,
  es: ({ number }, say) =>
    `${say.field('salario_diario')}: no cambian ni el salario del empleado ${number} ni su base de cotización.`,
})

export const WAGE_UNKNOWN = message<OfEmployee>({
  en: ({ number }) => `salario_diario: Empleado ${number} has none yet; it is required.`,
  es: ({ number }, say) =>
    `Falta ${say.field('salario_diario')}: el empleado ${number} aún no tiene.`,
})

export const KEPT_WAGE_BELOW_MINIMUM = message<{
  readonly number: string
  readonly zone: string
  readonly day: string
  readonly least: string
}>({
  en: ({ number, zone, day, least }) =>
    `salario_diario: that of Empleado ${number} is below the minimum wage of ${zone} on ${day}, ${least} (LFT 85); say a higher one.`,
  es: ({ number, zone, day, least }, say) =>
    `${say.field('salario_diario')}: el del empleado ${number} no llega al mínimo de ${zone} al ${day}, ${say.amount(least)} (LFT 85); indica uno mayor.`,
})

export const WAGE_LOWERED = message<OfEmployee>({
  en: ({ number }) =>
    `salario_diario: it is less than Empleado ${number} earned; he may leave for it with the pay of a dismissal (LFT 51, IV).`,
  es: ({ number }, say) =>
    `${say.field('salario_diario')}: es menos de lo que ganaba el empleado ${number}; puede rescindir con indemnización (LFT 51, IV).`,
})

export const TOLD_LATE = message<{
  readonly field: string
  readonly day: string
  readonly days: number
}>({
  en: ({ field, day, days }) =>
    `${field}: ${day} is more than ${days} working days ago: the IMSS wants to hear within them (LSS 15, 34).`,
  es: ({ field, day, days }, say) =>
    `${say.field(field)}: desde el ${day} pasaron más de ${days} días hábiles; al IMSS se le avisa dentro de ellos (LSS 15, 34).`,
})

export const WAGE_CHANGED_BY_ACTION = message<OfEmployee & { readonly field: string }>({
  en: ({ field, number }) =>
    `${field}: that of Empleado ${number} has a history; cambiar_salario changes it.`,
  es: ({ field, number }, say) =>
    `${say.field(field)}: el del empleado ${number} tiene historial; se cambia con la acción «Cambiar salario».`,
})

// What is taken back.

export const HIRE_NOT_TAKEN_BACK = message<{ readonly folio: string }>({
  en: ({ folio }) =>
    `MovimientoPersonal ${folio} is a hire, or was brought along; no action takes it back.`,
  es: ({ folio }, say) =>
    `${say.model('MovimientoPersonal')} ${folio} es un alta o se trajo de otro sistema; ninguna acción lo toma de vuelta.`,
})

export const LATER_MOVEMENT = message<{ readonly folio: string; readonly later: string }>({
  en: ({ folio, later }) =>
    `MovimientoPersonal ${folio} is not the employee's last; take back ${later} first.`,
  es: ({ folio, later }, say) =>
    `${say.model('MovimientoPersonal')} ${folio} no es el último del empleado; primero cancela ${later}.`,
})

export const IMSS_WAS_TOLD = message<{ readonly folio: string }>({
  en: ({ folio }) =>
    `MovimientoPersonal ${folio}: the IMSS has been told of it; make another change instead.`,
  es: ({ folio }, say) =>
    `${say.model('MovimientoPersonal')} ${folio}: ya se avisó al IMSS; haz otro cambio en su lugar.`,
})

// Positions, and leaving.

export const POSITION_UNCHANGED = message<OfEmployee>({
  en: ({ number }) => `puesto: neither position nor department of Empleado ${number} changes.`,
  es: ({ number }, say) =>
    `${say.field('puesto')}: no cambian ni el puesto ni el departamento del empleado ${number}.`,
})

export const AFTER_TODAY = message<{ readonly field: string; readonly day: string }>({
  en: ({ field, day }) => `${field}: ${day} has not come yet; say it on that day.`,
  es: ({ field, day }, say) => `${say.field(field)}: el ${day} aún no llega; regístralo ese día.`,
})

export const MOVED_SINCE = message<OnDay & { readonly folio: string; readonly field: string }>({
  en: ({ field, number, day, folio }) =>
    `${field}: MovimientoPersonal ${folio} of Empleado ${number} is of a later day than ${day}; take it back first.`,
  es: ({ field, number, day, folio }, say) =>
    `${say.field(field)}: ${say.model('MovimientoPersonal')} ${folio} del empleado ${number} es posterior al ${day}; primero cancélalo.`,
})

export const STILL_OPEN = message<
  OnDay & { readonly model: string; readonly beyond: readonly string[] }
>({
  en: ({ number, day, model, beyond }) =>
    `fecha_baja: ${model} ${beyond.join(', ')} of Empleado ${number} goes beyond ${day}; cancel it first.`,
  es: ({ number, day, model, beyond }, say) =>
    `${say.field('fecha_baja')}: ${say.model(model)} ${say.all(beyond)} del empleado ${number} va más allá del ${day}; primero cancélala.`,
})

export const OWES_LOANS = message<OfEmployee & { readonly loans: readonly string[] }>({
  en: ({ number, loans }) =>
    `Empleado ${number} still owes loans ${loans.join(', ')}: settle them with what he is paid.`,
  es: ({ number, loans }, say) =>
    `El empleado ${number} aún debe préstamos (${say.all(loans)}): liquídalos con lo que se le paga.`,
})

export const HIRED_ANEW = message<{ readonly folio: string; readonly number: string }>({
  en: ({ folio, number }) =>
    `MovimientoPersonal ${folio}: he was hired anew since, as Empleado ${number}.`,
  es: ({ folio, number }, say) =>
    `${say.model('MovimientoPersonal')} ${folio}: desde entonces se le contrató otra vez, como el empleado ${number}.`,
})
