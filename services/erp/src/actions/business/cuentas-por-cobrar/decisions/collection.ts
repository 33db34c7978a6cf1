import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import { amountText, cents, sumOf } from '../../cents.ts'
import { rateProblem } from '../../exchange-rates.ts'
import type { ApplicationRow, BookedApplication, CollectionRow } from '../store/collection-store.ts'
import {
  applicationOf,
  exchangeGain,
  type Application,
  type DueApplication,
  type PaymentRules,
} from './application.ts'
import { collectedTaxes, dueOf, taxTexts } from './collected-taxes.ts'
import type { OpenReceivable } from './receivable-state.ts'

/** What a line of a collection takes. */
export interface AppliedLine extends DueApplication {
  readonly line: ApplicationRow
}

/** A collection that may be booked. */
export interface Collection {
  readonly row: CollectionRow
  readonly importe: bigint
  readonly applications: readonly AppliedLine[]
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
  rules: PaymentRules,
): Result<Collection, readonly ErrorEntry[]> {
  const whole = wholeProblem(row, rules)
  if (whole !== null) return fail([whole])
  const taken: (Application & { readonly line: ApplicationRow })[] = []
  const problems: ErrorEntry[] = []
  const seen = new Set<string>()
  for (const line of of.lines) {
    const receivable = of.receivables.get(line.cuenta)
    if (receivable === undefined) throw new Error(`CuentaPorCobrar ${line.cuenta} was not read`)
    const field = (name: string) => `aplicaciones[${line.partida}].${name}`
    const applied = seen.has(line.cuenta)
      ? fail(twice(field('cuenta'), receivable))
      : applicationOf({ money: row, asked: line, receivable, field }, rules)
    if (applied.ok) taken.push({ ...applied.value, line })
    else problems.push(applied.error)
    seen.add(line.cuenta)
  }
  if (problems.length > 0) return fail(problems.slice(0, MAX_PROBLEMS))
  const importe = cents(row.importe)
  const rest = importe - sumOf(taken.map(({ importeCobro }) => importeCobro))
  if (rest < 0n) {
    const message = `importe is ${row.importe}, but the applications of CobroCliente ${row.id} take ${amountText(importe - rest)}.`
    return fail([{ code: 'VALIDATION', field: 'importe', message }])
  }
  const due = collectedTaxes(taken, { ...row, company: rules.currency })
  const applications = taken.map((one, index) => ({
    ...one,
    cobrados: due[index] ?? dueOf(one.share),
  }))
  return ok({ row, importe, applications, rest })
}

// Of one collection; who mends these sees the others at the next try.
const MAX_PROBLEMS = 20

function wholeProblem(row: CollectionRow, rules: PaymentRules): ErrorEntry | null {
  if (row.fecha > rules.today) {
    const message = `fecha is ${row.fecha}, but money is collected up to today, ${rules.today}.`
    return { code: 'VALIDATION', field: 'fecha', message }
  }
  if (row.banco_moneda !== null && row.banco_moneda !== row.moneda) {
    const message = `cuenta_bancaria: the account, named here or by forma_pago, is not kept in ${row.moneda_clave}.`
    return { code: 'VALIDATION', field: 'cuenta_bancaria', message }
  }
  if (row.banco_activo === false) {
    const message = 'cuenta_bancaria: the account, named here or by forma_pago, is not active.'
    return { code: 'VALIDATION', field: 'cuenta_bancaria', message }
  }
  const rate = rules.rates.of(row)
  return rateProblem({ ...row, field: 'tipo_cambio' }, { ...rules, rate })
}

function twice(field: string, { row }: OpenReceivable): ErrorEntry {
  const message = `${field}: CuentaPorCobrar ${row.folio} is named twice; make it one line.`
  return { code: 'VALIDATION', field, message }
}

export function bookedApplication(row: CollectionRow, one: AppliedLine): BookedApplication {
  const { line, parcialidad, saldoAnterior, share } = one
  return {
    id: line.id,
    parcialidad,
    saldo_anterior: amountText(saldoAnterior),
    saldo_insoluto: amountText(saldoAnterior - share.own),
    importe_cobro: amountText(one.importeCobro),
    utilidad_cambiaria: amountText(exchangeGain(row, one)),
    importe_base: amountText(share.base),
    ...taxTexts(one),
  }
}
