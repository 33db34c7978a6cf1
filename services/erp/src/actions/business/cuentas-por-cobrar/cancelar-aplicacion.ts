import type { ErrorEntry } from '../../../errors.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome } from '../batch-outcome.ts'
import { cents } from '../cents.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { creditedProblem } from './decisions/favor.ts'
import { isStanding } from './decisions/invoiced-advance.ts'
import { OpenReceivable } from './decisions/receivable-state.ts'
import { writeUsesTakenBack, type UseTakenBack } from './effects/write-uses-taken-back.ts'
import { lockAdvances } from './store/advance-store.ts'
import { lockAdvanceUses, type AdvanceUseRow } from './store/advance-use-store.ts'
import { lockReceivables } from './store/open-receivable-store.ts'
import { findPaidNotes } from './store/refund-store.ts'

/**
 * Takes back that an advance paid a receivable.
 * @source docs/decisions/0252-erp-cash.md
 */
export const cancelarAplicacion: RecordAction = {
  model: 'AplicacionNotaCredito',
  name: 'cancelar_aplicacion',
  label: 'Cancelar aplicación',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const batch = new BatchOutcome()
  const uses = await lockAdvanceUses(tx, empresa, ids)
  for (const one of uses) {
    const problem = useProblem(one)
    if (problem !== null) batch.refuse(one.id, problem)
  }
  const open = batch.remaining(uses)
  const advances = await lockAdvances(tx, empresa, [
    ...new Set(open.flatMap(({ anticipo }) => anticipo ?? [])),
  ])
  const cuentas = [...new Set(open.map(({ cuenta }) => cuenta))]
  const locked = await lockReceivables(tx, empresa, cuentas)
  const receivables = new Map([...locked].map(([id, row]) => [id, new OpenReceivable(row)]))
  const [entries, periods] = await Promise.all([
    findOpenEntries(tx, empresa, { model: 'AnticipoVenta', ids: [...advances.keys()] }),
    loadPeriods(tx, empresa, { days: [moment.today], module: 'ventas' }),
  ])
  const notes = await findPaidNotes(tx, empresa, cuentas)
  const closed = periods.problemOf(moment.today)
  for (const one of open) {
    const problem =
      closed ?? receivables.get(one.cuenta)?.closedProblem ?? creditedProblem(one.cuenta, notes)
    if (problem !== null) batch.refuse(one.id, problem)
  }
  const taken = batch.remaining(open).flatMap((one): readonly UseTakenBack[] => {
    const advance = advances.get(one.anticipo ?? '')
    const receivable = receivables.get(one.cuenta)
    if (advance === undefined || receivable === undefined) return []
    receivable.giveBack(cents(one.importe))
    const reversals = entries
      .filter(({ id }) => id === one.poliza)
      .map((entry) => ({
        open: entry,
        fecha: moment.today,
        periodo: periods.idOf(moment.today),
        concepto: `Reversa de ${entry.folio}: ${advance.folio}`,
      }))
    return [{ use: one, advance, receivable, reversals }]
  })
  await writeUsesTakenBack(context, String(inputs.get('motivo')).trim(), taken)
  return batch.outcome()
}

function useProblem({
  id,
  anticipo,
  cancelada,
  cfdi,
  cfdi_estado,
}: AdvanceUseRow): ErrorEntry | null {
  if (cancelada) {
    return { code: 'INVALID_STATE', message: `AplicacionNotaCredito ${id} is cancelled already.` }
  }
  if (anticipo !== null && isStanding(cfdi_estado)) {
    const message = `AplicacionNotaCredito ${id} has the credit note Cfdi ${cfdi ?? ''}, which is ${cfdi_estado ?? ''}: cancelar_egreso first.`
    return { code: 'INVALID_STATE', field: 'cfdi', message }
  }
  if (anticipo !== null) return null
  const message = `AplicacionNotaCredito ${id} is of a credit note, whose own actions take it back.`
  return { code: 'INVALID_STATE', message }
}
