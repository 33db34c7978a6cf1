import { readCash } from '../../actions/business/tesoreria/store/cash-store.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { answerOf } from './report-answer.ts'
import { column, CURRENCY, named } from './report-columns.ts'
import { reportEndpoint, wholly } from './report.ts'

/** @source docs/decisions/0213-erp-reports.md */
export const cashReport = reportEndpoint({
  path: 'cash',
  summary: 'What the company’s bank accounts hold by their movements',
  query: {},
  failures: [422],
  report: {
    label: { es: 'Saldos de bancos', en: 'Bank balances' },
    help: {
      es: 'Lo que hay en cada cuenta según sus movimientos, en su propia moneda.',
      en: 'What each account holds by its movements, in its own currency.',
    },
    module: 'tesoreria',
    rights: wholly('CuentaBancaria', 'MovimientoBancario'),
    parameters: {},
    answer: {
      columns: [
        ...named('cuenta', 'CuentaBancaria', ['Cuenta', 'Account']),
        CURRENCY,
        column('money', 'saldo', ['Saldo', 'Balance'], { currency: 'moneda_str' }),
        column('money', 'saldo_minimo', ['Saldo mínimo', 'Minimum balance'], {
          currency: 'moneda_str',
        }),
        column('boolean', 'bajo_minimo', ['Debajo del mínimo', 'Below the minimum']),
        column('date', 'ultimo', ['Último movimiento', 'Last movement']),
      ],
    },
  },
  answer: async ({ tools, caller }) => {
    const rows = await reportAs(tools.reads, caller.empresa, (tx) => readCash(tx, caller.empresa))
    return answerOf(rows)
  },
})
