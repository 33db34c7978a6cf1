import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import {
  DAY_OUTSIDE_PERIOD,
  ENTRY_PERIOD_LOCKED,
  ENTRY_PERIOD_NOT_OPEN,
  LATER_PERIOD_CLOSED,
} from '../../../../messages/accounting-periods.ts'
import {
  ACCOUNT_OF_OTHER_CURRENCY,
  AMOUNT_BY_RATE,
  AMOUNT_OF_OTHER_CURRENCY,
  AMOUNT_OF_OWN_CURRENCY,
  APPLIED_BY_ANOTHER,
  DOES_NOT_BALANCE,
  ENTRY_HAS_NO_LINES,
  LINE_ACCOUNT_CANNOT,
  ONE_SIDE,
  RATE_OF_OWN_CURRENCY,
} from '../../../../messages/manual-entries.ts'
import type { Message } from '../../../../messages/message.ts'
import type { AccountRow } from '../../../../store/journal-store.ts'
import { amountText, cents, sumOf, timesRate } from '../../cents.ts'
import type { NamedPeriodRow } from '../store/named-period-store.ts'
import { accountProblem } from './account-problem.ts'

export const LINE_FIELDS = [
  'partida',
  'cuenta_contable',
  'cargo',
  'abono',
  'moneda',
  'tipo_cambio',
  'importe_moneda',
  'centro_costo',
  'cliente',
  'proveedor',
  'proyecto',
] as const

type EntryLine = Picked<'PolizaPartida', (typeof LINE_FIELDS)[number]>

/** An entry that somebody wrote. */
export type ManualEntry = Picked<
  'Poliza',
  'fecha' | 'periodo' | 'capturada_por' | 'tipo.clave' | 'tipo.requiere_autorizacion'
>

/** What an entry made by hand is held to. */
export interface EntryFacts {
  readonly lines: ReadonlyMap<string, readonly EntryLine[]>
  readonly accounts: ReadonlyMap<string, AccountRow>
  readonly periods: ReadonlyMap<string, NamedPeriodRow>
  /** Periods that are closed for the books alone. */
  readonly locked: ReadonlySet<string>
  /** The company's currency. */
  readonly currency: string
  readonly usuarioId: string
}

// Of one entry; who mends these sees the others at the next try.
const MAX_PROBLEMS = 20

/**
 * Why an entry cannot be applied; empty when it can.
 * @source docs/decisions/0242-erp-entries.md
 */
export function entryProblems(facts: EntryFacts, entry: ManualEntry): readonly ErrorEntry[] {
  const lines = facts.lines.get(entry.id) ?? []
  const whole = [approvalProblem(facts, entry), periodProblem(facts, entry)]
  const problems = [
    ...whole.flatMap((problem) => problem ?? []),
    ...lines.flatMap((line) => lineProblems(facts, line)),
    ...balanceProblems(entry, lines),
  ]
  return problems.slice(0, MAX_PROBLEMS)
}

function approvalProblem({ usuarioId }: EntryFacts, entry: ManualEntry): ErrorEntry | null {
  if (!entry['tipo.requiere_autorizacion'] || entry.capturada_por !== usuarioId) return null
  return { code: 'FORBIDDEN', message: APPLIED_BY_ANOTHER({ type: entry['tipo.clave'] }) }
}

function periodProblem({ periods, locked }: EntryFacts, entry: ManualEntry): ErrorEntry | null {
  const period = periods.get(entry.periodo)
  if (period === undefined) throw new Error(`the period of Poliza ${entry.id} was not read`)
  const { nombre, desde, hasta } = period
  if (entry.fecha < desde || entry.fecha > hasta) {
    const of = { period: nombre, day: entry.fecha, from: desde, until: hasta }
    return { code: 'VALIDATION', field: 'fecha', message: DAY_OUTSIDE_PERIOD(of) }
  }
  // A year that is being closed takes the entries of its adjustment period alone.
  const years = period.es_ajuste ? ['abierto', 'en_cierre'] : ['abierto']
  if (period.estado !== 'abierto' || !years.includes(period.ejercicio_estado)) {
    return closed(ENTRY_PERIOD_NOT_OPEN({ period: nombre }))
  }
  // The balances of later months follow what is posted in an adjustment period.
  if (!period.es_ajuste && period.posterior !== null) {
    return closed(LATER_PERIOD_CLOSED({ period: nombre, later: period.posterior }))
  }
  return locked.has(period.id) ? closed(ENTRY_PERIOD_LOCKED({ period: nombre })) : null
}

