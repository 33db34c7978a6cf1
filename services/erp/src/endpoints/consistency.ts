import { sendRaw } from '../http/envelope.ts'
import { readConsistency } from '../store/consistency-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { ROWS, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { demandWhole, REPORT } from './reports.ts'

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
export const consistencyReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/consistency',
  summary: 'Whether books, stock, documents, banks and budgets agree, control by control',
  demands: (exchange) => {
    for (const name of MODELS) demandWhole(exchange, name)
  },
  query: {},
  answers: {
    200: success(ROWS, {
      type: 'object',
      required: ['total', 'diferencias'],
      properties: { total: { type: 'integer' }, diferencias: { type: 'integer' } },
    }),
  },
  failures: [422],
  handle: async ({ tools, reply, caller }) => {
    const { rows, total, diferencias } = await writeAs(tools.database, caller.empresa, (tx) =>
      readConsistency(tx, caller.empresa),
    )
    return sendRaw(reply, rows, { total, diferencias })
  },
})
