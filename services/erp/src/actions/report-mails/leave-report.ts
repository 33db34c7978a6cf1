import type { Database } from '@oficina/kit/database.ts'

import { apiError } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { NO_REPORT_MAIL } from '../../messages/report-mails.ts'
import { auditNumber, recordAudit } from '../../store/audit-store.ts'
import { findReportMail, removeReceiver } from '../../store/report-mail-store.ts'
import { writeAs } from '../../store/tenant-database.ts'

/**
 * Takes the caller off a report that is sent to him; he needs no right to do so. His own record tells that he did.
 * @throws ApiError NOT_FOUND for a sending that he does not receive
 * @source docs/decisions/0285-erp-reports-as-files.md
 */
export async function leaveReport(
  { database, now }: { readonly database: Database; readonly now: () => number },
  caller: Caller,
  id: string,
): Promise<void> {
  const { empresa, usuarioId } = caller
  const number = await auditNumber(database, empresa)
  await writeAs(database, empresa, async (tx) => {
    const sending = await findReportMail(tx, empresa, id)
    if (sending === undefined || !sending.destinatarios.includes(usuarioId)) {
      throw apiError('NOT_FOUND', NO_REPORT_MAIL({ id }))
    }
    await removeReceiver(tx, empresa, { id, usuarioId })
    const entry = {
      id: number,
      model: 'Usuario',
      recordId: usuarioId,
      operation: 'cambio',
      action: null,
      reason: null,
      before: { reporte_por_correo: sending.nombre },
      after: { reporte_por_correo: null },
    } as const
    await recordAudit(tx, caller, { entries: [entry], now: new Date(now()).toISOString() })
  })
}
