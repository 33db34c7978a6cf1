import { message } from './message.ts'

// Why a group gets no calendar, and a period is not opened.

const GROUP = 'GrupoNomina'
const PERIOD = 'PeriodoNomina'

/** `allowed`: keys of `PeriodicidadPago`. */
export const NO_CALENDAR = message<{
  readonly group: string
  readonly rhythm: string
  readonly allowed: readonly string[]
}>({
  en: ({ group, rhythm, allowed }) =>
    `periodicidad: GrupoNomina ${group} is paid by ${rhythm}, which has no calendar: one of ${allowed.join(', ')}, or periods by hand.`,
  es: ({ group, rhythm, allowed }, say) =>
    `${say.model(GROUP)} ${group}: ${say.field('periodicidad')} ${rhythm} no tiene calendario; usa ${say.any(allowed)}, o captura sus periodos.`,
})

export const YEAR_HAS_PERIODS = message<{
  readonly group: string
  readonly year: number
  readonly count: number
}>({
  en: ({ group, year, count }) =>
    `ejercicio: GrupoNomina ${group} has ${count} periods of ${year} already; delete those that are futuro first.`,
  es: ({ group, year, count }, say) =>
    `${say.model(GROUP)} ${group} ya tiene ${count} periodos de ${year}; borra antes los que sean futuros.`,
})

export const FIRST_DAY_OF_MONTHS = message<{ readonly rhythm: string }>({
  en: ({ rhythm }) =>
    `fecha_inicio: the periods of ${rhythm} begin on days of the month; leave it out.`,
  es: ({ rhythm }, say) =>
    `${say.field('fecha_inicio')}: los periodos de ${rhythm} empiezan en días fijos del mes; déjalo vacío.`,
})

/** `last`: the end of the group's last period. */
/** `first`: the day after the group's last period. */
export const FIRST_DAY_MUST_FOLLOW = message<{ readonly first: string }>({
  en: ({ first }) =>
    `fecha_inicio: the group has periods, and the next one begins on ${first}; leave it out.`,
  es: ({ first }, say) =>
    `${say.field('fecha_inicio')}: el grupo ya tiene periodos y el siguiente empieza el ${first}; déjalo vacío.`,
})

/** `last`: the last day of the group's last period. */
export const PERIODS_MISSING_BEFORE = message<{
  readonly group: string
  readonly year: number
  readonly last: string
}>({
  en: ({ group, year, last }) =>
    `ejercicio: the periods of GrupoNomina ${group} end on ${last}; those of the years before ${year} come first.`,
  es: ({ group, year, last }, say) =>
    `Los periodos de ${say.model(GROUP)} ${group} terminan el ${last}; genera antes los de los años anteriores a ${year}.`,
})

/** `from` and `to`: a day or a number, both allowed. */
export const INPUT_FROM_TO = message<{
  readonly field: string
  readonly from: string
  readonly to: string
}>({
  en: ({ field, from, to }) => `${field} must be from ${from} to ${to}.`,
  es: ({ field, from, to }, say) => `${say.field(field)} debe estar entre ${from} y ${to}.`,
})

export const EARLIER_PERIOD_NOT_OPENED = message<{
  readonly period: string
  readonly earlier: string
}>({
  en: ({ period, earlier }) =>
    `PeriodoNomina ${period} is opened after ${earlier}, which is futuro; open that one first.`,
  es: ({ period, earlier }, say) =>
    `${say.model(PERIOD)} ${period} se abre después de ${earlier}, que es futuro; abre antes ese.`,
})
