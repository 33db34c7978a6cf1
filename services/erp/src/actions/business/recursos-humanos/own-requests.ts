import type { ErrorEntry } from '../../../errors.ts'
import { OWN_REQUEST } from '../../../messages/absences.ts'
import type { ActionContext } from '../action.ts'
import { findOwnAsociado } from './store/own-store.ts'

/** Who decides about requests: the Asociado that the caller is, if he is one. */
export async function deciderOf({ tx, caller }: ActionContext): Promise<string | null> {
  return await findOwnAsociado(tx, caller.empresa, caller.usuarioId)
}

/** Nobody authorizes what he asked for himself. */
export function ownProblem(
  model: string,
  { folio, asociado }: { readonly folio: string; readonly asociado: string },
  decider: string | null,
): ErrorEntry | null {
  if (decider !== asociado) return null
  return { code: 'SEGREGATION_OF_DUTIES', message: OWN_REQUEST({ model, folio }) }
}
