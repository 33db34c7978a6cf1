import type { AccountRow } from '../../../../store/journal-store.ts'

/** What a line of an entry says beside its amount. */
export interface LineDimensions {
  readonly hasCostCentre: boolean
  /** A supplier or a customer. */
  readonly hasParty: boolean
  readonly hasProject: boolean
}

/** Why a line may not use an account, or null: what follows "uses the account 100-01, which". */
export function accountProblem(account: AccountRow, has: LineDimensions): string | null {
  if (!account.activo) return 'is not active'
  if (!account.acepta_movimientos) return 'takes no entries'
  if (account.requiere_centro_costo && !has.hasCostCentre) return 'needs a cost centre'
  if (account.requiere_tercero && !has.hasParty) return 'needs the supplier or customer'
  return account.requiere_proyecto && !has.hasProject ? 'needs a project' : null
}
