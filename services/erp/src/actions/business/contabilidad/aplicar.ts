import type { Tx } from '@oficina/kit/database.ts'

import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findLockedPeriods,
} from '../../../store/journal-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import type { EmpresaId } from '../../../store/tenant-database.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import { entryProblems, type EntryFacts } from './decisions/check-entry.ts'
import { takeNumbering } from './effects/entry-folios.ts'
import { refreshBalances } from './effects/refresh-balances.ts'
import { POLIZA_STATES } from './poliza-states.ts'
import {
  findEntryLines,
  lockEntries,
  lockNamedPeriods,
  markApplied,
  type EntryRow,
} from './store/manual-entry-store.ts'

/**
 * Applies entries made by hand: from here on they count and never change.
 * @source docs/decisions/0242-erp-entries.md
 */
export const aplicar: RecordAction = {
  model: 'Poliza',
  name: 'aplicar',
  label: 'Aplicar',
  mode: 'grid_action',
  inputs: [],
  emits: ['aplicada'],
  run: apply,
}

async function apply(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new BatchOutcome()
  const locked = await lockEntries(tx, caller.empresa, ids)
  const states = statesBefore(POLIZA_STATES, aplicar.name)
  const entries = inStates(ids, locked, { batch, model: 'Poliza', states })
  if (entries.length === 0) return batch.outcome()
  const facts = await loadFacts(tx, caller, entries)
  for (const entry of entries) {
    const [first, ...others] = entryProblems(facts, entry)
    if (first !== undefined) batch.refuse(entry.id, first, ...others)
  }
  await writeApplied(context, facts, batch.remaining(entries))
  return batch.outcome()
}

async function loadFacts(
  tx: Tx,
  { empresa, usuarioId }: { readonly empresa: EmpresaId; readonly usuarioId: string },
  entries: readonly EntryRow[],
): Promise<EntryFacts> {
  const [lines, periods, locked, currency] = await Promise.all([
    findEntryLines(
      tx,
      empresa,
      entries.map(({ id }) => id),
    ),
    lockNamedPeriods(tx, empresa, [...new Set(entries.map(({ periodo }) => periodo))]),
    findLockedPeriods(tx, empresa, ['contabilidad']),
    findCompanyCurrency(tx, empresa),
  ])
  const accounts = await findAccounts(tx, empresa, [...new Set(lines.map(({ cuenta }) => cuenta))])
  const byEntry = Map.groupBy(lines, ({ poliza }) => poliza)
  return { lines: byEntry, accounts, periods, locked, currency, usuarioId }
}

async function writeApplied(
  { tx, caller, moment }: ActionContext,
  facts: EntryFacts,
  entries: readonly EntryRow[],
): Promise<void> {
  if (entries.length === 0) return
  const { now } = moment
  const { numbers, nextFolio } = await takeNumbering(tx, caller.empresa, {
    counters: new Map([[AUDIT_COUNTER, entries.length]]),
    series: entries
      .filter(({ folio }) => folio === null)
      .map(({ tipo_clave: tipo, reinicia, fecha }) => ({ tipo, reinicia, fecha })),
  })
  const applied = entries.map((entry) => {
    const lines = facts.lines.get(entry.id) ?? []
    const total = amountText(sumOf(lines.map(({ cargo }) => cents(cargo))))
    return { id: entry.id, before: entry.estado, folio: entry.folio ?? nextFolio(), total }
  })
  await Promise.all([
    markApplied(tx, caller.empresa, { entries: applied, usuarioId: caller.usuarioId, now }),
    enqueueEvents(tx, caller.empresa, {
      events: applied.map(({ id, folio, total }) => ({
        modelo: 'Poliza',
        evento: 'aplicada',
        registro: id,
        datos: { folio, estado: 'aplicada', total },
      })),
      now,
    }),
    recordAudit(tx, caller, {
      entries: applied.map(({ id, before, folio, total }) => ({
        id: numbers(AUDIT_COUNTER),
        model: 'Poliza',
        recordId: id,
        operation: 'accion' as const,
        action: aplicar.name,
        reason: null,
        before: { estado: before },
        after: { estado: 'aplicada', folio, total },
      })),
      now,
    }),
  ])
  const periods = entries.map(({ periodo }) => periodo)
  await refreshBalances(tx, caller.empresa, {
    periods: periods.filter((id) => facts.periods.get(id)?.es_ajuste === true),
    now,
  })
}
