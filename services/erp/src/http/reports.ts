import { pendingApprovals } from '../actions/business/purchase/pending-approvals.ts'
import { momentOf } from '../actions/write-record.ts'
import type { Model } from '../dictionary/types.ts'
import { apiError } from '../errors.ts'
import { demand } from '../identity/rights.ts'
import { findPeriodDays, readAuditTrail, readTrialBalance } from '../store/report-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { modelOf, pageOf, recordIdOf, type Exchange } from './context.ts'
import { sendRaw } from './envelope.ts'

/** The reports rest on the rights of the models that they are made from. */
function demandRight({ tools, caller }: Exchange, name: string, right: string): Model {
  const model = tools.registry.models.get(name)
  if (model === undefined) throw new Error(`the dictionary has no ${name}`)
  demand(caller.rights, model, right)
  return model
}

/** GET /reports/pending-approvals. @source docs/decisions/0213-erp-reports.md */
export async function pendingApprovalsReport(exchange: Exchange) {
  const { tools, request, reply, caller } = exchange
  demandRight(exchange, 'Compra', 'leer')
  demandRight(exchange, 'Compra', 'autorizar_compra')
  const { page, perPage } = pageOf(request, {})
  const pending = await pendingApprovals(tools.database, caller, momentOf(tools.now()))
  const rows = pending
    .slice((page - 1) * perPage, page * perPage)
    .map(({ purchase, nivel, cierra }) => {
      const {
        id,
        folio,
        fecha,
        proveedor,
        proveedor_str: supplier,
        moneda_str: currency,
      } = purchase
      const words = { folio, fecha, proveedor, proveedor_str: supplier, moneda_str: currency }
      // Amounts go out as the database wrote them, digit for digit.
      const amounts = `"total":${purchase.total},"total_base":${purchase.total_base}`
      const rest = { nivel, cierra, solicitada_en: purchase.solicitada_en }
      return `{"id":${id},${JSON.stringify(words).slice(1, -1)},${amounts},${JSON.stringify(rest).slice(1)}`
    })
  const total = pending.length
  return sendRaw(reply, `[${rows.join(',')}]`, pages(total, page, perPage))
}

function pages(total: number, page: number, perPage: number) {
  return { total, page, per_page: perPage, pages: Math.ceil(total / perPage) }
}

/** GET /reports/trial-balance: by `periodo`, or by `desde` and `hasta`. */
export async function trialBalanceReport(exchange: Exchange) {
  const { tools, request, reply, caller } = exchange
  demandRight(exchange, 'PolizaPartida', 'leer')
  const { values } = pageOf(request, { periodo: 'id', desde: 'date', hasta: 'date' })
  const balance = await writeAs(tools.database, caller.empresa, async (tx) => {
    const days = await daysOf(values, (id) => findPeriodDays(tx, caller.empresa, id))
    return { days, ...(await readTrialBalance(tx, caller.empresa, days)) }
  })
  const { days, rows, total_cargos: debits, total_abonos: credits } = balance
  // A client adds these up against the rows, so they keep every digit too.
  const meta = `"desde":"${days.from}","hasta":"${days.to}","total_cargos":${debits},"total_abonos":${credits}`
  return reply
    .type('application/json; charset=utf-8')
    .send(`{"data":${rows},"meta":{${meta}},"errors":null}`)
}

async function daysOf(
  values: ReadonlyMap<string, string>,
  periodDays: (id: string) => Promise<{ from: string; to: string } | undefined>,
): Promise<{ readonly from: string; readonly to: string }> {
  const period = values.get('periodo')
  const [from, to] = [values.get('desde'), values.get('hasta')]
  if (period !== undefined && from === undefined && to === undefined) {
    const days = await periodDays(period)
    if (days === undefined) {
      throw apiError('NOT_FOUND', `There is no PeriodoContable with id ${period}.`)
    }
    return days
  }
  if (period !== undefined || from === undefined || to === undefined || from > to) {
    const message = 'Give either periodo, or desde and hasta with desde not after hasta.'
    throw apiError('INVALID_PARAMETER', message, period === undefined ? 'desde' : 'periodo')
  }
  return { from, to }
}

/** GET /reports/audit-trail/{modelo}/{id}: what happened to a record, newest first. */
export async function auditTrailReport(exchange: Exchange) {
  const { tools, request, reply, caller } = exchange
  const model = modelOf(exchange)
  demand(caller.rights, model, 'leer')
  demandRight(exchange, 'RegistroAuditoria', 'leer')
  const recordId = recordIdOf(exchange)
  const { page, perPage } = pageOf(request, {})
  const { total, rows } = await writeAs(tools.database, caller.empresa, (tx) =>
    readAuditTrail(tx, caller.empresa, { model: model.name, recordId, page, perPage }),
  )
  return sendRaw(reply, rows, {
    model: model.name,
    id: Number(recordId),
    ...pages(total, page, perPage),
  })
}
