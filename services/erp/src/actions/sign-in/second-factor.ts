import type { Database, Tx } from '@oficina/kit/database.ts'

import { unseal } from '../../identity/encryption.ts'
import { recoveryCodeHash } from '../../identity/recovery-codes.ts'
import { matchingStep } from '../../identity/totp.ts'
import {
  claimStep,
  findTotpFactors,
  takeRecoveryCode,
  type FactorRow,
} from '../../store/people/factor-store.ts'
import { readServerSecret } from '../../store/people/secret-store.ts'
import { writeAs, type EmpresaId } from '../../store/tenant-database.ts'

interface Person {
  readonly empresa: EmpresaId
  readonly usuarioId: string
}

/** What the secret of a factor is encrypted for. */
export function factorPurpose(empresa: EmpresaId, factorId: string): string {
  return `factor ${empresa}/${factorId}`
}

/** Whether a code is the current one of a confirmed factor of the user, or one of his recovery codes; it is used up. */
export async function isSecondFactor(
  database: Database,
  person: Person,
  typed: { readonly codigo: string; readonly nowMs: number },
): Promise<boolean> {
  const { empresa, usuarioId } = person
  return await writeAs(database, empresa, async (tx) => {
    const hash = recoveryCodeHash(typed.codigo)
    if (hash !== undefined) return await takeRecoveryCode(tx, empresa, { usuarioId, hash })
    const factors = await findTotpFactors(tx, empresa, usuarioId)
    for (const factor of factors.filter(({ verificado_en: confirmed }) => confirmed !== null)) {
      if (await usesCode(tx, empresa, { factor, ...typed })) return true
    }
    return false
  })
}

/** Whether a code is the current one of this factor and was not used before; it is used up. */
export async function usesCode(
  tx: Tx,
  empresa: EmpresaId,
  details: { readonly factor: FactorRow; readonly codigo: string; readonly nowMs: number },
): Promise<boolean> {
  const { factor, nowMs } = details
  const code = details.codigo.replaceAll(/\s/g, '')
  const serverSecret = await readServerSecret(tx)
  const purpose = factorPurpose(empresa, factor.id)
  const secret = unseal(factor.secreto, { serverSecret, purpose })
  const step = matchingStep(secret, code, nowMs)
  if (step === undefined) return false
  return await claimStep(tx, empresa, { factorId: factor.id, step, now: new Date(nowMs) })
}
