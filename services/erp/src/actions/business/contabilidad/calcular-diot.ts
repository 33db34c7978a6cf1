import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../../store/counter-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import {
  deleteComputedOperations,
  findPaidOperations,
  insertOperations,
  type PaidOperation,
} from './store/diot-operation-store.ts'
import { lockPeriodsToChange, type LockedPeriod } from './store/period-store.ts'

/**
 * Writes the operations with third parties of a month by what was paid in it, for the DIOT; again, they are written anew.
 * @source docs/decisions/0253-erp-books.md
 */
export const calcularDiot: RecordAction = {
  model: 'PeriodoContable',
  name: 'calcular_diot',
  label: 'Calcular DIOT',
  mode: 'grid_action',
  inputs: [],
  emits: ['diot_calculada'],
  run: compute,
}

// What was paid is told after the month is closed, too.
const STATES = ['abierto', 'bloqueado', 'cerrado']

async function compute(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const batch = new BatchOutcome()
  const locked = await lockPeriodsToChange(context.tx, context.caller.empresa, ids)
  const periods = inStates(ids, locked, { batch, model: 'PeriodoContable', states: STATES })
  for (const period of periods) batch.warn(period.id, await writeOperations(context, period))
  return batch.outcome()
}

const TABLE = 'diot_operacion'

async function writeOperations(
  { tx, caller, moment }: ActionContext,
  { id: period, nombre, estado }: LockedPeriod,
): Promise<readonly ErrorEntry[]> {
  const { empresa } = caller
  const { now } = moment
  await deleteComputedOperations(tx, empresa, period)
  const paid = await findPaidOperations(tx, empresa, period)
  const wanted = new Map([
    [TABLE, paid.length],
    [AUDIT_COUNTER, 1],
  ])
  const numbers = numberSource(await takeNumbers(tx, empresa, wanted))
  const operations = paid.map((operation) => ({ ...operation, id: numbers(TABLE) }))
  await insertOperations(tx, empresa, { period, operations, now })
  await enqueueEvents(tx, empresa, {
    events: [
      {
        modelo: 'PeriodoContable',
        evento: 'diot_calculada',
        registro: period,
        datos: { nombre, operaciones: paid.length },
      },
    ],
    now,
  })
  await recordAudit(tx, caller, {
    entries: [
      {
        id: numbers(AUDIT_COUNTER),
        model: 'PeriodoContable',
        recordId: period,
        operation: 'accion',
        action: calcularDiot.name,
        reason: null,
        before: { estado },
        after: { estado, operaciones: paid.length },
      },
    ],
    now,
  })
  return paid.flatMap(unknownParty)
}

/** The SAT asks of a supplier abroad who he is. */
function unknownParty(one: PaidOperation): readonly ErrorEntry[] {
  const missing = (['identificacion_fiscal', 'pais'] as const).filter((name) => one[name] === null)
  if (!one.es_extranjero || missing.length === 0) return []
  const message = `The DIOT asks of a supplier abroad ${missing.join(' and ')}, which Proveedor ${one.nombre} has not.`
  return [{ code: 'CONFIGURATION_INCOMPLETE', field: missing[0] ?? 'pais', message }]
}
