import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Change, Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import {
  APPLIED_BEYOND,
  BANK_NOT_ACTIVE,
  BANK_OF_OTHER_CURRENCY,
  COLLECTED_AHEAD,
} from '../../../../messages/collections.ts'
import type { Place } from '../../../../messages/places.ts'
import { RECEIVABLE } from '../../../../messages/receivables.ts'
import { amountText, cents, sumOf } from '../../cents.ts'
import { rateProblem } from '../../exchange-rates.ts'
import {
  applicationOf,
  exchangeGain,
  type Application,
  type Asked,
  type DueApplication,
  type PaymentRules,
} from './application.ts'
import { collectedTaxes, dueOf, taxTexts } from './collected-taxes.ts'
import type { OpenReceivable } from './receivable-state.ts'

/** What is read of a collection to collect it. */
export const COLLECTED = [
  'fecha',
  'cliente',
  'cliente.razon_social',
  'cliente.grupo_cliente.cuenta_contable',
  'forma_pago',
  'forma_pago.cuenta_bancaria',
  'forma_pago.cuenta_bancaria.moneda',
  'forma_pago.cuenta_bancaria.activo',
  'forma_pago.cuenta_bancaria.cuenta_contable',
  'referencia',
  'moneda',
  'moneda.clave',
  'tipo_cambio',
  'importe',
  'por_aplicar',
  'cuenta_bancaria',
  'cuenta_bancaria.moneda',
  'cuenta_bancaria.activo',
  'cuenta_bancaria.cuenta_contable',
  'poliza',
  'movimiento',
] as const

export type CollectionRow = Picked<'CobroCliente', (typeof COLLECTED)[number] | 'folio'> & {
  readonly estado: string
}

/** What a collection is to take of a receivable. */
export type ApplicationRow = Picked<
  'CobroClienteAplicacion',
  'partida' | 'cuenta' | 'importe' | 'descuento' | 'equivalencia'
>

/** The account to which a collection goes. */
export interface Bank {
  readonly id: string
  readonly moneda: string | null
  readonly activo: boolean | null
  readonly cuenta_contable: string | null
}

/** What a line of a collection takes. */
export interface AppliedLine extends DueApplication {
  readonly line: ApplicationRow
}

/** A collection that may be booked. */
export interface Collection {
  readonly row: CollectionRow
  /** Null: neither it nor its form of payment names an account. */
  readonly bank: Bank | null
  readonly importe: bigint
  readonly applications: readonly AppliedLine[]
  /** What no receivable takes, in the currency of the collection. */
  readonly rest: bigint
}

/** Where the money goes: the account that it names, else that of its form of payment. */
export function bankOf(row: CollectionRow): Bank | null {
  const { cuenta_bancaria: own, 'forma_pago.cuenta_bancaria': usual } = row
  if (own !== null) {
    return {
      id: own,
      moneda: row['cuenta_bancaria.moneda'],
      activo: row['cuenta_bancaria.activo'],
      cuenta_contable: row['cuenta_bancaria.cuenta_contable'],
    }
  }
  if (usual === null) return null
  return {
    id: usual,
    moneda: row['forma_pago.cuenta_bancaria.moneda'],
    activo: row['forma_pago.cuenta_bancaria.activo'],
    cuenta_contable: row['forma_pago.cuenta_bancaria.cuenta_contable'],
  }
}

/**
 * What a collection comes to. The receivables keep what it takes of them, so that the next one of a batch finds what is
 * left; of a collection that is refused they keep nothing.
 * @source docs/decisions/0252-erp-cash.md
 */
export function decideCollection(
  row: CollectionRow,
  facts: {
    readonly lines: readonly ApplicationRow[]
    readonly receivables: ReadonlyMap<string, OpenReceivable>
  },
  rules: PaymentRules,
): Result<Collection, readonly ErrorEntry[]> {
  const bank = bankOf(row)
  const whole = wholeProblem(row, bank, rules)
  if (whole !== null) return fail([whole])
  const taken: (Application & { readonly line: ApplicationRow })[] = []
  const problems: ErrorEntry[] = []
  const seen = new Set<string>()
  for (const line of facts.lines) {
    const receivable = facts.receivables.get(line.cuenta)
    if (receivable === undefined) throw new Error(`CuentaPorCobrar ${line.cuenta} was not read`)
    const place = (name: string): Place => {
      return { path: `aplicaciones[${line.partida}].${name}`, line: line.partida, name }
    }
    const applied = seen.has(line.cuenta)
      ? fail(twice(place('cuenta'), receivable))
      : applicationOf({ money: row, asked: askedBy(line), receivable, place }, rules)
    if (applied.ok) taken.push({ ...applied.value, line })
    else problems.push(applied.error)
    seen.add(line.cuenta)
  }
  if (problems.length > 0) return fail(problems.slice(0, MAX_PROBLEMS))
  const importe = cents(row.importe)
  const rest = importe - sumOf(taken.map(({ importeCobro }) => importeCobro))
  if (rest < 0n) {
    const { id, importe: amount } = row
    const message = APPLIED_BEYOND({ id, amount, taken: amountText(importe - rest) })
    return fail([{ code: 'VALIDATION', field: 'importe', message }])
  }
  const due = collectedTaxes(taken, { ...row, company: rules.currency })
  const applications = taken.map((part, index) => ({
    ...part,
    cobrados: due[index] ?? dueOf(part.share),
  }))
  return ok({ row, bank, importe, applications, rest })
}

// Of one collection; who mends these sees the others at the next try.
const MAX_PROBLEMS = 20

function askedBy({ importe, descuento, equivalencia }: ApplicationRow): Asked {
  return { importe, descuento: descuento ?? '0', equivalencia }
}

function wholeProblem(
  row: CollectionRow,
  bank: Bank | null,
  rules: PaymentRules,
): ErrorEntry | null {
  const moneda = row['moneda.clave']
  if (row.fecha > rules.today) {
    const message = COLLECTED_AHEAD({ day: row.fecha, today: rules.today })
    return { code: 'VALIDATION', field: 'fecha', message }
  }
  if (bank !== null && bank.moneda !== row.moneda) {
    const message = BANK_OF_OTHER_CURRENCY({ currency: moneda })
    return { code: 'VALIDATION', field: 'cuenta_bancaria', message }
  }
  if (bank?.activo === false) {
    return { code: 'VALIDATION', field: 'cuenta_bancaria', message: BANK_NOT_ACTIVE() }
  }
  return rateProblem({ ...row, moneda_clave: moneda, field: 'tipo_cambio' }, rules)
}

function twice(where: Place, { row: { folio } }: OpenReceivable): ErrorEntry {
  return { code: 'VALIDATION', field: where.path, message: RECEIVABLE.twice({ where, folio }) }
}

/** What a line comes to when it is booked. */
export function bookedApplication(
  row: CollectionRow,
  appliedLine: AppliedLine,
): Change<'CobroClienteAplicacion'> {
  const { parcialidad, saldoAnterior, share } = appliedLine
  return {
    parcialidad,
    saldo_anterior: amountText(saldoAnterior),
    saldo_insoluto: amountText(saldoAnterior - share.own),
    importe_cobro: amountText(appliedLine.importeCobro),
    utilidad_cambiaria: amountText(exchangeGain(row, appliedLine)),
    importe_base: amountText(share.base),
    ...taxTexts(appliedLine),
  }
}
