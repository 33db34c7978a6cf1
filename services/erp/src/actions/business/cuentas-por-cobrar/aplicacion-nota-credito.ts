import { condition } from '../../../dictionary/condition.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { ADVANCE_USE } from '../../../messages/invoiced-advances.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome } from '../batch-outcome.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import { Changes } from '../changes.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { reversalOf } from '../contabilidad/reversal-of.ts'
import { creditedProblem } from './decisions/favor.ts'
import { isStanding } from './decisions/invoiced-advance.ts'
import { OpenReceivable } from './decisions/receivable-state.ts'
import { settleReceivables } from './effects/settle-receivables.ts'
import { lockReceivables } from './store/open-receivable-store.ts'
import { findPaidNotes } from './store/paid-note-store.ts'

const MODEL = 'AplicacionNotaCredito'
const ADVANCE = 'AnticipoVenta'
const FIELDS = [
  'anticipo',
  'cuenta',
  'importe',
  'importe_anticipo',
  'poliza',
  'cancelada',
  'cfdi',
  'cfdi.estado',
] as const

type Row = Picked<typeof MODEL, (typeof FIELDS)[number]>
type Advance = Picked<typeof ADVANCE, 'folio' | 'estado' | 'importe' | 'saldo'>

/** A use that is taken back of an advance. */
interface TakenUse {
  readonly use: Row
  readonly advance: Advance
}

/**
 * Takes back that an advance paid a receivable.
 * @source docs/decisions/0252-erp-cash.md
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

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const { today } = moment
  const batch = new BatchOutcome()
  const uses = [...(await lockRows(context, MODEL, { ids, fields: FIELDS })).values()]
  for (const use of uses) {
    const problem = useProblem(use)
    if (problem !== null) batch.refuse(use.id, problem)
  }
  const open = batch.remaining(uses)
  const advances = await lockRows(context, ADVANCE, {
    ids: [...new Set(open.flatMap(({ anticipo }) => anticipo ?? []))],
    fields: ['folio', 'estado', 'importe', 'saldo'],
  })
  const cuentas = [...new Set(open.map(({ cuenta }) => cuenta))]
  const locked = await lockReceivables(tx, empresa, cuentas)
  const receivables = new Map([...locked].map(([id, row]) => [id, new OpenReceivable(row)]))
  const [entries, periods, notes] = await Promise.all([
    findOpenEntries(tx, empresa, { model: ADVANCE, ids: [...advances.keys()] }),
    loadPeriods(tx, empresa, { days: [today], module: 'ventas' }),
    findPaidNotes(tx, empresa, cuentas),
  ])
  const closed = periods.problemOf(today)
  for (const picked of open) {
    const problem =
      closed ??
      receivables.get(picked.cuenta)?.closedProblem ??
      creditedProblem(picked.cuenta, notes)
    if (problem !== null) batch.refuse(picked.id, problem)
  }
  const reason = String(inputs.get('motivo')).trim()
  const changes = new Changes(context, { name: cancelarAplicacion.name, reason })
  const taken = batch.remaining(open).flatMap((use): readonly TakenUse[] => {
    const advance = advances.get(use.anticipo ?? '')
    return advance === undefined ? [] : [{ use, advance }]
  })
  for (const { use } of taken) receivables.get(use.cuenta)?.giveBack(cents(use.importe))
  await settleReceivables(
    context,
    changes,
    [...receivables.values()].filter(({ isTouched }) => isTouched),
  )
  takeBack(changes, taken, reason)
  changes.post({
    reversals: taken.flatMap(({ use, advance: { folio } }) =>
      entries
        .filter(({ id }) => id === use.poliza)
        .map((entry) => reversalOf(entry, { folio, day: today, periods })),
    ),
  })
  await changes.write()
  return batch.outcome()
}

/** What becomes of the uses, and of their advances, of which several uses may come back together. */
function takeBack(changes: Changes, taken: readonly TakenUse[], motivo: string): void {
  for (const { use, advance } of taken) {
    changes.change(MODEL, use.id, { cancelada: true })
    changes.record({
      model: MODEL,
      id: use.id,
      before: { cancelada: false },
      after: { cancelada: true },
      event: 'cancelada',
      told: { anticipo: advance.folio, importe: use.importe, motivo },
    })
  }
  for (const [advance, own] of Map.groupBy(taken, (takenUse) => takenUse.advance)) {
    const saldo = cents(advance.saldo) + sumOf(own.map(({ use }) => takenOf(use)))
    const estado = saldo === cents(advance.importe) ? 'pendiente' : 'aplicado_parcial'
    changes.amend(ADVANCE, advance, { saldo: amountText(saldo), estado })
  }
}

function takenOf({ importe, importe_anticipo: own }: Row): bigint {
  return cents(own ?? importe)
}

function useProblem(use: Row): ErrorEntry | null {
  const { id, anticipo, cfdi, 'cfdi.estado': estado } = use
  const code = 'INVALID_STATE'
  if (use.cancelada) return { code, message: ADVANCE_USE.cancelled({ id }) }
  if (anticipo === null) return { code, message: ADVANCE_USE.ofNote({ id }) }
  if (!isStanding(estado)) return null
  const message = ADVANCE_USE.credited({ id, cfdi: cfdi ?? '', state: estado ?? '' })
  return { code, field: 'cfdi', message }
}
