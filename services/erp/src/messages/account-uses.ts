import { message } from './message.ts'

/** Why a line may not use an account, without its subject: that is the account, named before. */
export const ACCOUNT_CANNOT = {
  inactive: message({
    en: () => 'is not active',
    es: () => 'no está activa',
  }),
  takesNothing: message({
    en: () => 'takes no entries',
    es: () => 'no recibe movimientos',
  }),
  wantsCostCentre: message({
    en: () => 'needs a cost centre',
    es: () => 'pide un centro de costo',
  }),
  wantsParty: message({
    en: () => 'needs the supplier or customer',
    es: () => 'pide el proveedor o el cliente',
  }),
  wantsProject: message({
    en: () => 'needs a project',
    es: () => 'pide un proyecto',
  }),
} as const
