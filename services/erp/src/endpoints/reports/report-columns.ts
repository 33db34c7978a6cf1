import { optional } from '@oficina/api/parameter.ts'

import { apiError } from '../../errors.ts'
import { PERIOD_OR_DAYS } from '../../messages/reports.ts'
import { NO_RECORD } from '../../messages/requests.ts'
import { date } from '../../query/parameters.ts'
import { reference } from './report-references.ts'
import type { Opening, ReportColumn, ReportParameter, ReportTotal } from './report-words.ts'

type More = Partial<ReportColumn>
type Words = readonly [es: string, en: string]

/** A column; `more` is what its kind does not say. */
export function column(
  type: ReportColumn['type'],
  name: string,
  [es, en]: Words,
  more: More = {},
): ReportColumn {
  return { name, label: { es, en }, type, ...more }
}

/** An id that another column shows in words. */
export function hiddenId(name: string, model: string, words: Words): ReportColumn {
  return column('reference', name, words, { references: model, isHidden: true })
}

/** An id with its words in `<name>_str`, and those words. */
export function named(
  name: string,
  references: NonNullable<ReportColumn['references']>,
  [es, en]: Words,
): readonly ReportColumn[] {
  const opens: Opening = { model: references, id: { row: name } }
  return [
    column('reference', name, [es, en], { references, text: `${name}_str`, opens }),
    column('text', `${name}_str`, [es, en], { isHidden: true }),
  ]
}

export function total(name: string, [es, en]: Words, more: Partial<ReportTotal> = {}): ReportTotal {
  return { name, label: { es, en }, type: 'money', ...more }
}

export const CURRENCY = column('text', 'moneda_str', ['Moneda', 'Currency'])

/** The days of a report: those of an accounting period, or from one to another. */
export const PERIOD = {
  periodo: optional(reference('PeriodoContable', 'A PeriodoContable; instead of desde and hasta.')),
  desde: optional(date),
  hasta: optional(date),
}

export const FROM: ReportParameter = {
  label: { es: 'Desde', en: 'From' },
  default: { kind: 'month_start' },
}
export const TO: ReportParameter = {
  label: { es: 'Hasta', en: 'To' },
  default: { kind: 'today' },
}
export const UP_TO: ReportParameter = {
  ...TO,
  help: {
    es: 'Hasta el final de este día; sin él, hoy.',
    en: 'To the end of this day; today when absent.',
  },
}
export const OVERDUE_ON: ReportParameter = {
  ...TO,
  help: {
    es: 'Lo que está vencido en este día; sin él, hoy.',
    en: 'Overdue on this day; today when absent.',
  },
}
/** The accounting period that a day is in. */
const CURRENT_PERIOD = {
  kind: 'current_period',
  filter: 'fecha_inicio__lte=$hoy&fecha_fin__gte=$hoy',
} as const
export const PERIOD_PARAMETERS = {
  periodo: { label: { es: 'Periodo', en: 'Period' }, whole: 'PeriodoContable' },
  desde: FROM,
  hasta: TO,
} as const satisfies Readonly<Record<keyof typeof PERIOD, ReportParameter>>
export const PERIOD_ALTERNATIVES = [['desde', 'hasta'], ['periodo']] as const

/** The month of a declaration. */
export const MONTH: ReportParameter = {
  label: { es: 'Periodo', en: 'Period' },
  default: CURRENT_PERIOD,
}

interface AskedDays {
  readonly periodo?: string | undefined
  readonly desde?: string | undefined
  readonly hasta?: string | undefined
}

/** @throws ApiError NOT_FOUND, or INVALID_PARAMETER unless either a period or both days are given */
export async function daysOf(
  { periodo: period, desde: from, hasta: to }: AskedDays,
  periodDays: (id: string) => Promise<{ from: string; to: string } | undefined>,
): Promise<{ readonly from: string; readonly to: string }> {
  if (period !== undefined && from === undefined && to === undefined) {
    const days = await periodDays(period)
    if (days === undefined) {
      throw apiError('NOT_FOUND', NO_RECORD({ model: 'PeriodoContable', id: period }))
    }
    return days
  }
  if (period !== undefined || from === undefined || to === undefined || from > to) {
    const field = period === undefined ? 'desde' : 'periodo'
    throw apiError('INVALID_PARAMETER', PERIOD_OR_DAYS(), field)
  }
  return { from, to }
}

/** The side of an account, by the SAT's keys. */
export const NATURE = column('choice', 'naturaleza', ['Naturaleza', 'Nature'], {
  choices: { D: { es: 'Deudora', en: 'Debit' }, A: { es: 'Acreedora', en: 'Credit' } },
})

/** The accounts of a report: code and name lead to the account’s ledger of the same days. */
export function accountColumns(opens: Opening): readonly ReportColumn[] {
  return [
    hiddenId('cuenta', 'CuentaContable', ['Cuenta', 'Account']),
    column('text', 'clave', ['Cuenta', 'Account'], { opens }),
    column('text', 'nombre', ['Nombre', 'Name']),
  ]
}

/** The ledger of the account of a row, of the days that the report was asked for. */
export const LEDGER_OF_ROW: Opening = {
  report: 'ledger',
  parameters: { cuenta: { row: 'cuenta' }, desde: { meta: 'desde' }, hasta: { meta: 'hasta' } },
}

/** How long something has been due. */
const AGES = [
  ['por_vencer', 'Por vencer', 'Not due'],
  ['vencido_30', '1 a 30 días', '1 to 30 days'],
  ['vencido_60', '31 a 60 días', '31 to 60 days'],
  ['vencido_90', '61 a 90 días', '61 to 90 days'],
  ['vencido_mas_90', 'Más de 90 días', 'Over 90 days'],
] as const

/** What is due by age in the company's currency, each at the rate of its document: beside the rows, not below them. */
export const AGE_TOTALS = AGES.map(([name, es, en]) => total(`${name}_base`, [es, en]))

/** The columns of what is owed by age, after who owes it. */
export const AGE_COLUMNS: readonly ReportColumn[] = [
  CURRENCY,
  ...AGES.map(([name, es, en]) => column('money', name, [es, en], { currency: 'moneda_str' })),
  column('money', 'total', ['Total', 'Total'], { currency: 'moneda_str' }),
  column('money', 'total_base', ['Total en moneda de la empresa', 'Total in own currency']),
]
export const AGE_TOTAL = total(
  'total_base',
  ['Total en moneda de la empresa', 'Total in own currency'],
  { column: 'total_base' },
)
