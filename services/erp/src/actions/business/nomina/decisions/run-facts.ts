import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import { decimal, times, type Decimal } from '../../../../fiscal/decimal.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  BASE_WAGE_MISSING,
  CONCEPT_HAS_NO_SAT_KEY,
  REGISTRATION_MISSING,
  WAGE_MISSING,
} from '../../../../messages/payroll-runs.ts'
import type { ConceptRow } from '../store/concept-store.ts'
import type { DebtRow } from '../store/debt-store.ts'
import type { LeaveRow } from '../store/leave-store.ts'
import type { PaidRow } from '../store/paid-store.ts'
import type { FixedRow, IncidentRow, PersonRow, RunRow } from '../store/run-store.ts'
import { money } from './amounts.ts'
import { awayOf, daysNoted, weeksOf } from './away-facts.ts'
import { daysFromTo } from './calendar.ts'
import { debtsOf } from './debt-facts.ts'
import type { LawTables } from './law-tables.ts'
import { givenOf, madeByFormulas, notedAmounts, takenOf } from './noted-amounts.ts'
import type { GroupRules, PayPeriod, ReceiptFacts } from './receipt-facts.ts'

/** What a run knows of everybody whom it pays. */
export interface RunFacts {
  readonly run: RunRow
  readonly law: LawTables
  readonly concepts: ReadonlyMap<string, ConceptRow>
}

/** What is there of one person. */
export interface PersonFacts {
  readonly person: PersonRow
  readonly incidents: readonly IncidentRow[]
  readonly fixed: readonly FixedRow[]
  readonly leaves: readonly LeaveRow[]
  readonly debts: readonly DebtRow[]
  /** Null: nothing was paid before in the year. */
  readonly paid: PaidRow | null
}

/** The facts that a person's receipt is computed from, or what is missing of him. */
export function factsOf(around: RunFacts, own: PersonFacts): Result<ReceiptFacts, ErrorEntry[]> {
  const { run } = around
  const { person } = own
  const problems = problemsOf(around, own)
  const { salario_diario: wage, salario_base_cotizacion: base, zona } = person
  if (problems.length > 0 || wage === null || base === null || zona === null) return fail(problems)
  const dailyWage = decimal(wage)
  const facts: ReceiptFacts = {
    period: periodOf(run),
    group: groupOf(run),
    person: {
      hired: person.fecha_alta,
      left: person.fecha_baja,
      zone: zona,
      dailyWage,
      dayHours: hoursOf(person.tipo_jornada),
      baseWage: decimal(base),
      monthlyWage: money(times(dailyWage, decimal(run.dias_base_mes ?? MONTH_DAYS))),
    },
    before: beforeOf(own.paid),
    ...awayOf(own),
    weeks: weeksOf(own.incidents),
    sundays: Math.round(Number(daysNoted(own.incidents, ['prima_dominical']))),
    given: [],
    savings: savingsOf(run),
    debts: debtsOf(own.debts),
  }
  const made = madeByFormulas(around, facts)
  if (!made.ok) return fail([problem(made.error)])
  const noted = [...notedAmounts(around, own, facts), ...made.value]
  const taken = takenOf(noted)
  return ok({
    ...facts,
    given: givenOf(noted),
    debts: {
      ...facts.debts,
      loans: [...facts.debts.loans, ...taken.loans],
      others: taken.others,
    },
  })
}

const MONTH_DAYS = '30'

const NOTHING_PAID = {
  gravado_mes: '0.00',
  isr_mes: '0.00',
  subsidio_mes: '0.00',
  redondeo: '0.00',
  exento: {},
  fonacot: {},
}

function beforeOf(paid: PaidRow | null): ReceiptFacts['before'] {
  const before = paid ?? NOTHING_PAID
  return {
    monthTaxed: decimal(before.gravado_mes),
    monthWithheld: decimal(before.isr_mes),
    monthSubsidy: decimal(before.subsidio_mes),
    exempt: decimals(before.exento),
    monthFonacot: decimals(before.fonacot),
    netLeft: decimal(before.redondeo),
    // Annual adjustments are not set off yet.
    inFavour: decimal('0.00'),
  }
}

function problem(message: Message): ErrorEntry {
  return { code: 'CONFIGURATION_INCOMPLETE', message }
}

function problemsOf({ concepts }: RunFacts, { person, incidents, fixed }: PersonFacts) {
  const named = `${person.numero} ${person.nombre}`
  const withoutKey = [...incidents, ...fixed].flatMap(({ concepto }) => {
    const concept = concepts.get(concepto)
    return concept?.sat === null ? [concept.clave] : []
  })
  return [
    ...(person.salario_diario === null ? [problem(WAGE_MISSING({ person: named }))] : []),
    ...(person.salario_base_cotizacion === null
      ? [problem(BASE_WAGE_MISSING({ person: named }))]
      : []),
    ...(person.zona === null ? [problem(REGISTRATION_MISSING({ person: named }))] : []),
    ...[...new Set(withoutKey)].map((concept) => problem(CONCEPT_HAS_NO_SAT_KEY({ concept }))),
  ]
}

const TARIFFS: Readonly<Record<string, PayPeriod['tariff']>> = {
  '01': 'daily',
  '02': 'weekly',
  '04': 'fortnightly',
  '05': 'monthly',
  '10': 'tenDay',
}

function periodOf(run: RunRow): PayPeriod {
  const { fecha_inicio: start, fecha_fin: end } = run
  return {
    kind: run.tipo === 'E' ? 'extraordinary' : 'ordinary',
    start,
    end,
    // People write whole days without decimals.
    paidDays: decimal(run.dias_pago.replace(/\.0+$/, '')),
    tariff: TARIFFS[run.periodicidad] ?? null,
    monthPeriods: run.periodos_mes,
    endsMonth: run.fin_mes,
    endsBimester: run.fin_bimestre,
    bimesterDays: bimesterDays(end),
  }
}

/** January and February are the first. */
function bimesterDays(day: string): number {
  const year = Number(day.slice(0, 4))
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / 2) * 2
  const text = (month: number) => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  return daysFromTo(text(first), text(first + 2)) - 1
}

function groupOf(run: RunRow): GroupRules {
  return {
    adjustsMonth: run.ajusta_isr_mensual,
    paysSeventhDay: run.paga_septimo_dia,
    yearlyPayments: run.isr_pagos_anuales === 'articulo_174' ? 'rule174' : 'article96',
    netUnit: run.redondeo === null || Number(run.redondeo) === 0 ? null : decimal(run.redondeo),
  }
}

/** LFT 61; of other kinds the law says no number, and people agree on eight. */
function hoursOf(jornada: string | null): Decimal {
  if (jornada === '02') return decimal('7')
  return jornada === '03' ? decimal('7.5') : decimal('8')
}

function decimals(values: Readonly<Record<string, string>>): ReadonlyMap<string, Decimal> {
  return new Map(Object.entries(values).map(([key, value]) => [key, decimal(value)]))
}

function savingsOf({ porcentaje_fondo_ahorro: share }: RunRow): ReceiptFacts['savings'] {
  if (share === null || Number(share) === 0) return null
  return { employeeRate: decimal(share), companyRate: decimal(share), limitUma: null }
}
