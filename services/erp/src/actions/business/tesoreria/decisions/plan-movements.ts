import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import {
  CONCEPT_INACTIVE,
  CONCEPT_OF_OTHER_SIDE,
  LINE_WITHOUT_CONCEPT,
  NO_RATE_FOR_LINE,
} from '../../../../messages/bank-movements.ts'
import type { Message } from '../../../../messages/message.ts'
import { amountText, cents, timesRate } from '../../cents.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { FreeLine, ReconciliationRuleRow } from '../store/reconciliation-store.ts'

/** What is read of an account into which movements are booked, and of their concepts. */
export const ACCOUNT_FIELDS = ['moneda', 'moneda.clave', 'cuenta_contable'] as const
export const CONCEPT_FIELDS = ['clave', 'naturaleza', 'activo', 'cuenta_contable'] as const

type Account = Picked<'CuentaBancaria', (typeof ACCOUNT_FIELDS)[number]>
type Concept = Picked<'ConceptoTesoreria', (typeof CONCEPT_FIELDS)[number]>

/** A line of the bank that becomes a movement. */
export interface PlannedMovement {
  readonly line: FreeLine
  readonly concept: Concept
  readonly naturaleza: 'cargo' | 'abono'
  readonly importe: string
  readonly tipoCambio: string
}

/** What decides about the movements of an account. */
export interface MovementFacts {
  readonly account: Account
  readonly concepts: ReadonlyMap<string, Concept>
  readonly rules: readonly ReconciliationRuleRow[]
  /** The concept that the caller names; null: the rules say it. */
  readonly named: string | null
  /** In the company's currency, by day; undefined: there is none. */
  readonly rateOf: (day: string) => string | undefined
}

/** The concept of a line by the first rule that makes movements and whose text its description has. */
export function conceptByRule(
  rules: readonly ReconciliationRuleRow[],
  line: FreeLine,
): string | null {
  const text = line.descripcion.toUpperCase()
  const found = rules.find(({ crea_movimiento: makes, concepto, patron }) => {
    const pattern = (patron ?? '').trim().toUpperCase()
    return makes && concepto !== null && pattern !== '' && text.includes(pattern)
  })
  return found?.concepto ?? null
}

export function planMovement(
  facts: MovementFacts,
  { line, field }: { readonly line: FreeLine; readonly field: string },
): Result<PlannedMovement, ErrorEntry> {
  const problem = (message: Message) => fail<ErrorEntry>({ code: 'VALIDATION', field, message })
  const place = { line: line.folio }
  const { account, named, rules, concepts } = facts
  const concept = concepts.get(named ?? conceptByRule(rules, line) ?? '')
  if (concept === undefined) return problem(LINE_WITHOUT_CONCEPT(place))
  const of = { ...place, concept: concept.clave }
  if (!concept.activo) return problem(CONCEPT_INACTIVE(of))
  const amount = cents(line.importe)
  const naturaleza = amount < 0n ? 'cargo' : 'abono'
  if ((concept.naturaleza === 'egreso') !== (naturaleza === 'cargo')) {
    const wrong = { ...of, side: naturaleza, nature: concept.naturaleza } as const
    return problem(CONCEPT_OF_OTHER_SIDE(wrong))
  }
  const tipoCambio = facts.rateOf(line.fecha)
  if (tipoCambio === undefined) {
    const wrong = { ...place, currency: account['moneda.clave'], day: line.fecha }
    return problem(NO_RATE_FOR_LINE(wrong))
  }
  const importe = amountText(amount < 0n ? -amount : amount)
  return ok({ line, concept, naturaleza, importe, tipoCambio })
}

/** What the books are told of a movement that has this id and folio. */
export function movementSource(
  { line, concept, naturaleza, importe, tipoCambio }: PlannedMovement,
  account: Account,
  facts: { readonly record: string; readonly folio: string },
): EntrySource {
  const own = cents(importe)
  const base = timesRate(own, tipoCambio)
  const none = { own: 0n, base: 0n }
  return {
    model: 'MovimientoBancario',
    event: 'registrar_movimiento',
    origin: 'tesoreria',
    ...facts,
    fecha: line.fecha,
    currency: { moneda: account.moneda, tipoCambio },
    dimensiones: {
      cuenta_bancaria: Number(account.id),
      concepto: Number(concept.id),
      moneda: Number(account.moneda),
    },
    total: base,
    amounts: {
      cargo: naturaleza === 'cargo' ? { own, base } : none,
      abono: naturaleza === 'abono' ? { own, base } : none,
    },
    accounts: {
      'cuenta_bancaria.cuenta_contable': account.cuenta_contable,
      'concepto.cuenta_contable': concept.cuenta_contable,
    },
    proveedor: null,
    cliente: null,
    lines: [],
  }
}
