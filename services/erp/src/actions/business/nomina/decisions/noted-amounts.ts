import { ok, type Result } from '@oficina/kit/result.ts'

import { decimal, isZero, times } from '../../../../fiscal/decimal.ts'
import type { Message } from '../../../../messages/message.ts'
import type { ConceptRow } from '../store/concept-store.ts'
import type { FixedRow, IncidentRow, RunRow } from '../store/run-store.ts'
import { isPositive, money } from './amounts.ts'
import { computeFormulas } from './company-formulas.ts'
import type { Explained } from './explanation.ts'
import { fixedAmount, type FixedConcept } from './fixed-concepts.ts'
import { formulaFacts } from './formula-facts.ts'
import type { LawTables } from './law-tables.ts'
import { paidDays } from './paid-days.ts'
import type { GivenPerception, LoanPart, PersonDebts, ReceiptFacts } from './receipt-facts.ts'

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
interface NotedAmount extends Explained {
  readonly concept: ConceptRow
}

const MODES: Readonly<Record<FixedRow['modalidad'], FixedConcept['mode']>> = {
  importe: 'amount',
  porcentaje: 'percent',
  dias: 'days',
  horas: 'hours',
}

// Other kinds of incidents are days and hours, which the receipt itself pays.
const AMOUNTS: ReadonlySet<string> = new Set(['comision', 'bono', 'descuento', 'retardo'])

/** What was noted for the period, and what a person has in each. */
export function notedAmounts(
  { concepts, run }: Pick<Around, 'concepts' | 'run'>,
  { incidents, fixed }: Noted,
  facts: ReceiptFacts,
): readonly NotedAmount[] {
  const { dailyWage: daily, dayHours } = facts.person
  const wage = { daily, dayHours, period: money(times(daily, paidDays(facts).paid)) }
  const ofIncidents = incidents
    .filter(({ tipo }) => AMOUNTS.has(tipo))
    .map(({ concepto, cantidad, unidad, importe }) => {
      const [mode, value] =
        importe === null ? [MODES[unidad], cantidad] : ['amount' as const, importe]
      return { concepto, made: fixedAmount({ mode, value: decimal(value), limit: null }, wage) }
    })
  const ofFixed = fixed
    .filter((row) => isDue(row, run))
    .map(({ concepto, modalidad, valor, limite_total: total, acumulado }) => {
      const limit =
        total === null ? null : { total: decimal(total), before: decimal(acumulado ?? '0.00') }
      return {
        concepto,
        made: fixedAmount({ mode: MODES[modalidad], value: decimal(valor), limit }, wage),
      }
    })
  return [...ofIncidents, ...ofFixed].flatMap(({ concepto, made }) => {
    const concept = concepts.get(concepto)
    return concept === undefined ? [] : [{ concept, ...made }]
  })
}

function isDue({ frecuencia }: FixedRow, run: RunRow): boolean {
  if (frecuencia === 'ultimo_periodo_mes') return run.fin_mes
  return frecuencia === 'cada_periodo' || run.es_primero_mes
}

/** What formulas of the company's concepts make of a person: active ones that have one, in every ordinary run. */
export function madeByFormulas(
  { concepts, run, law }: Around,
  facts: ReceiptFacts,
): Result<readonly NotedAmount[], Message> {
  const own = [...concepts.values()].filter(
    ({ formula, activo, calculo }) => activo && calculo === null && (formula ?? '').trim() !== '',
  )
  if (own.length === 0 || facts.period.kind === 'extraordinary') return ok([])
  const values = new Map([
    ...formulaFacts(facts, law),
    ['dias_periodo', facts.period.paidDays] as const,
    ['porcentaje_despensa', decimal(run.porcentaje_despensa ?? '0')] as const,
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

/** What of noted amounts is given to the person. */
export function givenOf(noted: readonly NotedAmount[]): readonly GivenPerception[] {
  return noted
    .filter(({ concept, amount }) => concept.tipo !== 'deduccion' && !isZero(amount))
    .map(({ concept, amount, steps }) => ({
      concept: concept.clave,
      kind: concept.sat ?? '',
      isOtherPayment: concept.tipo === 'otro_pago',
      amount,
      treatment: TREATMENTS[concept.tratamiento_isr],
      integrates: INTEGRATION[concept.integra_sbc],
      inKind: concept.es_especie,
      steps,
    }))
}

// Debts with the employer, and rent, have the limits of LFT 110; keys of `TipoDeduccion`.
const LIMITED: ReadonlySet<string> = new Set(['008', '012', '013', '014', '015', '016', '017'])

/** What of noted amounts is taken from the person: what the law limits, and what he agreed to. */
export function takenOf(noted: readonly NotedAmount[]): Pick<PersonDebts, 'loans' | 'others'> {
  const taken = noted
    .filter(({ concept, amount }) => concept.tipo === 'deduccion' && !isZero(amount))
    .map(({ concept, amount }): LoanPart => ({
      folio: concept.clave,
      kind: concept.sat ?? '',
      amount: money(amount),
    }))
  return {
    loans: taken.filter(({ kind }) => LIMITED.has(kind)),
    others: taken.filter(({ kind }) => !LIMITED.has(kind)),
  }
}
