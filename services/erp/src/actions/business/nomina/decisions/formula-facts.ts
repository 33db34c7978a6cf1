import { sumOfDecimals, times, ZERO, type Decimal } from '../../../../fiscal/decimal.ts'
import { money, whole } from './amounts.ts'
import { completeYears } from './calendar.ts'
import type { LawTables } from './law-tables.ts'
import { paidDays } from './paid-days.ts'
import type { ReceiptFacts } from './receipt-facts.ts'
import { minimumWage } from './work-lines.ts'

/**
 * What the formulas of a company's concepts may name beside each other: facts of the person and of the period, by the
 * words of the models. `antiguedad` is complete years on the period's last day, `sueldo` the wage of the days paid.
 */
export function formulaFacts(facts: ReceiptFacts, law: LawTables): ReadonlyMap<string, Decimal> {
  const { person, period, weeks, sundays } = facts
  const days = paidDays(facts)
  const years = completeYears(person.hired, period.end)
  return new Map([
    ['antiguedad', whole(Math.max(years, 0))],
    ['dias_incapacidad', days.incapacity],
    ['dias_pagados', days.paid],
    ['dias_vacaciones', days.holiday],
    ['domingos', whole(sundays)],
    ['faltas', days.absent],
    ['horas_extra', sumOfDecimals([ZERO, ...weeks.map(({ overtimeHours }) => overtimeHours)])],
    ['salario_base_cotizacion', person.baseWage],
    ['salario_diario', person.dailyWage],
    ['salario_minimo', minimumWage(law, person.zone)],
    ['sueldo', money(times(person.dailyWage, days.paid))],
    ['uma', law.uma.daily],
  ])
}
