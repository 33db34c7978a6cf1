import { condition } from '../../../dictionary/condition.ts'
import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { NOT_OPENED, OPENING_USED, USED_BY } from '../../../messages/opening.ts'
import { lockRows, lockRowsBelow, readRows, rowsBelow } from '../../../store/records/model-rows.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { Changes } from '../changes.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import type { ReversalPosting } from '../contabilidad/effects/write-entries.ts'
import { reversedLine } from '../inventario/decisions/reversal.ts'
import { moveStock } from '../inventario/move-stock.ts'
import { movementLines } from '../inventario/reverse-movements.ts'
import { findOpeningUses, type OpeningUse } from './store/opening-use-store.ts'

const NAME = 'revertir_saldos_iniciales'
const MODEL = 'Empresa'

/**
 * Takes the opening balances of a company back, all of them, as long as nothing of them was used: its entry on the day
 * of the balances, its stock, its documents. Then they may be loaded again.
 * @source docs/decisions/0282-erp-opening-balances.md
 */
export const revertirSaldosIniciales: RecordAction = {
  model: MODEL,
  name: NAME,
  label: 'Revertir saldos iniciales',
  mode: 'url_action',
  confirmation: 'danger',
  offeredIf: condition('poliza_apertura present'),
  inputs: [reasonInput()],
  emits: [],
  run: takeBack,
}

async function takeBack(
  context: ActionContext,
  [id = '']: readonly string[],
): Promise<ActionOutcome> {
  const { tx, caller, inputs } = context
  const fields = ['poliza_apertura'] as const
  const poliza = (await lockRows(context, MODEL, { ids: [id], fields })).get(id)?.poliza_apertura
  if (poliza === null || poliza === undefined) throw refusal(NOT_OPENED())
  const reason = String(inputs.get('motivo')).trim()
  const changes = new Changes(context, { name: NAME, reason })
  // Locked before anything is looked at: who collects, pays or matches them waits, or is seen.
  const documents = await lockDocuments(context, poliza)
  changes.post({ reversals: [await reversalOf(context, poliza, reason)] })
  const uses = await findOpeningUses(tx, caller.empresa, poliza)
  if (uses.length > 0) throw refusal(usedText(uses))
  await takeStockBack(context, changes, poliza)
  // Stock was locked only now.
  const used = await findOpeningUses(tx, caller.empresa, poliza)
  if (used.length > 0) throw refusal(usedText(used))
  cancelDocuments(changes, documents, reason)
  changes.change(MODEL, id, { poliza_apertura: null })
  changes.record({
    model: MODEL,
    id,
    before: { poliza_apertura: Number(poliza) },
    after: { poliza_apertura: null, reversa: changes.counterEntryOf(poliza).id.as(Number) },
    event: null,
  })
  await changes.write()
  return { refused: new Map(), warnings: new Map() }
}

function refusal(message: ErrorEntry['message']): ApiError {
  return new ApiError([{ code: 'INVALID_STATE', field: 'poliza_apertura', message }])
}

function usedText(uses: readonly OpeningUse[]) {
  const used = uses.map(({ modelo, folio, de }) => USED_BY({ model: modelo, folio, of: de }))
  return OPENING_USED({ used })
}

async function lockDocuments(context: ActionContext, poliza: string) {
  const of = { parent: 'poliza', ids: [poliza] } as const
  const owed = { ...of, fields: ['folio', 'estado', 'saldo'] } as const
  const receivables = await lockRowsBelow(context, 'CuentaPorCobrar', owed)
  const payables = await lockRowsBelow(context, 'CuentaPorPagar', owed)
  const movements = await lockRowsBelow(context, 'MovimientoBancario', {
    ...of,
    fields: ['folio', 'estado', 'conciliado'],
  })
  return {
    receivables: receivables.get(poliza) ?? [],
    payables: payables.get(poliza) ?? [],
    movements: movements.get(poliza) ?? [],
  }
}

