import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import { DOCUMENT, HAS_NO_LINES } from '../../../../messages/documents.ts'
import { CURRENCIES_DIFFER, INVOICE_NOT_PAID } from '../../../../messages/owed-invoices.ts'
import { PROGRAMMES_TOO_MUCH } from '../../../../messages/payment-lines.ts'
import { amountText, cents } from '../../cents.ts'
import type { ProgramLine } from '../store/program-store.ts'
import { isPayable, unpayable, type InvoiceBalance } from './invoice-balance.ts'

/** What actions read of a ProgramacionPago. */
export const PROGRAM = [
  'fecha_pago',
  'cuenta_bancaria',
  'moneda',
  'moneda.clave',
  'importe_solicitado',
] as const

/** A locked ProgramacionPago. */
export type Program = Picked<'ProgramacionPago', 'folio' | (typeof PROGRAM)[number]>

/** What a line of a programme is about to pay: what was authorized of it, else what was asked for. */
export function amountOf({ importe_autorizado, importe_solicitado }: ProgramLine): bigint {
  return cents(importe_autorizado ?? importe_solicitado)
}

/** Why the lines of a programme cannot be paid as they are. */
export function linesProblems(
  program: Program,
  lines: readonly ProgramLine[],
  invoices: ReadonlyMap<string, InvoiceBalance>,
): readonly ErrorEntry[] {
  if (lines.length === 0) {
    const document = DOCUMENT({ model: 'ProgramacionPago', folio: program.folio })
    return [{ code: 'NO_LINES', message: HAS_NO_LINES({ document }) }]
  }
  const taken = new Map<string, bigint>()
  return lines.flatMap((line) => {
    const before = taken.get(line.cuenta) ?? 0n
    taken.set(line.cuenta, before + amountOf(line))
    return lineProblem(program, line, { balance: invoices.get(line.cuenta), before }) ?? []
  })
}

function lineProblem(
  program: Program,
  line: ProgramLine,
  facts: { readonly balance: InvoiceBalance | undefined; readonly before: bigint },
): ErrorEntry | null {
  const { balance, before } = facts
  const at = (field: string) => `partidas[${line.partida}].${field}`
  if (balance === undefined) throw new Error(`CuentaPorPagar ${line.cuenta} was not locked`)
  const { invoice, saldo } = balance
  const { folio, moneda_clave: currency } = invoice
  const document = DOCUMENT({ model: 'ProgramacionPago', folio: program.folio })
  if (invoice.moneda !== program.moneda) {
    const own = program['moneda.clave']
    const message = CURRENCIES_DIFFER({ folio, currency, against: document, own })
    return { code: 'VALIDATION', field: at('cuenta'), message }
  }
  if (!isPayable(balance)) {
    const message = INVOICE_NOT_PAID(unpayable(balance))
    return { code: 'INVALID_STATE', field: at('cuenta'), message }
  }
  const left = saldo - cents(line.en_otras) - before
  if (amountOf(line) <= left) return null
  const message = PROGRAMMES_TOO_MUCH({
    document,
    line: line.partida,
    amount: amountText(amountOf(line)),
    against: DOCUMENT({ model: 'CuentaPorPagar', folio }),
    left: amountText(left),
  })
  return { code: 'VALIDATION', field: at('importe_autorizado'), message }
}
