import type { Log } from '@oficina/kit/log.ts'

import { mailEnclosures, type Enclose } from '../actions/outbox/mail-enclosures.ts'
import { reportEnclosure } from '../actions/report-mails/report-enclosure.ts'
import type { Tools } from '../http/context.ts'
import type { Endpoint } from './endpoint.ts'
import { reportMaker } from './reports/mailed-reports.ts'

/** What goes with a mail: the forms of records, or a report. */
export function mailContents(
  tools: Tools,
  {
    routes,
    log,
    publicUrl,
  }: {
    readonly routes: readonly Endpoint[]
    readonly log: Log
    /** Where people open this service, where that is known. */
    readonly publicUrl: string | undefined
  },
): Enclose {
  const forms = mailEnclosures(tools, log)
  const reports = reportMaker(tools, routes)
  return async (row) => {
    const { reporte } = row.contenido
    return reporte === undefined
      ? await forms(row)
      : await reportEnclosure({ ...tools, reports, publicUrl }, { ...row, reporte })
  }
}
