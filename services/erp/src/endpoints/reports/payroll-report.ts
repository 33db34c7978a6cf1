import { optional } from '@oficina/api/parameter.ts'

import { apiError } from '../../errors.ts'
import { pagesMeta } from '../../http/envelope.ts'
import { IS_REQUIRED, NO_RECORD } from '../../messages/requests.ts'
import { PAGING } from '../../query/listing/listing-request.ts'
import { readPayrollDifferences } from '../../store/reports/payroll-store.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { answerOf } from './report-answer.ts'
import { column, named } from './report-columns.ts'
import { reference } from './report-references.ts'
import { reportEndpoint, wholly } from './report.ts'

const MODELS = ['Nomina', 'PeriodoNomina', 'ReciboNomina', 'ReciboNominaConcepto'] as const

/** @source docs/decisions/0295-erp-payroll-run.md */
export const payrollDifferencesReport = reportEndpoint({
  path: 'payroll-differences',
  summary:
    'What a run of payroll pays and withholds otherwise than the last one of its group, by person and concept',
  query: { ...PAGING, nomina: optional(reference('Nomina', 'The run; required.')) },
  failures: [404, 422],
  report: {
    label: { es: 'Diferencias de la nómina', en: 'Differences of a payroll' },
    help: {
      es: 'Lo que una nómina paga o descuenta distinto de la anterior de su grupo, por persona y concepto.',
      en: 'What a payroll pays or withholds otherwise than the one before it in its group, by person and concept.',
    },
    module: 'nomina',
    rights: wholly(...MODELS, 'ConceptoNomina', 'Empleado', 'Asociado'),
    parameters: { nomina: { label: { es: 'Nómina', en: 'Payroll' }, isNeeded: true } },
    answer: {
      columns: [
        ...named('empleado', 'Empleado', ['Empleado', 'Employee']),
        ...named('concepto', 'ConceptoNomina', ['Concepto', 'Concept']),
        column('choice', 'tipo', ['Tipo', 'Kind'], {
          choices: {
            percepcion: { es: 'Percepción', en: 'Perception' },
            deduccion: { es: 'Deducción', en: 'Deduction' },
            otro_pago: { es: 'Otro pago', en: 'Other payment' },
          },
        }),
        column('money', 'antes', ['Anterior', 'Before']),
        column('money', 'importe', ['Esta nómina', 'This payroll']),
        column('money', 'diferencia', ['Diferencia', 'Difference']),
      ],
    },
  },
  answer: async ({ tools, caller, values }) => {
    const { nomina, page, per_page: perPage } = values
    if (nomina === undefined) {
      throw apiError('INVALID_PARAMETER', IS_REQUIRED({ field: 'nomina' }), 'nomina')
    }
    const found = await reportAs(tools.reads, caller.empresa, (tx) =>
      readPayrollDifferences(tx, caller.empresa, { nomina, page, perPage }),
    )
    if (!found.existe) throw apiError('NOT_FOUND', NO_RECORD({ model: 'Nomina', id: nomina }))
    const { total, rows, anterior, anterior_str } = found
    return answerOf(rows, { ...pagesMeta(total, values), anterior, anterior_str })
  },
})
