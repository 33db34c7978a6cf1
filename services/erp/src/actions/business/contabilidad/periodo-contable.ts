import { textInput } from '../../../dictionary/action-description.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import {
  PERIOD_HAS_PENDING,
  PERIOD_NOT_RECONCILED,
  PERIOD_OF_CLOSED_YEAR,
} from '../../../messages/accounting-periods.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import { findUnreconciled } from '../tesoreria/store/unreconciled-store.ts'
import { seenBy, toldDependents } from '../told-dependents.ts'
import { closingProblem, inOrder, reopeningProblem } from './decisions/period-order.ts'
import { PERIODO_CONTABLE_MOVES } from './periodo-contable-moves.ts'
import { clearBalances, writeBalances } from './store/balance-store.ts'
import {
  findPendingDocuments,
  findPeriodsInOrder,
  lockAdjustments,
  lockPeriodOrder,
} from './store/period-store.ts'

// Accounting periods are closed and opened again in order. @source docs/decisions/0242-erp-entries.md

const MODEL = 'PeriodoContable'

/** Closes periods in which nothing is left to do: from here on nothing is posted in them. */
export const cerrarPeriodo = documentAction(PERIODO_CONTABLE_MOVES, {
  name: 'cerrar_periodo',
  label: 'Cerrar periodo',
  folio: 'nombre',
  fields: ['nombre'],
  lockFirst: async ({ tx, caller }) => {
    await lockPeriodOrder(tx, caller.empresa)
    await lockAdjustments(tx, caller.empresa)
  },
  run: async (work) => {
    if (work.batch.remaining.length === 0) return
    await refusePending(work)
    await refuseOutOfOrder(work, 'closing')
    await warnOfBanks(work)
    settle(work, { estado: 'cerrado', event: 'cerrado' })
  },
})

const OPEN_YEARS: ReadonlySet<string | null> = new Set(['abierto', 'en_cierre'])

/** Opens closed periods again, with the reason in the audit log. */
export const reabrirPeriodo = documentAction(PERIODO_CONTABLE_MOVES, {
  name: 'reabrir_periodo',
  label: 'Reabrir periodo',
  emits: ['reabierto'],
  folio: 'nombre',
  fields: ['nombre', 'ejercicio.nombre', 'ejercicio.estado'],
  reason: textInput({
    name: 'motivo',
    label: 'Motivo',
    help: 'Por qué se reabre; queda en la auditoría.',
    required: true,
    minLength: 5,
    length: 250,
  }),
  lockFirst: ({ tx, caller }) => lockPeriodOrder(tx, caller.empresa),
  run: async (work) => {
    const { batch } = work
    for (const row of batch.remaining) {
      const { id, nombre, 'ejercicio.nombre': year, 'ejercicio.estado': estado } = row
      if (OPEN_YEARS.has(estado)) continue
      const message = PERIOD_OF_CLOSED_YEAR({ period: nombre, year, state: estado })
      batch.refuse(id, { code: 'INVALID_STATE', message })
    }
    await refuseOutOfOrder(work, 'reopening')
    settle(work, { estado: 'abierto', event: 'reabierto' })
  },
})

type Work = Pick<DocumentWork<typeof MODEL, never>, 'context' | 'changes' | 'reason'> & {
  readonly batch: Pick<DocumentWork<typeof MODEL, never>['batch'], 'refuse' | 'warn'> & {
    readonly remaining: readonly (Picked<typeof MODEL, 'nombre'> & { readonly estado: string })[]
  }
}

function idsOf({ batch }: Work): readonly string[] {
  return batch.remaining.map(({ id }) => id)
}

async function refusePending(work: Work): Promise<void> {
  const { context, batch } = work
  const { tx, caller } = context
  const pending = await findPendingDocuments(tx, caller.empresa, idsOf(work))
  const byPeriod = Map.groupBy(pending, ({ periodo }) => periodo)
  const isSeen = seenBy(context)
  for (const { id, nombre } of batch.remaining) {
    const found = byPeriod.get(id)
    if (found === undefined) continue
    const { dependents, told } = toldDependents(found, isSeen)
    const message = PERIOD_HAS_PENDING({ period: nombre, records: told })
    batch.refuse(id, { code: 'PENDING_DOCUMENTS', message, dependents })
  }
}

/** Periods are closed from the first one, and opened from the last one: one that is refused keeps those behind it. */
async function refuseOutOfOrder(
  { context: { tx, caller }, batch }: Work,
  what: 'closing' | 'reopening',
): Promise<void> {
  const all = await findPeriodsInOrder(tx, caller.empresa)
  const ordered = inOrder(batch.remaining, all)
  const problemOf = what === 'closing' ? closingProblem : reopeningProblem
  const together = new Set<string>()
  for (const { id } of what === 'closing' ? ordered : ordered.toReversed()) {
    const problem = problemOf(id, all, together)
    if (problem === null) together.add(id)
    else batch.refuse(id, problem)
  }
}

/** Banks need not be reconciled for a period to close, but somebody should know. */
async function warnOfBanks(work: Work): Promise<void> {
  const { context, batch } = work
  const { tx, caller } = context
  const unreconciled = await findUnreconciled(tx, caller.empresa, idsOf(work))
  const found = Map.groupBy(unreconciled, ({ periodo }) => periodo)
  const isSeen = seenBy(context)
  for (const { id, nombre } of batch.remaining) {
    const accounts = found.get(id)
    if (accounts === undefined) continue
    const { dependents, told } = toldDependents(accounts, isSeen)
    const message = PERIOD_NOT_RECONCILED({ period: nombre, records: told })
    batch.warn(id, [{ code: 'PENDING_DOCUMENTS', message, dependents }])
  }
}

/** The balances of a period stand while it is closed. */
function settle(
  work: Work,
  { estado, event }: { readonly estado: 'abierto' | 'cerrado'; readonly event: string },
): void {
  const { context, batch, changes, reason } = work
  const { tx, caller, moment } = context
  const isClosed = estado === 'cerrado'
  const closing = {
    cerrado_por: isClosed ? caller.usuarioId : null,
    fecha_cierre: isClosed ? moment.now : null,
  }
  for (const { id, nombre, estado: before } of batch.remaining) {
    changes.change(MODEL, id, { estado, ...closing })
    changes.record({
      model: MODEL,
      id,
      before: { estado: before },
      after: { estado },
      event,
      told: { nombre, estado, motivo: isClosed ? null : reason },
    })
  }
  const ids = idsOf(work)
  if (ids.length === 0) return
  const { empresa } = caller
  const write = isClosed
    ? () => writeBalances(tx, empresa, { ids, now: moment.now })
    : () => clearBalances(tx, empresa, ids)
  changes.also({ write })
}
