import { condition } from '../../../dictionary/condition.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import { DOCUMENT } from '../../../messages/documents.ts'
import { PAYS_WHAT_IS_CREDITED } from '../../../messages/owed-invoices.ts'
import { APPLICATION_CANCELLED, NO_APPLICATION } from '../../../messages/supplier-advances.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { lockRows, readRows } from '../../../store/records/model-rows.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome } from '../batch-outcome.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import { Changes } from '../changes.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { balanceOf, owedAgain } from './decisions/invoice-balance.ts'
import { moveBalance } from './effects/write-balances.ts'
import { takeBackSpending } from './spend-budget.ts'
import { findNotesOfPaid } from './store/credit-store.ts'
import { lockInvoices, type InvoiceRow } from './store/owed-invoice-store.ts'

const MODEL = 'AnticipoProveedorAplicacion'
const ADVANCES = 'AnticipoProveedor'

/**
 * Takes back that advances were applied to invoices.
 * @source docs/decisions/0249-erp-payments.md
 */
export const cancelarAplicacion: RecordAction = {
  model: MODEL,
  name: 'cancelar_aplicacion',
  label: 'Cancelar aplicación',
  mode: 'grid_action',
  offeredIf: condition('cancelada is not true'),
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: cancel,
}

const APPLICATION = ['anticipo', 'cuenta', 'importe', 'poliza', 'cancelada'] as const
type Application = Picked<typeof MODEL, (typeof APPLICATION)[number]>
type Advance = Picked<typeof ADVANCES, 'folio' | 'estado' | 'importe' | 'saldo'>

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const { today } = moment
  const batch = new BatchOutcome()
  const wanted = { ids, fields: APPLICATION }
  const seen = [...(await readRows(context, MODEL, wanted)).values()]
  const advances = await lockRows(context, ADVANCES, {
    ids: [...new Set(seen.map(({ anticipo }) => anticipo))],
    fields: ['folio', 'estado', 'importe', 'saldo'],
  })
  const cuentas = [...new Set(seen.map(({ cuenta }) => cuenta))]
  const invoices = await lockInvoices(tx, empresa, cuentas)
  // Whoever changes an application has locked its advance.
  const applications = inForce(ids, await readRows(context, MODEL, wanted), batch)
  const periods = await loadPeriods(tx, empresa, { days: [today], module: 'tesoreria' })
  const closed = periods.problemOf(today)
  const notes = await findNotesOfPaid(tx, empresa, [...invoices.keys()])
  for (const { cuenta, id } of applications) {
    const nota = notes.get(cuenta)
    if (closed !== null) batch.refuse(id, closed)
    else if (nota !== undefined) {
      const document = DOCUMENT({ model: MODEL, folio: id })
      const message = PAYS_WHAT_IS_CREDITED({ document, note: nota })
      batch.refuse(id, { code: 'INVALID_STATE', message })
    }
  }
  const remaining = batch.remaining(applications)
  if (remaining.length === 0) return batch.outcome()
  const reason = String(inputs.get('motivo')).trim()
  const changes = new Changes(context, { name: cancelarAplicacion.name, reason })
  const open = await findOpenEntries(tx, empresa, { model: ADVANCES, ids: [...advances.keys()] })
  const own = new Set(remaining.map(({ poliza }) => poliza))
  changes.post({
    reversals: open
      .filter(({ id }) => own.has(id))
      .map((entry) => ({
        open: entry,
        fecha: today,
        periodo: periods.idOf(today),
        concepto: `Reversa de ${entry.folio}`,
      })),
  })
  takeBack(changes, remaining, { advances, invoices, reason })
  await takeBackSpending(context, {
    model: MODEL,
    ids: remaining.map(({ id }) => id),
    invoices: [...invoices.keys()],
  })
  await changes.write()
  return batch.outcome()
}

function inForce(
  ids: readonly string[],
  found: ReadonlyMap<string, Application>,
  batch: BatchOutcome,
): readonly Application[] {
  return ids.flatMap((id) => {
    const row = found.get(id)
    if (row === undefined) {
      batch.refuse(id, { code: 'NOT_FOUND', message: NO_APPLICATION({ id }) })
      return []
    }
    if (!row.cancelada) return [row]
    batch.refuse(id, { code: 'INVALID_STATE', message: APPLICATION_CANCELLED({ id }) })
    return []
  })
}

interface Touched {
  readonly advances: ReadonlyMap<string, Advance>
  readonly invoices: ReadonlyMap<string, InvoiceRow>
  readonly reason: string
}

function takeBack(
  changes: Changes,
  applications: readonly Application[],
  { advances, invoices, reason }: Touched,
): void {
  for (const { id, importe } of applications) {
    changes.change(MODEL, id, { cancelada: true })
    changes.record({
      model: MODEL,
      id,
      before: { cancelada: false },
      after: { cancelada: true, importe, motivo: reason },
      event: 'cancelada',
    })
  }
  const folios: string[] = []
  for (const [id, own] of Map.groupBy(applications, ({ anticipo }) => anticipo)) {
    const advance = advances.get(id)
    if (advance === undefined) continue
    folios.push(advance.folio)
    giveBack(changes, advance, amountOf(own))
  }
  for (const [id, own] of Map.groupBy(applications, ({ cuenta }) => cuenta)) {
    const row = invoices.get(id)
    if (row === undefined) continue
    const before = balanceOf(row)
    moveBalance(changes, { before, after: owedAgain(before, amountOf(own)) }, folios)
  }
}

/** So much more is left of an advance. */
function giveBack(changes: Changes, advance: Advance, amount: bigint): void {
  const { id, estado, saldo } = advance
  const left = cents(saldo) + amount
  const after = {
    estado: left === cents(advance.importe) ? 'pendiente' : 'aplicado_parcial',
    saldo: amountText(left),
  } as const
  changes.change(ADVANCES, id, after)
  changes.record({ model: ADVANCES, id, before: { estado, saldo }, after, event: null })
}

function amountOf(applications: readonly Application[]): bigint {
  return sumOf(applications.map(({ importe }) => cents(importe)))
}
