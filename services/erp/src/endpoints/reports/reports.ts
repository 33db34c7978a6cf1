import {
  pendingApprovals,
  type PendingApproval,
} from '../../actions/business/compras/pending-approvals.ts'
import { momentOf } from '../../actions/write-tools.ts'
import { viewOf } from '../../http/context.ts'
import { pagesMeta } from '../../http/envelope.ts'
import { PAGING } from '../../query/listing/listing-request.ts'
import { findPeriodDays, readTrialBalance } from '../../store/reports/report-store.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { answerOf } from './report-answer.ts'
import {
  accountColumns,
  column,
  CURRENCY,
  daysOf,
  hiddenId,
  LEDGER_OF_ROW,
  named,
  NATURE,
  PERIOD,
  PERIOD_ALTERNATIVES,
  PERIOD_PARAMETERS,
  total,
} from './report-columns.ts'
import { demandWhole, modelNamed, reportEndpoint, seesWords, wholly } from './report.ts'

/** @source docs/decisions/0213-erp-reports.md */
export const pendingApprovalsReport = reportEndpoint({
  path: 'pending-approvals',
  summary: 'The purchases that wait for the approval of the caller, oldest first',
  query: PAGING,
  failures: [422],
  report: {
    label: { es: 'Compras por autorizar', en: 'Purchases to approve' },
    help: {
      es: 'Las compras que esperan mi autorización, la más antigua primero.',
      en: 'The purchases that wait for my approval, the oldest first.',
    },
    module: 'compras',
    rights: [
      { model: 'Compra', right: 'leer', sees: 'some' },
      { model: 'Compra', right: 'autorizar_compra', sees: 'some' },
    ],
    parameters: {},
    answer: {
      columns: [
        hiddenId('id', 'Compra', ['Compra', 'Purchase']),
        column('text', 'folio', ['Folio', 'Number'], {
          opens: { model: 'Compra', id: { row: 'id' } },
        }),
        column('date', 'fecha', ['Fecha', 'Date']),
        ...named('proveedor', 'Proveedor', ['Proveedor', 'Supplier']),
        CURRENCY,
        column('money', 'total', ['Total', 'Total'], { currency: 'moneda_str' }),
        column('money', 'total_base', ['Total en moneda de la empresa', 'Total in own currency']),
        column('integer', 'nivel', ['Nivel', 'Level']),
        column('boolean', 'cierra', ['Queda autorizada', 'Authorizes it']),
        column('instant', 'solicitada_en', ['Solicitada', 'Requested']),
      ],
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    const { page, per_page: perPage } = values
    const hidden = new Set(viewOf(exchange).hiddenOf(modelNamed(tools.registry, 'Compra')))
    const words = {
      proveedor_str: !hidden.has('proveedor') && seesWords(exchange, 'Proveedor'),
      moneda_str: !hidden.has('moneda') && seesWords(exchange, 'Moneda'),
    }
    const pending = await pendingApprovals(tools, caller, momentOf(tools.now()))
    const rows = pending
      .slice((page - 1) * perPage, page * perPage)
      .map((waiting) => waitingJson(waiting, { hidden, words }))
    return answerOf(`[${rows.join(',')}]`, pagesMeta(pending.length, values))
  },
})

interface Told {
  /** Fields of Compra that are hidden from the reader. */
  readonly hidden: ReadonlySet<string>
  readonly words: Readonly<Record<'proveedor_str' | 'moneda_str', boolean>>
}

function waitingJson(
  { purchase, nivel, cierra }: PendingApproval,
  { hidden, words }: Told,
): string {
  const isTold = (name: string) => !hidden.has(name)
  const texts = {
    folio: isTold('folio') ? purchase.folio : null,
    fecha: isTold('fecha') ? purchase.fecha : null,
    proveedor: isTold('proveedor') ? purchase.proveedor : null,
    proveedor_str: words.proveedor_str ? purchase.proveedor_str : null,
    moneda_str: words.moneda_str ? purchase.moneda_str : null,
  }
  // Amounts are sent as the database wrote them, digit for digit.
  const total = isTold('total') ? purchase.total : 'null'
  const base = isTold('total') ? purchase.total_base : 'null'
  const rest = { nivel, cierra, solicitada_en: purchase.solicitada_en }
  return `{"id":${purchase.id},${JSON.stringify(texts).slice(1, -1)},"total":${total},"total_base":${base},${JSON.stringify(rest).slice(1)}`
}

export const trialBalanceReport = reportEndpoint({
  path: 'trial-balance',
  summary: 'Trial balance: opening balance, debits, credits and closing balance by account',
  query: PERIOD,
  failures: [404, 422],
  report: {
    label: { es: 'Balanza de comprobación', en: 'Trial balance' },
    help: {
      es: 'Saldo inicial, cargos, abonos y saldo final de cada cuenta que se movió.',
      en: 'Opening balance, debits, credits and closing balance of each account that moved.',
    },
    module: 'contabilidad',
    rights: wholly('PolizaPartida', 'Poliza', 'CuentaContable'),
    parameters: PERIOD_PARAMETERS,
    alternatives: PERIOD_ALTERNATIVES,
    answer: {
      columns: [
        ...accountColumns(LEDGER_OF_ROW),
        hiddenId('padre', 'CuentaContable', ['Cuenta superior', 'Account above']),
        column('integer', 'nivel', ['Nivel', 'Level'], { isHidden: true }),
        NATURE,
        column('money', 'saldo_inicial', ['Saldo inicial', 'Opening balance']),
        column('money', 'cargos', ['Cargos', 'Debits']),
        column('money', 'abonos', ['Abonos', 'Credits']),
        column('money', 'saldo_final', ['Saldo final', 'Closing balance']),
      ],
      totals: [
        total('total_cargos', ['Total de cargos', 'Total debits'], { column: 'cargos' }),
        total('total_abonos', ['Total de abonos', 'Total credits'], { column: 'abonos' }),
      ],
      days: ['desde', 'hasta'],
      tree: { level: 'nivel', parent: 'padre', key: 'cuenta' },
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    if (values.periodo !== undefined) demandWhole(exchange, 'PeriodoContable')
    const balance = await reportAs(tools.reads, caller.empresa, async (tx) => {
      const days = await daysOf(values, (id) => findPeriodDays(tx, caller.empresa, id))
      return { days, ...(await readTrialBalance(tx, caller.empresa, days)) }
    })
    const { days, rows, total_cargos: debits, total_abonos: credits } = balance
    // Clients check these sums against the rows, so they keep every digit too.
    const meta = `"desde":"${days.from}","hasta":"${days.to}","total_cargos":${debits},"total_abonos":${credits}`
    return { rows, meta: `{${meta}}` }
  },
})
