import { readConsistency } from '../../store/reports/consistency-store.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { answerOf } from './report-answer.ts'
import { column, total } from './report-columns.ts'
import { reportEndpoint, wholly } from './report.ts'

/** What the controls add up; whoever sees a part of it only would see differences that are none. */
const MODELS = [
  'Poliza',
  'PolizaPartida',
  'CuentaContable',
  'Existencia',
  'MovimientoInventarioPartida',
  'RecepcionCompraPartida',
  'CuentaPorPagar',
  'PagoProveedor',
  'CuentaPorCobrar',
  'CobroCliente',
  'MovimientoBancario',
  'PresupuestoPartida',
] as const

/** @source docs/decisions/0213-erp-reports.md */
export const consistencyReport = reportEndpoint({
  path: 'consistency',
  summary: 'Whether books, stock, documents, banks and budgets agree, control by control',
  query: {},
  failures: [422],
  report: {
    label: { es: 'Cuadre entre módulos', en: 'Consistency of the books' },
    help: {
      es: 'Si la contabilidad, el inventario, los documentos, los bancos y los presupuestos dicen lo mismo.',
      en: 'Whether books, stock, documents, banks and budgets say the same.',
    },
    module: 'contabilidad',
    rights: wholly(...MODELS),
    parameters: {},
    answer: {
      columns: [
        column('text', 'control', ['Control', 'Control'], { isHidden: true }),
        column('text', 'descripcion', ['Control', 'Control']),
        column('text', 'cuentas', ['Cuentas', 'Accounts']),
        column('money', 'esperado', ['Esperado', 'Expected']),
        column('money', 'encontrado', ['Encontrado', 'Found']),
        column('money', 'diferencia', ['Diferencia', 'Difference']),
      ],
      totals: [
        total('total', ['Controles', 'Controls'], { type: 'integer' }),
        total('diferencias', ['Con diferencia', 'With a difference'], { type: 'integer' }),
      ],
    },
  },
  answer: async ({ tools, caller, language }) => {
    const { rows, total, diferencias } = await reportAs(tools.reads, caller.empresa, (tx) =>
      readConsistency(tx, caller.empresa, language),
    )
    return answerOf(rows, { total, diferencias })
  },
})
