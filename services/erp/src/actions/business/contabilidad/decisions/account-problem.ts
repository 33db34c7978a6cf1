import { ACCOUNT_CANNOT } from '../../../../messages/account-uses.ts'
import type { Message } from '../../../../messages/message.ts'
import type { AccountRow } from '../../../../store/journal-store.ts'

/** What a line of an entry says beside its amount. */
export interface LineDimensions {
  readonly hasCostCentre: boolean
  /** A supplier or a customer. */
  readonly hasParty: boolean
  readonly hasProject: boolean
}

/** Why a line may not use an account, or null: what follows "uses the account 100-01, which". */
export function accountProblem(account: AccountRow, has: LineDimensions): Message | null {
  if (!account.activo) return ACCOUNT_CANNOT.inactive()
  if (!account.acepta_movimientos) return ACCOUNT_CANNOT.takesNothing()
  if (account.requiere_centro_costo && !has.hasCostCentre) return ACCOUNT_CANNOT.wantsCostCentre()
  if (account.requiere_tercero && !has.hasParty) return ACCOUNT_CANNOT.wantsParty()
  return account.requiere_proyecto && !has.hasProject ? ACCOUNT_CANNOT.wantsProject() : null
}
