import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import type { AccountRow } from '../../../../store/journal-store.ts'
import { amountText, cents, sumOf, timesRate } from '../../cents.ts'
import { followed } from '../accounting-periods.ts'
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
  const message = `Entries of the type ${entry['tipo.clave']} are applied by somebody other than who captured them.`
  return { code: 'FORBIDDEN', message }
}

function periodProblem({ periods, locked }: EntryFacts, entry: ManualEntry): ErrorEntry | null {
  const period = periods.get(entry.periodo)
  if (period === undefined) throw new Error(`the period of Poliza ${entry.id} was not read`)
  const { nombre, desde, hasta } = period
  if (entry.fecha < desde || entry.fecha > hasta) {
    const message = `fecha is ${entry.fecha}, but the period ${nombre} goes from ${desde} to ${hasta}.`
    return { code: 'VALIDATION', field: 'fecha', message }
  }
  const closed = (reason: string): ErrorEntry => ({
    code: 'PERIOD_CLOSED',
    field: 'periodo',
    message: `The period ${nombre} ${reason}.`,
  })
  // A year that is being closed takes the entries of its adjustment period alone.
  const years = period.es_ajuste ? ['abierto', 'en_cierre'] : ['abierto']
  if (period.estado !== 'abierto' || !years.includes(period.ejercicio_estado)) {
    return closed('is not open')
  }
  // The balances of later months follow what is posted in an adjustment period.
  if (!period.es_ajuste && period.posterior !== null) {
    return { ...closed(''), message: followed(period, period.posterior) }
  }
  return locked.has(period.id) ? closed('is closed for contabilidad') : null
}

function lineProblems(facts: EntryFacts, line: EntryLine): readonly ErrorEntry[] {
  const problem = (field: string, reason: string): ErrorEntry => ({
    code: 'VALIDATION',
    field: `partidas[${line.partida}].${field}`,
    message: `Line ${line.partida}: ${reason}.`,
  })
  const debit = cents(line.cargo)
  const credit = cents(line.abono)
  const sides = `cargo is ${line.cargo} and abono ${line.abono}`
  if (debit < 0n || credit < 0n || debit > 0n === credit > 0n) {
    return [problem('cargo', `${sides}; one of them must be above zero and the other 0`)]
  }
  const account = facts.accounts.get(line.cuenta_contable)
  if (account === undefined) throw new Error(`the account ${line.cuenta_contable} was not read`)
  const wrong = accountProblem(account, {
    hasCostCentre: line.centro_costo !== null,
    hasParty: (line.cliente ?? line.proveedor) !== null,
    hasProject: line.proyecto !== null,
  })
  const used =
    wrong === null ? [] : [problem('cuenta_contable', `the account ${account.clave} ${wrong}`)]
  const currency = currencyProblem(facts, { line, account, amount: debit + credit })
  return currency === null ? used : [...used, problem(...currency)]
}

/** Field and reason. */
function currencyProblem(
  { currency }: EntryFacts,
  facts: { readonly line: EntryLine; readonly account: AccountRow; readonly amount: bigint },
): readonly [string, string] | null {
  const { line, account, amount } = facts
  if (account.moneda !== null && account.moneda !== line.moneda) {
    return ['moneda', `the account ${account.clave} is kept in another currency`]
  }
  const { importe_moneda: own, tipo_cambio: rate } = line
  if (line.moneda === currency) {
    if (!/^1(?:\.0*)?$/.test(rate)) {
      return ['tipo_cambio', `tipo_cambio is ${rate}, but must be 1 in the company’s own currency`]
    }
    const isSame = own === null || cents(own) === amount
    return isSame ? null : ['importe_moneda', `importe_moneda is ${own}, not ${amountText(amount)}`]
  }
  if (own === null) return ['importe_moneda', 'importe_moneda is required in another currency']
  // An exchange difference changes what an amount is worth in the books, and not the amount.
  if (cents(own) === 0n) return null
  const made = timesRate(cents(own), rate)
  return made === amount
    ? null
    : [
        'importe_moneda',
        `importe_moneda ${own} × tipo_cambio ${rate} is ${amountText(made)}, not ${amountText(amount)}`,
      ]
}

function balanceProblems(entry: ManualEntry, lines: readonly EntryLine[]): readonly ErrorEntry[] {
  if (lines.length === 0) return [{ code: 'NO_LINES', message: `Poliza ${entry.id} has no lines.` }]
  const debits = sumOf(lines.map(({ cargo }) => cents(cargo)))
  const credits = sumOf(lines.map(({ abono }) => cents(abono)))
  if (debits === credits) return []
  const message = `Poliza ${entry.id} does not balance: debits ${amountText(debits)}, credits ${amountText(credits)}.`
  return [{ code: 'ENTRY_UNBALANCED', message }]
}
