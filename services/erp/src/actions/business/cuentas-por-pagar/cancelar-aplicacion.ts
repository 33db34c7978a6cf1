import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome } from '../batch-outcome.ts'
import { amountText, cents } from '../cents.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type ReversalPosting,
} from '../contabilidad/effects/write-entries.ts'
import { recordAll, type Deed } from '../record-deeds.ts'
import { balanceOf, owedAgain, type InvoiceBalance } from './decisions/invoice-balance.ts'
import { invoiceDeed, writeBalances, type MovedInvoice } from './effects/write-balances.ts'
import { takeBackSpending } from './spend-budget.ts'
import {
  cancelAdvanceApplications,
  findAdvanceApplications,
  lockAdvances,
  type AdvanceApplication,
  type AdvanceRow,
} from './store/advance-application-store.ts'
import { changeAdvances } from './store/advance-store.ts'
import { findNotesOfPaid } from './store/credit-refund-store.ts'
import { lockInvoices } from './store/owed-invoice-store.ts'

/**
 * Takes back that advances were applied to invoices.
 * @source docs/decisions/0249-erp-payments.md
 */
export const cancelarAplicacion: RecordAction = {
  model: 'AnticipoProveedorAplicacion',
  name: 'cancelar_aplicacion',
  label: 'Cancelar aplicación',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new BatchOutcome()
  const seen = await findAdvanceApplications(tx, empresa, ids)
  const unique = (of: (row: AdvanceApplication) => string) => [
    ...new Set([...seen.values()].map(of)),
  ]
  const advances = await lockAdvances(
    tx,
    empresa,
    unique(({ anticipo }) => anticipo),
  )
  const invoices = await lockInvoices(
    tx,
    empresa,
    unique(({ cuenta }) => cuenta),
  )
  const applications = inForce(ids, await findAdvanceApplications(tx, empresa, ids), batch)
  const periods = await loadPeriods(tx, empresa, { days: [moment.today], module: 'tesoreria' })
  const closed = periods.problemOf(moment.today)
  const notes = await findNotesOfPaid(tx, empresa, [...invoices.keys()])
  for (const { cuenta, id } of applications) {
    const nota = notes.get(cuenta)
    if (closed !== null) batch.refuse(id, closed)
    else if (nota !== undefined) {
      const message = `AnticipoProveedorAplicacion ${id} pays what NotaCreditoProveedor ${nota} credits; cancel that first.`
      batch.refuse(id, { code: 'INVALID_STATE', message })
    }
  }
  const remaining = batch.remaining(applications)
  if (remaining.length === 0) return batch.outcome()
  const open = await findOpenEntries(tx, empresa, {
    model: 'AnticipoProveedor',
    ids: [...advances.keys()],
  })
  const own = new Set(remaining.map(({ poliza }) => poliza))
  const reversals = open
    .filter(({ id }) => own.has(id))
    .map((entry): ReversalPosting => ({
      open: entry,
      fecha: moment.today,
      periodo: periods.idOf(moment.today),
      concepto: `Reversa de ${entry.folio}`,
    }))
  await takeBack(context, remaining, {
    advances,
    invoices: new Map([...invoices].map(([id, row]) => [id, balanceOf(row)])),
    reversals,
  })
  return batch.outcome()
}

function inForce(
  ids: readonly string[],
  found: ReadonlyMap<string, AdvanceApplication>,
  batch: BatchOutcome,
): readonly AdvanceApplication[] {
  return ids.flatMap((id) => {
    const row = found.get(id)
    const name = `${cancelarAplicacion.model} ${id}`
    if (row === undefined) {
      batch.refuse(id, { code: 'NOT_FOUND', message: `There is no ${name}.` })
      return []
    }
    if (!row.cancelada) return [row]
    batch.refuse(id, { code: 'INVALID_STATE', message: `${name} is cancelada already.` })
    return []
  })
}

interface Touched {
  readonly advances: ReadonlyMap<string, AdvanceRow>
  readonly invoices: ReadonlyMap<string, InvoiceBalance>
  readonly reversals: readonly ReversalPosting[]
}

async function takeBack(
  context: ActionContext,
  applications: readonly AdvanceApplication[],
  { advances, invoices, reversals }: Touched,
): Promise<void> {
  const { tx, caller, moment, inputs } = context
  const { now } = moment
  const given = givenBack(applications, advances)
  const moved = owedInvoices(applications, invoices)
  const reason = String(inputs.get('motivo')).trim()
  const deeds: readonly Deed[] = [
    ...applications.map(({ id, importe }): Deed => ({
      model: cancelarAplicacion.model,
      id,
      before: { cancelada: false },
      after: { cancelada: true, importe, motivo: reason },
      event: 'cancelada',
    })),
    ...given.map(({ before, after }): Deed => ({
      model: 'AnticipoProveedor',
      id: before.id,
      before: { estado: before.estado, saldo: before.saldo },
      after: { estado: after.estado, saldo: after.saldo },
      event: null,
    })),
    ...moved.map((one) =>
      invoiceDeed(
        one,
        given.map(({ before }) => before.folio),
      ),
    ),
  ]
  await takeBackSpending(context, {
    model: cancelarAplicacion.model,
    ids: applications.map(({ id }) => id),
    invoices: [...invoices.keys()],
  })
  const postings = { entries: [], reversals }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, caller.empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, deeds.length]]),
    series: needed.series,
  })
  await Promise.all([
    cancelAdvanceApplications(tx, caller.empresa, { ids: applications.map(({ id }) => id), now }),
    changeAdvances(tx, caller.empresa, { changes: given.map(({ after }) => after), now }),
    writeBalances(context, moved),
    writeEntries(context, postings, numbering),
    recordAll(
      context,
      { name: cancelarAplicacion.name, reason },
      { deeds, numbers: numbering.numbers },
    ),
  ])
}

/** The advances with what is left of them again. */
function givenBack(
  applications: readonly AdvanceApplication[],
  advances: ReadonlyMap<string, AdvanceRow>,
) {
  const byAdvance = Map.groupBy(applications, ({ anticipo }) => anticipo)
  return [...byAdvance].flatMap(([id, own]) => {
    const before = advances.get(id)
    if (before === undefined) return []
    const saldo = own.reduce((sum, { importe }) => sum + cents(importe), cents(before.saldo))
    const estado = saldo === cents(before.importe) ? 'pendiente' : 'aplicado_parcial'
    return [{ before, after: { id, estado, saldo: amountText(saldo) } }]
  })
}

function owedInvoices(
  applications: readonly AdvanceApplication[],
  invoices: ReadonlyMap<string, InvoiceBalance>,
): readonly MovedInvoice[] {
  const byInvoice = Map.groupBy(applications, ({ cuenta }) => cuenta)
  return [...byInvoice].flatMap(([id, own]) => {
    const before = invoices.get(id)
    if (before === undefined) return []
    const amount = own.reduce((sum, { importe }) => sum + cents(importe), 0n)
    return [{ before, after: owedAgain(before, amount) }]
  })
}
