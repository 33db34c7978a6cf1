import type { ErrorEntry } from '../../../../errors.ts'
import {
  FAVOR_LEAVING,
  FAVOR_USED,
  PAID_WAS_CREDITED,
} from '../../../../messages/customer-advances.ts'
import type { AdvanceRow } from '../load-advances.ts'

/** Why a credit note cannot be taken back for what it left the customer to his credit, or null. */
export function favorProblem({
  estado,
  folio,
}: {
  readonly estado: string
  readonly folio: string
}): ErrorEntry | null {
  if (estado === 'pendiente') return null
  return { code: 'INVALID_STATE', message: FAVOR_USED({ folio, state: estado }) }
}

/** Why what a credit note left cannot be used, or null: its note is about to be cancelled. */
export function leavingProblem(row: AdvanceRow): ErrorEntry | null {
  const { folio, nota_credito: nota, 'nota_credito.cfdi.estado': estado } = row
  if (nota === null || estado === 'vigente') return null
  return { code: 'INVALID_STATE', message: FAVOR_LEAVING({ folio, note: nota, state: estado }) }
}

/** Why what paid a receivable cannot be taken back, or null: a note has credited it, and the customer has it already. */
export function creditedProblem(
  receivable: string,
  notes: ReadonlyMap<string, string>,
): ErrorEntry | null {
  const nota = notes.get(receivable)
  if (nota === undefined) return null
  return { code: 'INVALID_STATE', message: PAID_WAS_CREDITED({ note: nota, receivable }) }
}
