import { ok, type Result } from '@oficina/kit/result.ts'

import {
  compare,
  decimal,
  isZero,
  minus,
  times,
  ZERO,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import type { Message } from '../../../../messages/message.ts'
import type { ConceptRow } from '../store/concept-store.ts'
import type { FixedRow, IncidentRow, RunRow } from '../store/run-store.ts'
import { isPositive, money, quotient, shown } from './amounts.ts'
import { computeFormulas } from './company-formulas.ts'
import { step } from './explanation.ts'
import type { LawTables } from './law-tables.ts'
import { paidDays } from './paid-days.ts'
import type { GivenPerception, LoanPart, ReceiptFacts } from './receipt-facts.ts'

interface Around {
  readonly run: RunRow
  readonly law: LawTables
  readonly concepts: ReadonlyMap<string, ConceptRow>
}

interface Noted {
  readonly incidents: readonly IncidentRow[]
  readonly fixed: readonly FixedRow[]
}

/** An amount of a concept of the company's own, which somebody noted or a formula made. */
export interface NotedAmount {
  readonly concept: ConceptRow
  readonly amount: Decimal
  readonly steps: GivenPerception['steps']
}

/** It is taken from the person. */
export function isTaken({ tipo }: ConceptRow): boolean {
  return tipo === 'deduccion'
}

/** What was noted for the period, and what a person has in each. */
export function notedAmounts(
  { concepts, run }: Pick<Around, 'concepts' | 'run'>,
  { incidents, fixed }: Noted,
  facts: ReceiptFacts,
): readonly NotedAmount[] {
  const { paid } = paidDays(facts)
  const { dailyWage, dayHours } = facts.person
  const hourly = quotient(dailyWage, dayHours)
  const worth = (value: Decimal, unit: FixedRow['modalidad']): NotedAmount['steps'][number] => {
    const [factor, told] = {
      importe: [decimal('1'), shown(value)] as const,
      porcentaje: [
        times(dailyWage, paid),
        `${shown(dailyWage)} × ${shown(paid)} × ${shown(value)}`,
      ] as const,
      dias: [dailyWage, `${shown(dailyWage)} × ${shown(value)}`] as const,
      horas: [hourly, `${shown(hourly)} × ${shown(value)}`] as const,
    }[unit]
    return step('given', told, money(times(value, factor)))
  }
  const ofIncidents = incidents
    .filter(({ tipo }) => AMOUNTS.has(tipo))
    .map(({ concepto, cantidad, unidad, importe }) => ({
      concepto,
      step:
        importe === null ? worth(decimal(cantidad), unidad) : worth(decimal(importe), 'importe'),
    }))
  const ofFixed = fixed
    .filter((row) => isDue(row, run))
    .map((row) => ({
      concepto: row.concepto,
      step: limited(worth(decimal(row.valor), row.modalidad), row),
    }))
  return [...ofIncidents, ...ofFixed].flatMap(({ concepto, step: way }) => {
    const concept = concepts.get(concepto)
    return concept === undefined ? [] : [{ concept, amount: decimal(way.value), steps: [way] }]
  })
}

const AMOUNTS: ReadonlySet<string> = new Set(['comision', 'bono', 'descuento', 'retardo'])

function isDue({ frecuencia }: FixedRow, run: RunRow): boolean {
  if (frecuencia === 'ultimo_periodo_mes') return run.fin_mes
  // The first of a month is the one before which nothing of it was paid: the month's last when it is the only one.
  return frecuencia === 'cada_periodo' || run.es_primero_mes
}

/** What is left of the total that somebody set. */
function limited(way: NotedAmount['steps'][number], { limite_total: limit, acumulado }: FixedRow) {
  if (limit === null) return way
  const left = minus(decimal(limit), decimal(acumulado ?? '0'))
  const amount = decimal(way.value)
  if (compare(amount, left) <= 0) return way
  const most = isPositive(left) ? left : ZERO
  return step('given', `min(${shown(amount)}, ${shown(most)})`, money(most))
}

/** What formulas of the company's concepts make of a person: active ones that have one, in every run. */
export function madeByFormulas(
  { concepts, run, law }: Around,
  facts: ReceiptFacts,
): Result<readonly NotedAmount[], Message> {
  const own = [...concepts.values()].filter(
    ({ formula, activo, calculo }) => activo && calculo === null && (formula ?? '').trim() !== '',
  )
  if (own.length === 0) return ok([])
  const days = paidDays(facts)
  const { person } = facts
  const values = new Map<string, Decimal>([
    ['salario_diario', person.dailyWage],
    ['salario_base_cotizacion', person.baseWage],
    ['dias_pagados', days.paid],
    ['dias_periodo', facts.period.paidDays],
    ['faltas', days.absent],
    ['incapacidades', days.incapacity],
    ['uma', law.uma.daily],
    ['salario_minimo', law.minimumWages.get(person.zone) ?? ZERO],
    ['porcentaje_despensa', decimal(run.porcentaje_despensa ?? '0')],
  ])
  const made = computeFormulas(
    own.map(({ clave, formula }) => ({ key: clave, formula: formula ?? '' })),
    values,
  )
  if (!made.ok) return made
  return ok(
    own.flatMap((concept) => {
      const found = made.value.get(concept.clave)
      return found === undefined || !isPositive(found.amount) ? [] : [{ concept, ...found }]
    }),
  )
}

const TREATMENTS: Readonly<Record<ConceptRow['tratamiento_isr'], GivenPerception['treatment']>> = {
  gravado: 'taxed',
  exento: 'exempt',
  mixto: 'mixed',
  // Of what is neither, nothing is withheld.
  no_aplica: 'exempt',
}

const INTEGRATION: Readonly<Record<ConceptRow['integra_sbc'], GivenPerception['integrates']>> = {
  si: 'yes',
  variable: 'yes',
  no: 'no',
  parcial: 'partial',
}

export function givenOf({ concept, amount, steps }: NotedAmount): readonly GivenPerception[] {
  if (isZero(amount)) return []
  return [
    {
      concept: concept.clave,
      kind: concept.sat ?? '',
      isOtherPayment: concept.tipo === 'otro_pago',
      amount,
      treatment: TREATMENTS[concept.tratamiento_isr],
      integrates: INTEGRATION[concept.integra_sbc],
      inKind: concept.es_especie,
      steps,
    },
  ]
}

export function takenOf({ concept, amount }: NotedAmount): readonly LoanPart[] {
  return isZero(amount) ? [] : [{ folio: concept.clave, kind: concept.sat ?? '', amount }]
}
