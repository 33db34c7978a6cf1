import { callerForPerson } from '../../access/caller-for-person.ts'
import type { ReportMaker } from '../../actions/report-mails/report-maker.ts'
import { daysOfRange, type Range } from '../../actions/report-mails/rhythm.ts'
import { apiError } from '../../errors.ts'
import type { Asking, Tools } from '../../http/context.ts'
import { speechIn } from '../../http/request-speech.ts'
import { mexicanDay } from '../../identity/mexican-day.ts'
import { NO_SENT_REPORT, RANGE_OR_DAYS, RANGE_WITHOUT_DAYS } from '../../messages/report-mails.ts'
import type { ReportMailContent } from '../../store/report-mail-store.ts'
import type { Endpoint } from '../endpoint.ts'
import type { LeavingReport } from './report-answer.ts'
import { FILE_TYPES, fileName, reportFile } from './report-file.ts'

type Asked = Pick<ReportMailContent, 'reporte' | 'parametros' | 'rango'>

/** The reports that can be sent, by their names: those of rows whose path names nothing. */
export function mailedReports(routes: readonly Endpoint[]): ReadonlyMap<string, Endpoint> {
  return new Map(
    routes
      .filter(({ readReport }) => readReport !== undefined)
      .map((route) => [route.path.split('/').at(-1) ?? '', route]),
  )
}

/**
 * A report as it is asked for today: its range has become days. @throws ApiError for a caller without its rights, or
 * parameters that it does not have
 */
export function askMailed(
  routes: ReadonlyMap<string, Endpoint>,
  asking: Asking,
  { reporte, parametros, rango }: Asked,
): LeavingReport {
  const route = routes.get(reporte)
  if (route?.readReport === undefined) {
    throw apiError('VALIDATION', NO_SENT_REPORT({ name: reporte }), 'reporte')
  }
  const query = route.query ?? {}
  const days: Readonly<Record<string, string>> =
    rango === null ? {} : daysOfRange(rango as Range, mexicanDay(asking.tools.now()))
  const own = Object.entries(days).filter(([name]) => Object.hasOwn(query, name))
  if (rango !== null && own.length === 0) {
    throw apiError('VALIDATION', RANGE_WITHOUT_DAYS(), 'rango')
  }
  if (own.some(([name]) => Object.hasOwn(parametros, name))) {
    throw apiError('VALIDATION', RANGE_OR_DAYS(), 'rango')
  }
  const given = [...Object.entries(parametros), ...own]
  const texts = new Map(given.map(([name, text]) => [name, [text]] as const))
  return route.readReport(asking, texts)
}

/** Makes the reports that are sent, for people who asked for them once. */
export function reportMaker(tools: Tools, endpoints: readonly Endpoint[]): ReportMaker {
  const routes = mailedReports(endpoints)
  const speech = (language: 'es' | 'en') => speechIn(language, tools)
  return {
    labelOf: (reporte) => routes.get(reporte)?.report?.label,
    speechIn: speech,
    callerFor: async (empresa, person) => await callerForPerson(tools, empresa, person),
    make: async (caller, wanted) => {
      const asking = { tools, caller }
      const leaving = askMailed(routes, asking, wanted)
      const format = wanted.formato
      const say = speech(caller.language ?? 'es')
      const giveBack = await tools.exports.take(NEVER)
      try {
        const file = await reportFile(asking, leaving, { format, say, signal: NEVER })
        const content = 'length' in file ? file : Buffer.concat(await Array.fromAsync(file))
        return { name: fileName(leaving, { format, say }), type: FILE_TYPES[format], content }
      } finally {
        giveBack()
      }
    },
  }
}

// Nobody waits for it who could go away; a turn is waited for as long as its semaphore lets.
const NEVER = new AbortController().signal
