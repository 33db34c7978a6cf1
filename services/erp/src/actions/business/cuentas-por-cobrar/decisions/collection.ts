import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import { decimal, rounded, times } from '../../../../fiscal/decimal.ts'
import { amountText, cents, sumOf, timesRate } from '../../cents.ts'
import { rateProblem, type DayRates } from '../../exchange-rates.ts'
import type { ApplicationRow, BookedApplication, CollectionRow } from '../store/collection-store.ts'
import type { OpenReceivable, Share } from './receivable-state.ts'

/** What collections are held to. */
export interface CollectionRules {
  /** The company's currency. */
  readonly currency: string
  readonly rates: DayRates
  readonly mayUseAnyRate: boolean
  readonly today: string
}

/** What a collection takes of one receivable. */
export interface Application {
  readonly line: ApplicationRow
  readonly receivable: OpenReceivable
  readonly parcialidad: number
  readonly saldoAnterior: bigint
  /** With what is forgiven of it. */
  readonly share: Share
  /** What is forgiven: in the receivable's currency, and in the company's at the receivable's rate. */
  readonly descuento: bigint
  readonly descuentoBase: bigint
  /** The part of the money, in the currency of the collection. */
  readonly importeCobro: bigint
}

/** A collection that may be booked. */
export interface Collection {
  readonly row: CollectionRow
  readonly importe: bigint
  readonly applications: readonly Application[]
  /** What no receivable takes, in the currency of the collection. */
  readonly rest: bigint
}

/**
 * What a collection comes to. The receivables keep what it takes of them, so that the next one of a batch finds what is
 * left; of a collection that is refused they keep nothing.
 * @source docs/decisions/0252-erp-cash.md
 */
export function decideCollection(
  row: CollectionRow,
  of: {
    readonly lines: readonly ApplicationRow[]
    readonly receivables: ReadonlyMap<string, OpenReceivable>
  },
  rules: CollectionRules,
): Result<Collection, readonly ErrorEntry[]> {
  const whole = wholeProblem(row, rules)
  if (whole !== null) return fail([whole])
  const applications: Application[] = []
  const problems: ErrorEntry[] = []
  const seen = new Set<string>()
  for (const line of of.lines) {
    const receivable = of.receivables.get(line.cuenta)
    if (receivable === undefined) throw new Error(`CuentaPorCobrar ${line.cuenta} was not read`)
    const problem = lineProblem({ row, line, receivable, isSecond: seen.has(line.cuenta) }, rules)
    if (problem === null) applications.push(apply(row, line, receivable))
    else problems.push(problem)
    seen.add(line.cuenta)
  }
  if (problems.length > 0) return fail(problems.slice(0, MAX_PROBLEMS))
  const importe = cents(row.importe)
  const rest = importe - sumOf(applications.map(({ importeCobro }) => importeCobro))
  if (rest < 0n) {
    const message = `importe is ${row.importe}, but the applications of CobroCliente ${row.id} take ${amountText(importe - rest)}.`
    return fail([{ code: 'VALIDATION', field: 'importe', message }])
  }
  return ok({ row, importe, applications, rest })
}

// Of one collection; who mends these sees the others at the next try.
const MAX_PROBLEMS = 20

function wholeProblem(row: CollectionRow, rules: CollectionRules): ErrorEntry | null {
  if (row.fecha > rules.today) {
    const message = `fecha is ${row.fecha}, but money is collected up to today, ${rules.today}.`
    return { code: 'VALIDATION', field: 'fecha', message }
  }
  if (row.banco_moneda !== null && row.banco_moneda !== row.moneda) {
    const message = `cuenta_bancaria: the account is not kept in ${row.moneda_clave}.`
    return { code: 'VALIDATION', field: 'cuenta_bancaria', message }
  }
  if (row.banco_activo === false) {
    const message = 'cuenta_bancaria: the account is not active.'
    return { code: 'VALIDATION', field: 'cuenta_bancaria', message }
  }
  const rate = rules.rates.of(row)
  return rateProblem({ ...row, field: 'tipo_cambio' }, { ...rules, rate })
}

interface Candidate {
  readonly row: CollectionRow
  readonly line: ApplicationRow
  readonly receivable: OpenReceivable
  readonly isSecond: boolean
}

