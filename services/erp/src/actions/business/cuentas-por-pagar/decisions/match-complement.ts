import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import type { DoctoRelacionado, Pago } from '../../../../fiscal/cfdi/structure/pagos.ts'
import { NO_PAYMENT_WAITS, PAYMENTS_DIFFER } from '../../../../messages/received-cfdi.ts'
import { amountText, cents } from '../../cents.ts'
import type { PaidRow } from '../store/complement-store.ts'
import { inCents } from './invoice-amounts.ts'

/** A payment of a complement with what it tells of the company's own payments. */
export interface MatchedPayment {
  readonly pago: Pago
  readonly paid: readonly PaidRow[]
}

/**
 * Finds the payments of the company that a complement tells: each of its invoices was paid with that amount, by one
 * payment where one paid all of them.
 */
export function matchComplement(
  pagos: readonly Pago[],
  rows: readonly PaidRow[],
): Result<readonly MatchedPayment[], readonly ErrorEntry[]> {
  const used = new Set<string>()
  const problems: ErrorEntry[] = []
  const matched = pagos.map((pago, index): MatchedPayment => {
    const day = pago.FechaPago.slice(0, 10)
    const payments = [...Map.groupBy(rows, (row) => row.pago).values()].toSorted(
      (a, b) => daysFrom(day, a) - daysFrom(day, b),
    )
    const paid = pago.DoctoRelacionado.map((document) => {
      const isFree = (row: PaidRow) => !used.has(row.id) && isOf(row, document)
      const own = payments.find((payment) =>
        pago.DoctoRelacionado.every((other) => hasFree(payment, other, used)),
      )
      const found = (own ?? payments.flat()).find(isFree)
      if (found !== undefined) used.add(found.id)
      else problems.push(unpaid(index, document, rows))
      return found
    })
    return { pago, paid: paid.flatMap((row) => row ?? []) }
  })
  return problems.length > 0 ? fail(problems) : ok(matched)
}

function hasFree(
  payment: readonly PaidRow[],
  document: DoctoRelacionado,
  used: ReadonlySet<string>,
): boolean {
  return payment.some((row) => isOf(row, document) && !used.has(row.id))
}

function isOf(row: PaidRow, { IdDocumento, ImpPagado }: DoctoRelacionado): boolean {
  return row.uuid === IdDocumento.toUpperCase() && cents(row.importe) === inCents(ImpPagado)
}

const DAY_MS = 24 * 60 * 60_000

function daysFrom(day: string, [first]: readonly PaidRow[]): number {
  return Math.abs(Date.parse(first?.fecha ?? day) - Date.parse(day)) / DAY_MS
}

function unpaid(
  index: number,
  { IdDocumento, ImpPagado }: DoctoRelacionado,
  rows: readonly PaidRow[],
): ErrorEntry {
  const own = rows.filter((row) => row.uuid === IdDocumento.toUpperCase())
  const payments = own.map((row) => ({
    amount: amountText(cents(row.importe)),
    folio: row.pago_folio,
  }))
  const message =
    own.length === 0
      ? NO_PAYMENT_WAITS({ uuid: IdDocumento })
      : PAYMENTS_DIFFER({ uuid: IdDocumento, said: ImpPagado, payments })
  return { code: 'CFDI_REJECTED', field: `Complemento.Pagos.Pago[${index}]`, message }
}
