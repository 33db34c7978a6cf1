import type { Bilingual } from '@oficina/words/bilingual.ts'

import type { MissingTable } from '../actions/business/nomina/decisions/law-found.ts'
import { readMissingLaw } from '../actions/business/nomina/read-law.ts'
import type { Exchange } from '../http/context.ts'
import { speechIn } from '../http/request-speech.ts'
import { mexicanDay } from '../identity/mexican-day.ts'
import { mayDo } from '../identity/rights.ts'
import { LAW_IS_MISSING } from '../messages/law-tables.ts'
import { reportAs } from '../store/tenant-database.ts'
import { modelNamed } from './reports/report.ts'

/**
 * A step that stands there only while the law's tables lack something, from December on also what begins with the year
 * that follows, and only for who may load them. Null: there is nothing to say.
 * @source docs/decisions/0291-erp-law-tables.md
 */
export async function lawStep({ tools, caller }: Exchange) {
  const { actions, registry } = tools
  if (!mayDo(caller.rights, modelNamed(registry, 'TarifaIsr'), 'crear')) return null
  const day = mexicanDay(tools.now())
  const lacking = await reportAs(tools.reads, caller.empresa, (tx) =>
    readMissingLaw(tx, day, 'soon'),
  )
  const [first] = lacking
  if (first === undefined) return null
  const missing = LAW_IS_MISSING({ day: lastOf(lacking), lacking })
  const note: Bilingual = {
    es: missing.in(speechIn('es', { registry, actions })),
    en: missing.in(speechIn('en', { registry, actions })),
  }
  return {
    name: 'tablas_ley',
    label: { es: 'Tablas de la ley para la nómina', en: 'The law’s tables for payroll' },
    help: {
      es: 'UMA, salarios mínimos, tarifas del ISR, subsidio, cuotas e impuestos estatales: sin ellas no se calcula la nómina de esos días.',
      en: 'UMA, minimum wages, tariffs of ISR, subsidy, quotas and state taxes: without them no payroll of those days is computed.',
    },
    done: false,
    count: 0,
    optional: true,
    note,
    opens: { page: '/reports/missing-law-tables' },
    or: null,
  }
}

/** The day by which all of them are missing. */
function lastOf(lacking: readonly MissingTable[]): string {
  return (
    lacking
      .map(({ since }) => since)
      .toSorted()
      .at(-1) ?? ''
  )
}
