import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import { decimal, rounded, times } from '../../../../fiscal/decimal.ts'
import type { DayRate } from '../../../../store/day-rate-store.ts'
import { beforeInvoice } from '../../before-invoice.ts'
import { amountText, cents, timesRate } from '../../cents.ts'
import { rateProblem, type DayRates } from '../../exchange-rates.ts'
import { beyondBooked, type DueTaxes } from './collected-taxes.ts'
import { impossibleRate } from './impossible-rate.ts'
import type { OpenReceivable, Share } from './receivable-state.ts'

/** What the use of money is held to. */
export interface PaymentRules {
  /** The company's currency. */
  readonly currency: string
  readonly rates: DayRates
  readonly mayUseAnyRate: boolean
  readonly today: string
}

/** What money takes of one receivable. */
export interface Application {
  readonly receivable: OpenReceivable
  readonly parcialidad: number
  readonly saldoAnterior: bigint
  /** With what is forgiven of it. */
  readonly share: Share
  /** What is forgiven: in the receivable's currency, and in the company's at the receivable's rate. */
  readonly descuento: bigint
  readonly descuentoBase: bigint
  /** The part of the money, in its own currency. */
  readonly importeCobro: bigint
}

/** With the taxes that fall due with it. */
export interface DueApplication extends Application {
  readonly cobrados: DueTaxes
}

/** Money of a customer, of which a part goes to a receivable: a collection, or an advance. */
export interface Money {
  readonly cliente: string
  readonly moneda: string
  readonly 'moneda.clave': string
  readonly tipo_cambio: string
  /** The day whose rates it is held to. */
  readonly fecha: string
}

/** What is asked of a receivable, as it was written. */
export interface Asked {
  readonly importe: string
  readonly descuento: string
  readonly equivalencia: string
}

interface Candidate {
  readonly money: Money
  readonly asked: Asked
  readonly receivable: OpenReceivable
  /** Where a field was written. */
  readonly field: (name: string) => string
}

/** What money takes of a receivable, from which nothing is taken yet. */
export function applicationOf(
  candidate: Candidate,
  rules: PaymentRules,
): Result<Application, ErrorEntry> {
  const { money, asked, receivable, field } = candidate
  const other = receivable.problem(money.cliente, field('cuenta'))
  if (other !== null) return fail(other)
  const { folio, fecha } = receivable.row
  const early = beforeInvoice(money.fecha, { name: `CuentaPorCobrar ${folio}`, fecha })
  if (early !== null) return fail(early)
  const taken = cents(asked.importe) + cents(asked.descuento)
  if (taken > receivable.saldo) {
    const message =
      `${field('importe')}: importe and descuento are ${amountText(taken)}, ` +
      `but of CuentaPorCobrar ${receivable.row.folio} only ${amountText(receivable.saldo)} is owed.`
    return fail({ code: 'VALIDATION', field: field('importe'), message })
  }
  if (cents(asked.descuento) > 0n && receivable.row.es_ppd) {
    const message =
      `${field('descuento')}: of CuentaPorCobrar ${receivable.row.folio}, whose payments the SAT is told (PPD), ` +
      'something is forgiven by a credit note (pronto_pago) alone.'
    return fail({ code: 'VALIDATION', field: field('descuento'), message })
  }
  const problem = equivalenceProblem(candidate, rules)
  return problem === null ? ok(apply(candidate)) : fail(problem)
}

const IS_ONE = /^1(?:\.0*)?$/

