import {
  pendingApprovals,
  type PendingApproval,
} from '../actions/business/compras/pending-approvals.ts'
import { notFound } from '../actions/not-found.ts'
import { findReachedForAll } from '../actions/reach.ts'
import { momentOf } from '../actions/write-record.ts'
import type { Model, Registry } from '../dictionary/types.ts'
import { apiError } from '../errors.ts'
import { demand } from '../identity/rights.ts'
import { findPeriodDays, readAuditTrail, readTrialBalance } from '../store/report-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { modelOf, pageOf, recordIdOf, viewOf, type Exchange } from '../http/context.ts'
import { sendRaw } from '../http/envelope.ts'

/** The reports rest on the rights of the models that they are made from. */
function demandRight({ tools, caller }: Exchange, name: string, right: string): Model {
  const model = modelNamed(tools.registry, name)
  demand(caller.rights, model, right)
  return model
}

function modelNamed(registry: Registry, name: string): Model {
  const model = registry.models.get(name)
  if (model === undefined) throw new Error(`the dictionary has no ${name}`)
  return model
}

/** A report that adds up records says something of each of them: its reader must see all of them whole. */
function demandWhole(exchange: Exchange, name: string): void {
  const model = demandRight(exchange, name, 'leer')
  if (viewOf(exchange).seesWhole(model)) return
  const message = `The report adds up records of ${name}, of which your profile shows you only a part.`
  throw apiError('FORBIDDEN', message)
}

/** Whether words of records of a model may stand in a report. */
function seesWords(exchange: Exchange, name: string): boolean {
  return viewOf(exchange).seesWhole(modelNamed(exchange.tools.registry, name))
}

/** GET /reports/pending-approvals. @source docs/decisions/0213-erp-reports.md */
export async function pendingApprovalsReport(exchange: Exchange) {
  const { tools, request, reply, caller } = exchange
  const compra = demandRight(exchange, 'Compra', 'leer')
  demandRight(exchange, 'Compra', 'autorizar_compra')
  const hidden = new Set(viewOf(exchange).hiddenOf(compra))
  const words = {
    proveedor_str: !hidden.has('proveedor') && seesWords(exchange, 'Proveedor'),
    moneda_str: !hidden.has('moneda') && seesWords(exchange, 'Moneda'),
  }
  const { page, perPage } = pageOf(request, {})
  const pending = await pendingApprovals(tools, caller, momentOf(tools.now()))
  const rows = pending
    .slice((page - 1) * perPage, page * perPage)
    .map((waiting) => waitingJson(waiting, { hidden, words }))
  const total = pending.length
  return sendRaw(reply, `[${rows.join(',')}]`, pages(total, page, perPage))
}

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
  // Amounts go out as the database wrote them, digit for digit.
  const total = isTold('total') ? purchase.total : 'null'
  const base = isTold('total') ? purchase.total_base : 'null'
  const rest = { nivel, cierra, solicitada_en: purchase.solicitada_en }
  return `{"id":${purchase.id},${JSON.stringify(texts).slice(1, -1)},"total":${total},"total_base":${base},${JSON.stringify(rest).slice(1)}`
}

function pages(total: number, page: number, perPage: number) {
  return { total, page, per_page: perPage, pages: Math.ceil(total / perPage) }
}

/** GET /reports/trial-balance: by `periodo`, or by `desde` and `hasta`. */
export async function trialBalanceReport(exchange: Exchange) {
  const { tools, request, reply, caller } = exchange
  for (const name of ['PolizaPartida', 'Poliza', 'CuentaContable']) demandWhole(exchange, name)
  const { values } = pageOf(request, { periodo: 'id', desde: 'date', hasta: 'date' })
  if (values.has('periodo')) demandWhole(exchange, 'PeriodoContable')
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
  const trail = {
    model: model.name,
    recordId,
    hidden: viewOf(exchange).hiddenOf(model),
    users: seesWords(exchange, 'Usuario') ? ('in words' as const) : ('by id' as const),
    page,
    perPage,
  }
  const { total, rows } = await writeAs(tools.database, caller.empresa, async (tx) => {
    const reach = { views: tools.views, caller, model }
    const reached = await findReachedForAll(tx, reach, { rights: ['leer'], ids: [recordId] })
    if (!reached.has(recordId)) throw notFound(model, recordId)
    return await readAuditTrail(tx, caller.empresa, trail)
  })
  return sendRaw(reply, rows, {
    model: model.name,
    id: Number(recordId),
    ...pages(total, page, perPage),
  })
}
