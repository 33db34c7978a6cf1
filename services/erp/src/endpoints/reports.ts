import { described } from '@oficina/api/kinds.ts'
import { optional, type Values } from '@oficina/api/parameter.ts'

import {
  pendingApprovals,
  type PendingApproval,
} from '../actions/business/compras/pending-approvals.ts'
import { notFound } from '../actions/not-found.ts'
import { findReachedForAll } from '../actions/reachable-records.ts'
import { momentOf } from '../actions/write-tools.ts'
import type { Model, Registry } from '../dictionary/types.ts'
import { apiError } from '../errors.ts'
import { modelOf, recordIdOf, viewOf, type Exchange } from '../http/context.ts'
import { pagesMeta, sendRaw } from '../http/envelope.ts'
import { demand } from '../identity/rights.ts'
import { PAGING } from '../query/listing-request.ts'
import { date, id as idKind } from '../query/parameters.ts'
import { findPeriodDays, readAuditTrail, readTrialBalance } from '../store/report-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { PAGES, ROWS, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { modelo, recordId } from './kinds.ts'

/** The rights on a report follow from those on its models. */
function demandRight({ tools, caller }: Exchange, name: string, right: string): Model {
  const model = modelNamed(tools.registry, name)
  demand(caller.rights, model, right)
  return model
}

export function modelNamed(registry: Registry, name: string): Model {
  const model = registry.models.get(name)
  if (model === undefined) throw new Error(`the dictionary has no ${name}`)
  return model
}

/** A report with sums says something about each record: its reader must see all of them entirely. */
export function demandWhole(exchange: Exchange, name: string): void {
  const model = demandRight(exchange, name, 'leer')
  if (viewOf(exchange).seesWhole(model)) return
  const message = `The report has sums over records of ${name}, and your profile shows you only some of them.`
  throw apiError('FORBIDDEN', message)
}

/** Whether a report may show records of a model in words. */
export function seesWords(exchange: Exchange, name: string): boolean {
  return viewOf(exchange).seesWhole(modelNamed(exchange.tools.registry, name))
}

export const REPORT = { method: 'GET', auth: 'bearer', tag: 'reports' } as const

/** @source docs/decisions/0213-erp-reports.md */
export const pendingApprovalsReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/pending-approvals',
  summary: 'The purchases that wait for the approval of the caller, oldest first',
  demands: (exchange) => {
    demandRight(exchange, 'Compra', 'leer')
    demandRight(exchange, 'Compra', 'autorizar_compra')
  },
  query: PAGING,
  answers: { 200: success(ROWS, PAGES) },
  failures: [422],
  handle: async (exchange) => {
    const { tools, reply, caller, values } = exchange
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
    return sendRaw(reply, `[${rows.join(',')}]`, pagesMeta(pending.length, values))
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

export const PERIOD = {
  periodo: optional(described(idKind, 'A PeriodoContable; instead of desde and hasta.')),
  desde: optional(date),
  hasta: optional(date),
}

export const trialBalanceReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/trial-balance',
  summary: 'Trial balance: opening balance, debits, credits and closing balance by account',
  demands: (exchange) => {
    for (const name of ['PolizaPartida', 'Poliza', 'CuentaContable']) demandWhole(exchange, name)
  },
  query: PERIOD,
  answers: {
    200: success(ROWS, {
      type: 'object',
      required: ['desde', 'hasta', 'total_cargos', 'total_abonos'],
      properties: { total_cargos: { type: 'number' }, total_abonos: { type: 'number' } },
    }),
  },
  failures: [404, 422],
  handle: async (exchange) => {
    const { tools, reply, caller, values } = exchange
    if (values.periodo !== undefined) demandWhole(exchange, 'PeriodoContable')
    const balance = await writeAs(tools.database, caller.empresa, async (tx) => {
      const days = await daysOf(values, (id) => findPeriodDays(tx, caller.empresa, id))
      return { days, ...(await readTrialBalance(tx, caller.empresa, days)) }
    })
    const { days, rows, total_cargos: debits, total_abonos: credits } = balance
    // Clients check these sums against the rows, so they keep every digit too.
    const meta = `"desde":"${days.from}","hasta":"${days.to}","total_cargos":${debits},"total_abonos":${credits}`
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"data":${rows},"meta":{${meta}},"errors":null}`)
  },
})

export async function daysOf(
  { periodo: period, desde: from, hasta: to }: Values<typeof PERIOD>,
  periodDays: (id: string) => Promise<{ from: string; to: string } | undefined>,
): Promise<{ readonly from: string; readonly to: string }> {
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

/** What happened to a record, newest first. */
export const auditTrailReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/audit-trail/:modelo/:id',
  summary: 'What happened to a record, newest first',
  demands: (exchange) => {
    demand(exchange.caller.rights, modelOf(exchange), 'leer')
    demandRight(exchange, 'RegistroAuditoria', 'leer')
    recordIdOf(exchange)
  },
  named: { modelo, id: recordId },
  query: PAGING,
  answers: { 200: success(ROWS, PAGES) },
  failures: [404, 422],
  handle: async (exchange) => {
    const { tools, reply, caller, values } = exchange
    const model = modelOf(exchange)
    const { id } = values
    const trail = {
      model: model.name,
      recordId: id,
      hidden: viewOf(exchange).hiddenOf(model),
      users: seesWords(exchange, 'Usuario') ? ('in words' as const) : ('by id' as const),
      page: values.page,
      perPage: values.per_page,
    }
    const { total, rows } = await writeAs(tools.database, caller.empresa, async (tx) => {
      const reach = { views: tools.views, caller, model }
      const reached = await findReachedForAll(tx, reach, { rights: ['leer'], ids: [id] })
      if (!reached.has(id)) throw notFound(model, id)
      return await readAuditTrail(tx, caller.empresa, trail)
    })
    return sendRaw(reply, rows, {
      model: model.name,
      id: Number(id),
      ...pagesMeta(total, values),
    })
  },
})
