import { message } from './message.ts'

// Why an employee is not let away, or not any more.

interface OfEmployee {
  /** By which people know him. */
  readonly number: string
}

interface Between {
  readonly from: string
  readonly to: string
}

export const ENDS_BEFORE_IT_BEGINS = message<Between>({
  en: ({ from, to }) => `fecha_fin: ${to} is before ${from}.`,
  es: ({ from, to }, say) => `${say.field('fecha_fin')}: ${to} es anterior al ${from}.`,
})

export const ABSENCE_TOO_LONG = message<{ readonly most: number }>({
  en: ({ most }) => `fecha_fin: at most ${most} days are asked for at once.`,
  es: ({ most }, say) => `${say.field('fecha_fin')}: se piden a lo más ${most} días a la vez.`,
})

export const NO_WORKED_DAY = message<OfEmployee & Between>({
  en: ({ number, from, to }) =>
    `fecha_inicio: Empleado ${number} works on no day from ${from} to ${to}.`,
  es: ({ number, from, to }, say) =>
    `${say.field('fecha_inicio')}: el empleado ${number} no trabaja ningún día del ${from} al ${to}.`,
})

export const AWAY_ALREADY = message<
  OfEmployee & { readonly model: string; readonly folio: string }
>({
  en: ({ number, model, folio }) =>
    `fecha_inicio: Empleado ${number} is away by ${model} ${folio} on some of these days; cancel it first.`,
  es: ({ number, model, folio }, say) =>
    `${say.field('fecha_inicio')}: el empleado ${number} ya se ausenta alguno de esos días por ${say.model(model)} ${folio}; primero cancélala.`,
})

export const NOT_ENOUGH_DAYS = message<
  OfEmployee & { readonly asked: number; readonly left: number }
>({
  en: ({ number, asked, left }) =>
    `fecha_fin: Empleado ${number} has ${left} days of holidays left, not ${asked}.`,
  es: ({ number, asked, left }, say) =>
    `${say.field('fecha_fin')}: al empleado ${number} le quedan ${left} días de vacaciones, no ${asked}.`,
})

export const BALANCE_USED_UP = message<{ readonly folio: string }>({
  en: ({ folio }) =>
    `SolicitudVacaciones ${folio}: its balance has too few days left by now; cancel it and ask anew.`,
  es: ({ folio }, say) =>
    `${say.model('SolicitudVacaciones')} ${folio}: a su saldo ya no le quedan días suficientes; cancélala y vuelve a pedirlas.`,
})

export const OWN_REQUEST = message<{ readonly model: string; readonly folio: string }>({
  en: ({ model, folio }) => `${model} ${folio} is yours; somebody else authorizes it.`,
  es: ({ model, folio }, say) => `${say.model(model)} ${folio} es tuya; la autoriza otra persona.`,
})

export const MORE_THAN_KIND_ALLOWS = message<{
  readonly kind: string
  readonly most: number
  readonly asked: number
}>({
  en: ({ kind, most, asked }) => `fecha_fin: "${kind}" is for at most ${most} days, not ${asked}.`,
  es: ({ kind, most, asked }, say) =>
    `${say.field('fecha_fin')}: «${kind}» es por a lo más ${most} días, no ${asked}.`,
})

export const PROOF_MISSING = message<{ readonly folio: string }>({
  en: ({ folio }) => `comprobante: SolicitudAusencia ${folio} needs one.`,
  es: ({ folio }, say) =>
    `Falta ${say.field('comprobante')}: ${say.model('SolicitudAusencia')} ${folio} lo necesita.`,
})

export const KIND_INACTIVE = message<{ readonly kind: string }>({
  en: ({ kind }) => `tipo: "${kind}" is not active.`,
  es: ({ kind }, say) => `${say.field('tipo')}: «${kind}» no está activo.`,
})

// Incapacities.

export const CERTIFIED_DAYS = message<{ readonly most: number }>({
  en: ({ most }) => `dias: a certificate is for 1 to ${most} days.`,
  es: ({ most }, say) => `${say.field('dias')}: un certificado es por 1 a ${most} días.`,
})

export const FOLLOWS_NOTHING = message<OfEmployee & { readonly day: string }>({
  en: ({ number, day }) =>
    `fecha_inicio: no incapacity of this kind of Empleado ${number} ends on the day before ${day}, which a following one continues.`,
  es: ({ number, day }, say) =>
    `${say.field('fecha_inicio')}: ninguna incapacidad de ese tipo del empleado ${number} termina el día antes del ${day}; una subsecuente continúa otra.`,
})

export const CONTINUES_ANOTHER = message<{ readonly folio: string; readonly day: string }>({
  en: ({ folio, day }) =>
    `clase: Incapacidad ${folio} ends on the day before ${day}, so this one is subsecuente.`,
  es: ({ folio, day }, say) =>
    `${say.field('clase')}: ${say.model('Incapacidad')} ${folio} termina el día antes del ${day}, así que ésta es subsecuente.`,
})

export const RELAPSE_OF_NOTHING = message<OfEmployee>({
  en: ({ number }) => `clase: Empleado ${number} had no incapacity of this kind before.`,
  es: ({ number }, say) =>
    `${say.field('clase')}: el empleado ${number} no tuvo antes una incapacidad de ese tipo.`,
})

export const NO_SUBSIDY_KNOWN = message<{ readonly kind: string }>({
  en: ({ kind }) => `SubtipoIncapacidad: it says nothing of "${kind}"; add a row.`,
  es: ({ kind }, say) =>
    `${say.model('SubtipoIncapacidad')}: no dice nada de «${kind}»; agrega un renglón.`,
})

export const SUBTYPE_OF_ANOTHER = message<{ readonly kind: string }>({
  en: ({ kind }) => `subtipo: it is none of "${kind}".`,
  es: ({ kind }, say) => `${say.field('subtipo')}: no es de «${kind}».`,
})

export const CONTINUED_BY = message<{ readonly folio: string; readonly later: string }>({
  en: ({ folio, later }) => `Incapacidad ${folio} is continued by ${later}; cancel that first.`,
  es: ({ folio, later }, say) =>
    `${say.model('Incapacidad')} ${folio} la continúa ${later}; primero cancela esa.`,
})

export const CERTIFICATE_KNOWN = message<{ readonly folio: string }>({
  en: ({ folio }) => `folio: Incapacidad ${folio} is written down already.`,
  es: ({ folio }, say) =>
    `${say.field('folio')}: ${say.model('Incapacidad')} ${folio} ya está registrada.`,
})
