import type { Database, Tx } from '@oficina/kit/database.ts'

import type { WriteMoment } from '../../../query/write-plan.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../../store/numbers/counter-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import { writeAs, type EmpresaId } from '../../../store/tenant-database.ts'
import { momentOf } from '../../write-tools.ts'
import { releaseReservations } from './reserve-stock.ts'
import { findExpiredReservations } from './store/reservation-store.ts'

// What is beyond waits for the next round.
const AT_ONCE = 1_000

/**
 * Frees what reservations hold whose last day (`vence`, in Mexico City) is over; they are `vencida` then.
 * @source docs/decisions/0243-erp-stock.md
 */
export async function expireReservations(
  database: Database,
  owner: Database,
  nowMs: number,
): Promise<void> {
  const moment = momentOf(nowMs)
  const expired = await findExpiredReservations(owner, { today: moment.today, limit: AT_ONCE })
  for (const [empresa, ids] of expired) {
    await writeAs(database, empresa, (tx) => expire(tx, { empresa, ids, moment }), 'shared')
  }
}

async function expire(
  tx: Tx,
  details: {
    readonly empresa: EmpresaId
    readonly ids: readonly string[]
    readonly moment: WriteMoment
  },
): Promise<void> {
  const { empresa, moment } = details
  const { now } = moment
  const freed = [
    ...(await releaseReservations({ tx, caller: details, moment }, details.ids, 'vencida')),
  ]
  const numbers = numberSource(
    await takeNumbers(tx, empresa, new Map([[AUDIT_COUNTER, freed.length]])),
  )
  await enqueueEvents(tx, empresa, {
    events: freed.map((id) => ({
      modelo: 'ReservaInventario',
      evento: 'vencida',
      registro: id,
      datos: { estado: 'vencida' },
    })),
    now,
  })
  const service = { empresa, usuarioId: null, address: '', agent: '', requestId: '' }
  await recordAudit(tx, service, {
    entries: freed.map((id) => ({
      id: numbers(AUDIT_COUNTER),
      model: 'ReservaInventario',
      recordId: id,
      operation: 'cambio',
      action: null,
      reason: 'vence',
      before: { estado: 'vigente' },
      after: { estado: 'vencida' },
    })),
    now,
  })
}
