import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import { DOCUMENT } from '../../../../messages/documents.ts'
import type { Message } from '../../../../messages/message.ts'
import { PAYS_WHAT_IS_CREDITED } from '../../../../messages/owed-invoices.ts'
import {
  PAYMENT_ADVANCE_APPLIED,
  PAYMENT_CASHED,
  PAYMENT_HAS_COMPLEMENT,
  PAYMENT_RECONCILED,
} from '../../../../messages/payments-made.ts'
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
  const { folio } = payment
  const used = usedProblem(facts, payment)
  if (used !== null) return used
  const nota = creditedBy(facts, payment)
  if (nota !== undefined) {
    const document = DOCUMENT({ model: 'PagoProveedor', folio })
    return refused(PAYS_WHAT_IS_CREDITED({ document, note: nota }))
  }
  if (payment.complemento !== null) return refused(PAYMENT_HAS_COMPLEMENT({ folio }))
  if (isReconciled(facts.movements.get(payment.movimiento_bancario ?? ''))) {
    return refused(PAYMENT_RECONCILED({ folio }))
  }
  const cheque = facts.cheques.get(payment.cheque ?? '')
  if (cheque?.estado === 'cobrado') {
    return refused(PAYMENT_CASHED({ folio, cheque: cheque.folio }))
  }
  return facts.entries.has(payment.id) ? facts.periods.problemOf(facts.today) : null
}

function refused(message: Message): ErrorEntry {
  return { code: 'INVALID_STATE', message }
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
  const { dependents, told } = toldDependents(found, isSeen)
  const message = PAYMENT_ADVANCE_APPLIED({ folio, told })
  return { code: 'HAS_DEPENDENTS', message, dependents }
}

/** The folio of a credit note of what it paid. */
function creditedBy({ lines, notes }: TakenBackFacts, { id }: MadePayment): string | undefined {
  const cuentas = (lines.get(id) ?? []).map(({ cuenta }) => cuenta)
  return cuentas.map((cuenta) => notes.get(cuenta)).find((folio) => folio !== undefined)
}
