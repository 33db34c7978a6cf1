import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import type { OpenEntry } from '../../../../store/journal-store.ts'
import type { Periods } from '../../contabilidad/accounting-periods.ts'
import { toldDependents, type IsSeen } from '../../told-dependents.ts'
import type { ApplicationTerms } from './payment-terms.ts'

/** A payment that was made. */
export type MadePayment = Picked<
  'PagoProveedor',
  'folio' | 'fecha' | 'proveedor' | 'cheque' | 'movimiento_bancario' | 'complemento'
>

/** What decides whether payments may be taken back. */
export interface TakenBackFacts {
  /** The advances that they made, by payment, and where these were used, by advance. */
  readonly advances: ReadonlyMap<string, readonly Picked<'AnticipoProveedor', 'estado'>[]>
  readonly uses: ReadonlyMap<string, readonly Picked<'AnticipoProveedorAplicacion', 'cancelada'>[]>
  readonly lines: ReadonlyMap<string, readonly ApplicationTerms[]>
  readonly cheques: ReadonlyMap<string, Picked<'Cheque', 'folio' | 'estado'>>
  readonly movements: ReadonlyMap<string, Picked<'MovimientoBancario', 'estado' | 'conciliado'>>
  readonly entries: ReadonlyMap<string, readonly OpenEntry[]>
  /** The folios of credit notes of what was paid of invoices, by invoice. */
  readonly notes: ReadonlyMap<string, string>
  readonly periods: Periods
  readonly today: string
  readonly isSeen: IsSeen
}

/** Why a payment that was made is not taken back, or null. */
export function takenBackProblem(facts: TakenBackFacts, payment: MadePayment): ErrorEntry | null {
  const name = `PagoProveedor ${payment.folio}`
  const refused = (reason: string): ErrorEntry => ({
    code: 'INVALID_STATE',
    message: `${name} ${reason}.`,
  })
  const used = usedProblem(facts, payment)
  if (used !== null) return used
  const nota = creditedBy(facts, payment)
  if (nota !== undefined) {
    return refused(`pays what NotaCreditoProveedor ${nota} credits; cancel that first`)
  }
  if (payment.complemento !== null) {
    return refused('has the CFDI of payment of its supplier; take it from complemento first')
  }
  if (isReconciled(facts.movements.get(payment.movimiento_bancario ?? ''))) {
    return refused('is reconciled with the statement of the bank; undo that first')
  }
  const cheque = facts.cheques.get(payment.cheque ?? '')
  if (cheque?.estado === 'cobrado') {
    return refused(`was made with Cheque ${cheque.folio}, which was cashed`)
  }
  return facts.entries.has(payment.id) ? facts.periods.problemOf(facts.today) : null
}

function isReconciled(
  movement: Picked<'MovimientoBancario', 'estado' | 'conciliado'> | undefined,
): boolean {
  return movement?.conciliado === true || movement?.estado === 'conciliado'
}

// The first ten of them show what is in the way.
const MAX_NAMED = 10

function usedProblem(
  { advances, uses, isSeen }: TakenBackFacts,
  { id, folio }: MadePayment,
): ErrorEntry | null {
  const found = (advances.get(id) ?? []).flatMap((advance) => {
    const own = (uses.get(advance.id) ?? []).filter(({ cancelada }) => !cancelada)
    const ids = own.map((use) => Number(use.id)).slice(0, MAX_NAMED)
    return own.length === 0
      ? []
      : [{ modelo: 'AnticipoProveedorAplicacion', count: own.length, ids }]
  })
  if (found.length === 0) return null
  const { dependents, names } = toldDependents(found, isSeen)
  const message = `The advance of PagoProveedor ${folio} was applied (${names}); cancelar_aplicacion takes that back first.`
  return { code: 'HAS_DEPENDENTS', message, dependents }
}

/** The folio of a credit note of what it paid. */
function creditedBy({ lines, notes }: TakenBackFacts, { id }: MadePayment): string | undefined {
  const cuentas = (lines.get(id) ?? []).map(({ cuenta }) => cuenta)
  return cuentas.map((cuenta) => notes.get(cuenta)).find((folio) => folio !== undefined)
}
