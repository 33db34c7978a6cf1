import { recordAudit } from '../../../../store/audit-store.ts'
import { enqueueEvents } from '../../../../store/outbox-store.ts'
import type { ActionContext } from '../../action.ts'
import {
  insertContracts,
  insertMovements,
  insertSalaries,
  markPeople,
  writeEmployees,
} from '../store/hire-writes.ts'
import { auditOf, type Hire } from './hire-audit.ts'

/** Writes hires: a handful of statements, however many people there are. */
export async function writeHires(
  { tx, caller, moment }: ActionContext,
  action: { readonly model: string; readonly name: string; readonly event: string },
  hires: readonly Hire[],
): Promise<void> {
  const { empresa } = caller
  const written = { hires: hires.map(({ row }) => row), now: moment.now }
  await writeEmployees(tx, empresa, written)
  await Promise.all([
    markPeople(tx, empresa, written),
    insertContracts(tx, empresa, written),
    insertSalaries(tx, empresa, written),
    insertMovements(tx, empresa, written),
    recordAudit(tx, caller, {
      entries: hires.flatMap((hire) => auditOf(hire, action)),
      now: moment.now,
    }),
    enqueueEvents(tx, empresa, {
      // Subscribers are told who, not for how much.
      events: hires.map(({ row, person }) => ({
        modelo: action.model,
        evento: action.event,
        registro: person.id,
        datos: { empleado: Number(row.empleado), numero: row.numero, fecha_alta: row.fecha_alta },
      })),
      now: moment.now,
    }),
  ])
}