/** On the day of the balances, so that no month has them twice. @throws ApiError PERIOD_CLOSED */
async function reversalOf(
  context: ActionContext,
  poliza: string,
  reason: string,
): Promise<ReversalPosting> {
  const { tx, caller } = context
  const fields = [
    'folio',
    'fecha',
    'origen',
    'modelo.nombre',
    'registro',
    'tipo',
    'tipo.clave',
    'tipo.reinicia',
    'total_cargo',
  ] as const
  const entry = (await readRows(context, 'Poliza', { ids: [poliza], fields })).get(poliza)
  if (entry === undefined) throw new Error(`the entry ${poliza} was not read`)
  const lines = await rowsBelow(context, 'PolizaPartida', {
    parent: 'poliza',
    ids: [poliza],
    fields: [],
  })
  const { fecha, folio, origen, registro, tipo } = entry
  const periods = await loadPeriods(tx, caller.empresa, { days: [fecha], module: 'contabilidad' })
  const closed = periods.problemOf(fecha)
  if (closed !== null) throw new ApiError([closed])
  return {
    open: {
      id: poliza,
      origen,
      modelo: entry['modelo.nombre'],
      registro,
      folio: folio ?? '',
      fecha,
      tipo,
      tipo_clave: entry['tipo.clave'],
      reinicia: entry['tipo.reinicia'],
      total: entry.total_cargo,
      lineas: lines.get(poliza)?.length ?? 0,
    },
    fecha,
    periodo: periods.idOf(fecha),
    concepto: `Reversa de ${folio}: ${reason}`.slice(0, MAX_CONCEPT),
  }
}

const MAX_CONCEPT = 250

/** At the value and on the day on which it came in. @throws ApiError as moving stock refuses it */
async function takeStockBack(
  context: ActionContext,
  changes: Changes,
  poliza: string,
): Promise<void> {
  const fields = ['folio', 'fecha', 'estado', 'movimiento_reversa'] as const
  const of = { parent: 'poliza', ids: [poliza], fields } as const
  const all = (await lockRowsBelow(context, 'MovimientoInventario', of)).get(poliza) ?? []
  const applied = all.filter(
    ({ estado, movimiento_reversa: back }) => estado === 'aplicado' && back === null,
  )
  if (applied.length === 0) return
  const lines = await movementLines(
    context,
    applied.map(({ id }) => id),
  )
  const { moved, refused } = await moveStock(
    context,
    applied.map(({ id, folio, fecha }) => ({
      key: id,
      id: null,
      concepto: 'REVERSA',
      fecha,
      source: { model: 'MovimientoInventario', id },
      referencia: folio,
      reversa: id,
      lines: (lines.get(id) ?? []).map(reversedLine),
    })),
  )
  const problems = [...refused.values()].flat()
  if (problems.length > 0) throw new ApiError(problems)
  const isWhole = [...moved.values()].every((movement) =>
    movement.lines.every(({ variance }) => variance === 0n),
  )
  if (!isWhole) throw new Error('stock of an opening that nothing left has another value')
  for (const row of applied) changes.amend('MovimientoInventario', row, { estado: 'cancelado' })
}

function cancelDocuments(
  changes: Changes,
  { receivables, payables, movements }: Awaited<ReturnType<typeof lockDocuments>>,
  reason: string,
): void {
  for (const row of receivables) {
    if (row.estado === 'cancelada') continue
    changes.amend('CuentaPorCobrar', row, { estado: 'cancelada', saldo: '0.00' })
  }
  for (const row of payables) {
    if (row.estado === 'cancelada') continue
    changes.amend('CuentaPorPagar', row, {
      estado: 'cancelada',
      saldo: '0.00',
      motivo_cancelacion: reason,
    })
  }
  for (const row of movements) {
    if (row.estado === 'cancelado') continue
    changes.amend('MovimientoBancario', row, { estado: 'cancelado', conciliado: false })
  }
}