function closed(message: Message): ErrorEntry {
  return { code: 'PERIOD_CLOSED', field: 'periodo', message }
}

function lineProblems(facts: EntryFacts, line: EntryLine): readonly ErrorEntry[] {
  const problem = (field: string, message: Message): ErrorEntry => ({
    code: 'VALIDATION',
    field: `partidas[${line.partida}].${field}`,
    message,
  })
  const debit = cents(line.cargo)
  const credit = cents(line.abono)
  if (debit < 0n || credit < 0n || debit > 0n === credit > 0n) {
    const sides = { line: line.partida, debit: line.cargo, credit: line.abono }
    return [problem('cargo', ONE_SIDE(sides))]
  }
  const account = facts.accounts.get(line.cuenta_contable)
  if (account === undefined) throw new Error(`the account ${line.cuenta_contable} was not read`)
  const wrong = accountProblem(account, {
    hasCostCentre: line.centro_costo !== null,
    hasParty: (line.cliente ?? line.proveedor) !== null,
    hasProject: line.proyecto !== null,
  })
  const of = { line: line.partida, account: account.clave }
  const used =
    wrong === null ? [] : [problem('cuenta_contable', LINE_ACCOUNT_CANNOT({ ...of, what: wrong }))]
  const currency = currencyProblem(facts, { line, account, amount: debit + credit })
  return currency === null ? used : [...used, problem(...currency)]
}

/** Field and what is wrong with it. */
function currencyProblem(
  { currency }: EntryFacts,
  facts: { readonly line: EntryLine; readonly account: AccountRow; readonly amount: bigint },
): readonly [string, Message] | null {
  const { line, account, amount } = facts
  const place = { line: line.partida }
  if (account.moneda !== null && account.moneda !== line.moneda) {
    return ['moneda', ACCOUNT_OF_OTHER_CURRENCY({ ...place, account: account.clave })]
  }
  const { importe_moneda: own, tipo_cambio: rate } = line
  if (line.moneda === currency) {
    if (!/^1(?:\.0*)?$/.test(rate)) {
      return ['tipo_cambio', RATE_OF_OWN_CURRENCY({ ...place, rate })]
    }
    if (own === null || cents(own) === amount) return null
    const wrong = AMOUNT_OF_OWN_CURRENCY({ ...place, own, amount: amountText(amount) })
    return ['importe_moneda', wrong]
  }
  if (own === null) return ['importe_moneda', AMOUNT_OF_OTHER_CURRENCY(place)]
  // An exchange difference changes what an amount is worth in the books, and not the amount.
  if (cents(own) === 0n) return null
  const made = timesRate(cents(own), rate)
  if (made === amount) return null
  const wrong = { ...place, own, rate, made: amountText(made), amount: amountText(amount) }
  return ['importe_moneda', AMOUNT_BY_RATE(wrong)]
}

function balanceProblems(entry: ManualEntry, lines: readonly EntryLine[]): readonly ErrorEntry[] {
  const { id } = entry
  if (lines.length === 0) return [{ code: 'NO_LINES', message: ENTRY_HAS_NO_LINES({ id }) }]
  const debits = sumOf(lines.map(({ cargo }) => cents(cargo)))
  const credits = sumOf(lines.map(({ abono }) => cents(abono)))
  if (debits === credits) return []
  const sums = { debits: amountText(debits), credits: amountText(credits) }
  return [{ code: 'ENTRY_UNBALANCED', message: DOES_NOT_BALANCE({ id, ...sums }) }]
}
