import type { Database, Tx } from '@oficina/kit/database.ts'

import type { WriteMoment } from '../../../query/write-plan.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../../store/numbers/counter-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import { writeAs, type EmpresaId } from '../../../store/tenant-database.ts'
import { momentOf } from '../../write-tools.ts'
import { applyMovements, findDueMovements, lockDueMovements } from './store/due-movement-store.ts'

// What is beyond waits for the next round.
const AT_ONCE = 1_000

/**
 * Gives employees the wage and the position that begin on this day, in Mexico City; who reads the history knew it before.
 * @source docs/decisions/0296-erp-life-of-employees.md
 */
export async function applyDueMovements(
  database: Database,
  owner: Database,
  nowMs: number,
): Promise<void> {
  const moment = momentOf(nowMs)
  const due = await findDueMovements(owner, { today: moment.today, limit: AT_ONCE })
  for (const [empresa, ids] of due) {
    await writeAs(database, empresa, (tx) => apply(tx, { empresa, ids, moment }), 'shared')
  }
}

interface Due {
  readonly empresa: EmpresaId
  readonly ids: readonly string[]
  readonly moment: WriteMoment
}

async function apply(tx: Tx, { empresa, ids, moment: { now } }: Due): Promise<void> {
  const movements = await lockDueMovements(tx, empresa, ids)
  if (movements.length === 0) return
  await applyMovements(tx, empresa, { movements, now })
  const counted = new Map([[AUDIT_COUNTER, movements.length]])
  const numbers = numberSource(await takeNumbers(tx, empresa, counted))
  await enqueueEvents(tx, empresa, {
    events: movements.map(({ id, empleado }) => ({
      modelo: 'MovimientoPersonal',
      evento: 'aplicado',
      registro: id,
      datos: { estado: 'aplicado', empleado: Number(empleado) },
    })),
    now,
  })
  const service = { empresa, usuarioId: null, address: '', agent: '', requestId: '' }
  await recordAudit(tx, service, {
    entries: movements.map(({ id }) => ({
      id: numbers(AUDIT_COUNTER),
      model: 'MovimientoPersonal',
      recordId: id,
      operation: 'cambio',
      action: null,
      reason: 'fecha_efectiva',
      before: { estado: 'autorizado' },
      after: { estado: 'aplicado' },
    })),
    now,
  })
}
