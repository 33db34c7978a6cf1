import type { Picked } from '../../../../dictionary/row-types.ts'
import { lockRows } from '../../../../store/records/model-rows.ts'
import type { ActionContext } from '../../action.ts'
import type { Changes, MadeFields } from '../../changes.ts'
import { cutText } from '../../cut-text.ts'
import type { Later } from '../../later.ts'

const MODEL = 'MovimientoBancario'
const MOVED = ['folio', 'estado', 'conciliado'] as const

/** Money that a document lets into or out of a bank account. */
interface MovedMoney extends Omit<
  MadeFields<typeof MODEL>,
  'folio' | 'beneficiario' | 'conciliado' | 'estado'
> {
  readonly beneficiario: string
}

// The length of MovimientoBancario.beneficiario.
const MAX_NAME = 200

/** Writes a movement of a bank account, applied at once; returns its id. */
export function moveMoney(changes: Changes, { beneficiario, ...money }: MovedMoney): Later {
  const folio = changes.folio('movimiento_bancario', 'MB-')
  const id = changes.insert(MODEL, {
    ...money,
    folio,
    beneficiario: cutText(beneficiario, MAX_NAME),
    conciliado: false,
    estado: 'aplicado',
  })
  changes.record({ model: MODEL, id, before: null, after: { folio }, event: null })
  return id
}

/** A movement that a document caused, locked so that none reconciles it while it is taken back. */
export type MoneyMove = Picked<typeof MODEL, (typeof MOVED)[number]>

/** Locks the movements of documents, of those that caused one. */
export async function lockMoneyMoves(
  context: ActionContext,
  documents: readonly { readonly movimiento: string | null }[],
): Promise<ReadonlyMap<string, MoneyMove>> {
  const ids = documents.flatMap(({ movimiento }) => movimiento ?? [])
  return await lockRows(context, MODEL, { ids, fields: MOVED })
}

export function isReconciled({ conciliado, estado }: MoneyMove): boolean {
  return conciliado || estado === 'conciliado'
}

/** Takes a movement back that never was. */
export function cancelMoneyMove(changes: Changes, move: MoneyMove): void {
  changes.amend(MODEL, move, { estado: 'cancelado' })
}