function lineProblem(candidate: Candidate, rules: CollectionRules): ErrorEntry | null {
  const { row, line, receivable, isSecond } = candidate
  const field = (name: string) => `aplicaciones[${line.partida}].${name}`
  const other = receivable.problem(row.cliente, field('cuenta'))
  if (other !== null) return other
  if (isSecond) {
    const message = `${field('cuenta')}: CuentaPorCobrar ${receivable.row.folio} is named twice; make it one line.`
    return { code: 'VALIDATION', field: field('cuenta'), message }
  }
  const taken = cents(line.importe) + cents(line.descuento)
  if (taken > receivable.saldo) {
    const message =
      `${field('importe')}: importe and descuento are ${amountText(taken)}, ` +
      `but of CuentaPorCobrar ${receivable.row.folio} only ${amountText(receivable.saldo)} is owed.`
    return { code: 'VALIDATION', field: field('importe'), message }
  }
  return equivalenceProblem(candidate, field('equivalencia'), rules)
}

const IS_ONE = /^1(?:\.0*)?$/

/** Between two currencies the line says how many of the collection's one of the receivable's is worth. */
function equivalenceProblem(
  { row, line, receivable }: Candidate,
  field: string,
  rules: CollectionRules,
): ErrorEntry | null {
  const { moneda, moneda_clave: name } = receivable.row
  const problem = (message: string): ErrorEntry => ({ code: 'VALIDATION', field, message })
  const isOne = IS_ONE.test(line.equivalencia)
  if (moneda === row.moneda) {
    return isOne ? null : problem(`${field} must be 1: both are in ${name}.`)
  }
  if (isOne) {
    return problem(
      `${field} is 1, but CuentaPorCobrar ${receivable.row.folio} is in ${name}: say how many ${row.moneda_clave} one ${name} is worth.`,
    )
  }
  if (moneda === rules.currency) return ownCurrencyProblem({ row, line }, field)
  // What one of the receivable's currency is worth in the company's: four decimals are enough to compare.
  const worth = rounded(times(decimal(line.equivalencia), decimal(row.tipo_cambio)), RATE_DECIMALS)
  const written = {
    field,
    moneda,
    moneda_clave: name,
    tipo_cambio: scaled(worth.units),
    fecha: row.fecha,
  }
  return rateProblem(written, {
    ...rules,
    rate: rules.rates.of({ moneda, fecha: row.fecha }),
  })
}

const RATE_DECIMALS = 6

function scaled(units: bigint): string {
  const digits = units.toString().padStart(RATE_DECIMALS + 1, '0')
  return `${digits.slice(0, -RATE_DECIMALS)}.${digits.slice(-RATE_DECIMALS)}`
}

/** What the money is worth in the company's currency must be what it pays there, to what a cent of it is worth. */
function ownCurrencyProblem(
  { row, line }: Pick<Candidate, 'row' | 'line'>,
  field: string,
): ErrorEntry | null {
  const worth = timesRate(importeCobro(line), row.tipo_cambio)
  const difference = worth - cents(line.importe)
  const most = timesRate(1n, row.tipo_cambio) + 1n
  if (difference <= most && -difference <= most) return null
  const message = `${field}: ${amountText(importeCobro(line))} at tipo_cambio ${row.tipo_cambio} is ${amountText(worth)}, not ${line.importe}.`
  return { code: 'VALIDATION', field, message }
}

const CENT_DECIMALS = 2

function importeCobro({ importe, equivalencia }: ApplicationRow): bigint {
  return rounded(times(decimal(importe), decimal(equivalencia)), CENT_DECIMALS).units
}

function apply(row: CollectionRow, line: ApplicationRow, receivable: OpenReceivable): Application {
  const descuento = cents(line.descuento)
  const own = cents(line.importe) + descuento
  const share = receivable.shareOf(own)
  const descuentoBase = descuento === 0n ? 0n : (share.base * descuento * 2n + own) / (own * 2n)
  return {
    line,
    receivable,
    parcialidad: receivable.parcialidad,
    saldoAnterior: receivable.saldo,
    share,
    descuento,
    descuentoBase,
    importeCobro: row.moneda === receivable.row.moneda ? own - descuento : importeCobro(line),
  }
}

/** What its money is worth above what the receivable was booked at; below zero: less. */
function exchangeGain({ tipo_cambio: rate }: CollectionRow, one: Application): bigint {
  return timesRate(one.importeCobro, rate) - (one.share.base - one.descuentoBase)
}

export function bookedApplication(row: CollectionRow, one: Application): BookedApplication {
  const { line, parcialidad, saldoAnterior, share } = one
  return {
    id: line.id,
    parcialidad,
    saldo_anterior: amountText(saldoAnterior),
    saldo_insoluto: amountText(saldoAnterior - share.own),
    importe_cobro: amountText(one.importeCobro),
    utilidad_cambiaria: amountText(exchangeGain(row, one)),
    importe_base: amountText(share.base),
    iva: amountText(share.iva),
    ieps: amountText(share.ieps),
  }
}
