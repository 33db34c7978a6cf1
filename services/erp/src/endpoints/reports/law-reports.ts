import { described } from '@oficina/api/kinds.ts'
import { optional } from '@oficina/api/parameter.ts'
import type { Bilingual } from '@oficina/words/bilingual.ts'

import { lawLines, type LawLine } from '../../actions/business/nomina/decisions/law-lines.ts'
import { readMissingLaw, requireLaw } from '../../actions/business/nomina/read-law.ts'
import { mexicanDay } from '../../identity/mexican-day.ts'
import { keyWords } from '../../messages/law-tables.ts'
import { JsonNumber, printExactJson } from '../../query/json-number.ts'
import { date } from '../../query/parameters.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { answerOf } from './report-answer.ts'
import { column, total } from './report-columns.ts'
import type { ReportParameter } from './report-words.ts'
import { reportEndpoint, wholly } from './report.ts'

const TABLES = {
  ValorIndicador: { es: 'UMA y UMI', en: 'UMA and UMI' },
  SalarioMinimo: { es: 'Salario mínimo', en: 'Minimum wage' },
  TarifaIsr: { es: 'Tarifa del ISR', en: 'ISR tariff' },
  SubsidioEmpleo: { es: 'Subsidio para el empleo', en: 'Employment subsidy' },
  CuotaImss: { es: 'Cuotas del IMSS', en: 'IMSS quotas' },
  CuotaCesantia: { es: 'Cesantía y vejez del patrón', en: 'Employer’s old-age quota' },
  VacacionLft: { es: 'Vacaciones de la ley', en: 'Holidays by law' },
  ReglaExencionPercepcion: { es: 'Exenciones de ISR', en: 'Exemptions of ISR' },
  ReglaIntegracionPercepcion: { es: 'Integración al SBC', en: 'Integration into the SBC' },
  ImpuestoNominaEstatal: { es: 'Impuesto estatal sobre nóminas', en: 'State payroll tax' },
  DiaFestivo: { es: 'Descanso obligatorio', en: 'Days of rest' },
} satisfies Readonly<Record<string, Bilingual>>

const MODELS = Object.keys(TABLES)
const TABLE = column('choice', 'tabla', ['Tabla', 'Table'], { choices: TABLES })
const DAY: ReportParameter = {
  label: { es: 'Fecha', en: 'Day' },
  help: { es: 'Sin ella, hoy.', en: 'Today when absent.' },
  default: { kind: 'today' },
}
const ON_DAY = { fecha: optional(described(date, 'The day; today when absent.')) }

/** @source docs/decisions/0291-erp-law-tables.md */
export const lawTablesReport = reportEndpoint({
  path: 'law-tables',
  summary: 'What the law lays down for payroll on a day; 422 names each table that lacks it',
  query: ON_DAY,
  failures: [422],
  report: {
    label: { es: 'Tablas de la ley para la nómina', en: 'The law’s tables for payroll' },
    help: {
      es: 'Lo que la ley fija en un día: UMA, salarios mínimos, tarifas, subsidio, cuotas, exenciones e impuestos estatales.',
      en: 'What the law lays down on a day: UMA, minimum wages, tariffs, subsidy, quotas, exemptions and state taxes.',
    },
    module: 'nomina',
    rights: wholly(...MODELS, 'RenglonTarifaIsr'),
    parameters: { fecha: DAY },
    answer: {
      columns: [
        TABLE,
        column('text', 'concepto', ['Concepto', 'Of what']),
        column('quantity', 'limite', ['Límite', 'Limit']),
        column('quantity', 'importe', ['Importe', 'Amount']),
        column('quantity', 'tasa', ['Tasa', 'Rate']),
        column('text', 'fundamento', ['Fundamento', 'Law']),
      ],
      totals: [total('total', ['Renglones', 'Rows'], { type: 'integer' })],
      days: ['fecha'],
    },
  },
  answer: async ({ tools, caller, values, language }) => {
    const day = values.fecha ?? mexicanDay(tools.now())
    const law = await reportAs(tools.reads, caller.empresa, (tx) => requireLaw(tx, day))
    const lines = lawLines(law, language)
    return answerOf(printExactJson(lines.map(numbered)), { fecha: day, total: lines.length })
  },
})

/** The figures as numbers, digit for digit. */
function numbered({ limite, importe, tasa, ...words }: LawLine) {
  return { ...words, limite: numberOf(limite), importe: numberOf(importe), tasa: numberOf(tasa) }
}

function numberOf(text: string | null): JsonNumber | null {
  return text === null ? null : new JsonNumber(text)
}

/** @source docs/decisions/0291-erp-law-tables.md */
export const missingLawReport = reportEndpoint({
  path: 'missing-law-tables',
  summary: 'What the law’s tables lack, from a day to the end of the year that follows',
  query: ON_DAY,
  failures: [422],
  report: {
    label: { es: 'Tablas de la ley que faltan', en: 'The law’s tables that are missing' },
    help: {
      es: 'Lo que falta de las tablas de la ley desde un día hasta el fin del año siguiente, y desde cuándo.',
      en: 'What is missing of the law’s tables from a day to the end of the year that follows, and since when.',
    },
    module: 'nomina',
    rights: wholly(...MODELS, 'RenglonTarifaIsr'),
    parameters: { fecha: DAY },
    answer: {
      columns: [
        TABLE,
        column('text', 'partes', ['Qué de ella', 'What of it']),
        column('date', 'desde', ['Falta desde', 'Missing from']),
      ],
      totals: [total('total', ['Faltan', 'Missing'], { type: 'integer' })],
      days: ['fecha'],
    },
  },
  answer: async ({ tools, caller, values, language }) => {
    const day = values.fecha ?? mexicanDay(tools.now())
    const missing = await reportAs(tools.reads, caller.empresa, (tx) =>
      readMissingLaw(tx, day, 'next year'),
    )
    const rows = missing.map(({ keys, model, since }) => ({
      tabla: model,
      partes: keys.length === 0 ? null : keyWords(keys, language),
      desde: since,
    }))
    return answerOf(JSON.stringify(rows), { fecha: day, total: rows.length })
  },
})
