import type { Bilingual } from '@oficina/words/bilingual.ts'

import type { ErrorEntry } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import type { Speech } from '../../messages/speech.ts'
import type { ReportMailRow, ReportPersonRow } from '../../store/report-mail-store.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'

/** A report as a file. */
interface MadeReport {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

/** What makes the reports that are sent; the reports themselves are endpoints. */
export interface ReportMaker {
  /** How a report is called; undefined for one that there is not. */
  labelOf(reporte: string): Bilingual | undefined
  /** Somebody with the rights that he has now. */
  callerFor(empresa: EmpresaId, person: ReportPersonRow): Promise<Caller>
  /** Makes it as the caller may see it. @throws ApiError */
  make(caller: Caller, wanted: ReportMailRow): Promise<MadeReport>
  /** How names are called for somebody who reads this language. */
  speechIn(language: Speech['language']): Speech
}

/** Whether it may be different soon: documents may come back, and an operator may mend its key. */
export function mayPass({ code }: ErrorEntry): boolean {
  return code === 'UNAVAILABLE' || code === 'CONFIGURATION_INCOMPLETE'
}
