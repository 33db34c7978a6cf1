import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../../store/counter-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import type { ActionContext } from '../action.ts'
import { clearBalances, writeBalances } from './store/balance-store.ts'
import { changePeriods, type LockedPeriod } from './store/period-store.ts'

/** What an action does to periods. */
interface PeriodChange {
  readonly action: string
  readonly to: 'abierto' | 'cerrado'
  readonly event: string
  readonly reason: string | null
}

/** Opens or closes locked periods, with audit and events; the balances of a period stand while it is closed. */
export async function writePeriods(
  { tx, caller, moment }: ActionContext,
  periods: readonly LockedPeriod[],
  { action, to, event, reason }: PeriodChange,
): Promise<void> {
  if (periods.length === 0) return
  const { empresa } = caller
  const { now } = moment
  const ids = periods.map(({ id }) => id)
  const usuarioId = to === 'cerrado' ? caller.usuarioId : null
  const wanted = new Map([[AUDIT_COUNTER, periods.length]])
  const numbers = numberSource(await takeNumbers(tx, empresa, wanted))
  await Promise.all([
    changePeriods(tx, empresa, { ids, estado: to, usuarioId, now }),
    enqueueEvents(tx, empresa, {
      events: periods.map(({ id, nombre }) => ({
        modelo: 'PeriodoContable',
        evento: event,
        registro: id,
        datos: { nombre, estado: to, motivo: reason },
      })),
      now,
    }),
    recordAudit(tx, caller, {
      entries: periods.map(({ id, estado }) => ({
        id: numbers(AUDIT_COUNTER),
        model: 'PeriodoContable',
        recordId: id,
        operation: 'accion' as const,
        action,
        reason,
        before: { estado },
        after: { estado: to },
      })),
      now,
    }),
  ])
  if (to === 'abierto') await clearBalances(tx, empresa, ids)
  else await writeBalances(tx, empresa, { ids, now })
}
