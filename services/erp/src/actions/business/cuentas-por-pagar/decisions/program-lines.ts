import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import { amountText, cents } from '../../cents.ts'
import type { ProgramLine } from '../store/program-store.ts'
import { isPayable, PAYABLE_TEXT, type InvoiceBalance } from './invoice-balance.ts'

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
    const message = `ProgramacionPago ${program.folio} has no lines.`
    return [{ code: 'NO_LINES', message }]
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
  const name = `CuentaPorPagar ${invoice.folio}`
  if (invoice.moneda !== program.moneda) {
    const message = `${name} is in ${invoice.moneda_clave}, and ProgramacionPago ${program.folio} in ${program['moneda.clave']}.`
    return { code: 'VALIDATION', field: at('cuenta'), message }
  }
  if (!isPayable(balance)) {
    const message = `${name} is ${invoice.estado} with ${amountText(saldo)} left; only what is ${PAYABLE_TEXT} is paid.`
    return { code: 'INVALID_STATE', field: at('cuenta'), message }
  }
  const left = saldo - cents(line.en_otras) - before
  if (amountOf(line) <= left) return null
  const message =
    `Line ${line.partida} of ProgramacionPago ${program.folio} takes ${amountText(amountOf(line))} of ${name}, ` +
    `of which ${amountText(left)} is left that no other programme takes.`
  return { code: 'VALIDATION', field: at('importe_autorizado'), message }
}
