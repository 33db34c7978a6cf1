import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import { decimal, rounded, times } from '../../../../fiscal/decimal.ts'
import { DISCOUNT_OF_PPD, EQUIVALENCE, MORE_THAN_OWED } from '../../../../messages/applications.ts'
import type { Message } from '../../../../messages/message.ts'
import type { Place } from '../../../../messages/places.ts'
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
  readonly place: (name: string) => Place
}

/** What money takes of a receivable, from which nothing is taken yet. */
export function applicationOf(
  candidate: Candidate,
  rules: PaymentRules,
): Result<Application, ErrorEntry> {
  const { money, asked, receivable, place } = candidate
  const other = receivable.problem(money.cliente, place('cuenta'))
  if (other !== null) return fail(other)
  const { folio, fecha } = receivable.row
  const early = beforeInvoice(money.fecha, { name: `CuentaPorCobrar ${folio}`, fecha })
  if (early !== null) return fail(early)
  const taken = cents(asked.importe) + cents(asked.descuento)
  if (taken > receivable.saldo) {
    const where = place('importe')
    const owed = amountText(receivable.saldo)
    const message = MORE_THAN_OWED({ where, taken: amountText(taken), folio, owed })
    return fail({ code: 'VALIDATION', field: where.path, message })
  }
  if (cents(asked.descuento) > 0n && receivable.row.es_ppd) {
    const where = place('descuento')
    const message = DISCOUNT_OF_PPD({ where, folio })
    return fail({ code: 'VALIDATION', field: where.path, message })
  }
  const problem = equivalenceProblem(candidate, rules)
  return problem === null ? ok(apply(candidate)) : fail(problem)
}

const IS_ONE = /^1(?:\.0*)?$/

/** Between two currencies it is said how many of the money's one of the receivable's is worth. */
function equivalenceProblem(
  { money, asked, receivable, place }: Candidate,
  rules: PaymentRules,
): ErrorEntry | null {
  const where = place('equivalencia')
  const { path: field } = where
  const { folio, moneda, moneda_clave: name } = receivable.row
  const problem = (message: Message): ErrorEntry => ({ code: 'VALIDATION', field, message })
  const isOne = IS_ONE.test(asked.equivalencia)
  if (moneda === money.moneda) {
    return isOne ? null : problem(EQUIVALENCE.one({ where, currency: name }))
  }
  if (isOne) {
    const of = { where, folio, currency: name, money: money['moneda.clave'] }
    return problem(EQUIVALENCE.notOne(of))
  }
  if (moneda === rules.currency) return ownCurrencyProblem({ money, asked }, where)
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
  return meantProblem({ money, asked, receivable, rate }, where) ?? rateProblem(written, rules)
}

/** What nobody can mean, an administrator neither. */
function meantProblem(
  {
    money,
    asked,
    receivable,
    rate,
  }: Omit<Candidate, 'place'> & { readonly rate: DayRate | undefined },
  where: Place,
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
  const of = {
    where,
    asked: asked.equivalencia,
    money: money['moneda.clave'],
    currency: name,
    stood: known,
  }
  const message = why === 'upside down' ? EQUIVALENCE.upsideDown(of) : EQUIVALENCE.tooFar(of)
  return { code: 'VALIDATION', field: where.path, message }
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
  where: Place,
): ErrorEntry | null {
  const worth = timesRate(importeCobro(asked), money.tipo_cambio)
  const difference = worth - cents(asked.importe)
  const most = timesRate(1n, money.tipo_cambio) + 1n
  if (difference <= most && -difference <= most) return null
  const message = EQUIVALENCE.otherWorth({
    where,
    amount: amountText(importeCobro(asked)),
    rate: money.tipo_cambio,
    worth: amountText(worth),
    asked: asked.importe,
  })
  return { code: 'VALIDATION', field: where.path, message }
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
