import type { Database } from '@oficina/kit/database.ts'

import type { Caller } from '../identity/caller.ts'
import { mexicanDay } from '../identity/mexican-day.ts'
import type { ReportPersonRow } from '../store/report-mail-store.ts'
import type { EmpresaId } from '../store/tenant-database.ts'
import { readUserAccess } from './effective-access.ts'

/**
 * A person with the rights that he has now, for what is made for him beside requests. They are read anew each time: a
 * right that was taken away holds at the next mail.
 */
export async function callerForPerson(
  { database, now }: { readonly database: Database; readonly now: () => number },
  empresa: EmpresaId,
  person: ReportPersonRow,
): Promise<Caller> {
  const who = {
    empresa,
    usuarioId: person.id,
    isAdministrator: person.es_administrador,
    isOperator: false,
  }
  const { rights, language } = await readUserAccess(database, who, mexicanDay(now()))
  return {
    empresa,
    usuarioId: person.id,
    rights,
    language,
    credential: { kind: 'service' },
    address: '',
    agent: '',
    requestId: `reporte-${person.id}`,
  }
}
