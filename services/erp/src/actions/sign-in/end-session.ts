import type { Database } from '@oficina/kit/database.ts'

import type { Model } from '../../dictionary/types.ts'
import { apiError } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { mayDo } from '../../identity/rights.ts'
import { NO_SESSION } from '../../messages/people.ts'
import { auditNumber, recordAudit } from '../../store/audit-store.ts'
import { ownerOfSession, revokeSessions } from '../../store/people/session-store.ts'
import { writeAs } from '../../store/tenant-database.ts'

/**
 * Ends a session: one's own, or another's with the right to delete SesionUsuario. For anybody else it does not exist.
 * @throws ApiError NOT_FOUND
 */
export async function endSession(
  { database, model, now }: { database: Database; model: Model; now: Date },
  caller: Caller,
  id: string,
): Promise<void> {
  const { empresa, usuarioId } = caller
  const auditId = await auditNumber(database, empresa)
  await writeAs(database, empresa, async (tx) => {
    const owner = await ownerOfSession(tx, empresa, id)
    const may = owner === usuarioId || mayDo(caller.rights, model, 'eliminar')
    if (owner === undefined || !may) throw apiError('NOT_FOUND', NO_SESSION({ id }))
    await revokeSessions(tx, empresa, { usuarioId: owner, choice: { kind: 'one', id }, now })
    const change = { before: { estado: 'activa' }, after: { estado: 'revocada' } }
    const what = { model: model.name, recordId: id, operation: 'cambio' } as const
    const entry = { ...what, ...change, id: auditId, action: null, reason: null }
    await recordAudit(tx, caller, { entries: [entry], now: now.toISOString() })
  })
}