/** Between two currencies it is said how many of the money's one of the receivable's is worth. */
function equivalenceProblem(
  { money, asked, receivable, field: place }: Candidate,
  rules: PaymentRules,
): ErrorEntry | null {
  const field = place('equivalencia')
  const { moneda, moneda_clave: name } = receivable.row
  const problem = (message: string): ErrorEntry => ({ code: 'VALIDATION', field, message })
  const isOne = IS_ONE.test(asked.equivalencia)
  if (moneda === money.moneda) {
    return isOne ? null : problem(`${field} must be 1: both are in ${name}.`)
  }
  if (isOne) {
    return problem(
      `${field} is 1, but CuentaPorCobrar ${receivable.row.folio} is in ${name}: say how many ${money['moneda.clave']} one ${name} is worth.`,
    )
  }
  if (moneda === rules.currency) return ownCurrencyProblem({ money, asked }, field)
  // What one of the receivable's currency is worth in the company's: four decimals are enough to compare.
  const worth = rounded(
    times(decimal(asked.equivalencia), decimal(money.tipo_cambio)),
    RATE_DECIMALS,
  )
  const written = {
    field,
    moneda,
    moneda_clave: name,
    tipo_cambio: scaled(worth.units),
    fecha: money.fecha,
  }
  const rate = rules.rates.of({ moneda, fecha: money.fecha })
  return meantProblem({ money, asked, receivable, rate }, field) ?? rateProblem(written, rules)
}

/** What nobody can mean, an administrator neither. */
function meantProblem(
  {
    money,
    asked,
    receivable,
    rate,
  }: Omit<Candidate, 'field'> & { readonly rate: DayRate | undefined },
  field: string,
): ErrorEntry | null {
  const { moneda_clave: name, tipo_cambio: booked } = receivable.row
  const known = rate?.tipo_cambio ?? booked
  const why = impossibleRate({
    equivalencia: asked.equivalencia,
    tipo_cambio: money.tipo_cambio,
    known,
    variation: rate?.variacion ?? NEAR,
  })
  if (why === null) return null
  const meant = `it says how many ${money['moneda.clave']} one ${name} is worth`
  const message =
    why === 'upside down'
      ? `${field} is ${asked.equivalencia}, which is upside down: ${meant}, and ${name} stood at ${known}.`
      : `${field} is ${asked.equivalencia}, more than twice or less than half of what ${name} stood at, ${known}: ${meant}.`
  return { code: 'VALIDATION', field, message }
}

// Where nobody noted a rate, the invoice's may have moved by this part until it is paid.
const NEAR = '0.1'

const RATE_DECIMALS = 6

function scaled(units: bigint): string {
  const digits = units.toString().padStart(RATE_DECIMALS + 1, '0')
  return `${digits.slice(0, -RATE_DECIMALS)}.${digits.slice(-RATE_DECIMALS)}`
}

/** What the money is worth in the company's currency must be what it pays there, to what a cent of it is worth. */
function ownCurrencyProblem(
  { money, asked }: Pick<Candidate, 'money' | 'asked'>,
  field: string,
): ErrorEntry | null {
  const worth = timesRate(importeCobro(asked), money.tipo_cambio)
  const difference = worth - cents(asked.importe)
  const most = timesRate(1n, money.tipo_cambio) + 1n
  if (difference <= most && -difference <= most) return null
  const message = `${field}: ${amountText(importeCobro(asked))} at tipo_cambio ${money.tipo_cambio} is ${amountText(worth)}, not ${asked.importe}.`
  return { code: 'VALIDATION', field, message }
}

const CENT_DECIMALS = 2

function importeCobro({ importe, equivalencia }: Asked): bigint {
  return rounded(times(decimal(importe), decimal(equivalencia)), CENT_DECIMALS).units
}

function apply({ money, asked, receivable }: Candidate): Application {
  const descuento = cents(asked.descuento)
  const own = cents(asked.importe) + descuento
  const share = receivable.shareOf(own)
  const descuentoBase = descuento === 0n ? 0n : (share.base * descuento * 2n + own) / (own * 2n)
  return {
    receivable,
    parcialidad: receivable.parcialidad,
    saldoAnterior: receivable.saldo,
    share,
    descuento,
    descuentoBase,
    importeCobro: money.moneda === receivable.row.moneda ? own - descuento : importeCobro(asked),
  }
}

/** What its money is worth above what the receivable was booked at; below zero: less. */
export function exchangeGain({ tipo_cambio: rate }: Money, dueApplication: DueApplication): bigint {
  const worth = timesRate(dueApplication.importeCobro, rate)
  return (
    worth -
    (dueApplication.share.base - dueApplication.descuentoBase) -
    beyondBooked([dueApplication])
  )
}
