import { AUDIT_COUNTER, recordAudit } from '../../../../store/audit-store.ts'
import { enqueueEvents } from '../../../../store/outbox-store.ts'
import type { ActionContext } from '../../action.ts'
import { amountText, cents, sumOf } from '../../cents.ts'
import { takeNumbering } from '../../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type ReversalPosting,
} from '../../contabilidad/effects/write-entries.ts'
import type { OpenReceivable } from '../decisions/receivable-state.ts'
import { changeAdvances, type AdvanceChange, type AdvanceRow } from '../store/advance-store.ts'
import { cancelAdvanceUses, type AdvanceUseRow } from '../store/advance-use-store.ts'
import { changeReceivables } from '../store/open-receivable-store.ts'
import { auditEntries, receivableRows, saleRows } from './write-collections.ts'
import { advanceRow } from './write-uses.ts'

/** A use of an advance that is taken back. */
export interface UseTakenBack {
  readonly use: AdvanceUseRow
  readonly advance: AdvanceRow
  readonly receivable: OpenReceivable
  readonly reversals: readonly ReversalPosting[]
}

export async function writeUsesTakenBack(
  context: ActionContext,
  reason: string,
  taken: readonly UseTakenBack[],
): Promise<void> {
  if (taken.length === 0) return
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now, today } = moment
  const ids = taken.map(({ use }) => use.id)
  await cancelAdvanceUses(tx, empresa, { ids, now })
  const advances = advancesAfter(taken)
  await changeAdvances(tx, empresa, { changes: advances.map(({ change }) => change), now })
  const touched = [...new Set(taken.map(({ receivable }) => receivable))]
  const changes = touched.map(({ change }) => change)
  const sales = await changeReceivables(tx, empresa, { changes, today, now })
  const postings = { entries: [], reversals: taken.flatMap(({ reversals }) => reversals) }
  const needed = numbersNeeded(postings)
  const records = taken.length + advances.length + touched.length + sales.length
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, records]]),
    series: needed.series,
  })
  await writeEntries(context, postings, numbering)
  await enqueueEvents(tx, empresa, {
    events: taken.map(({ use, advance }) => ({
      modelo: 'AplicacionNotaCredito',
      evento: 'cancelada',
      registro: use.id,
      datos: { anticipo: advance.folio, importe: use.importe, motivo: reason },
    })),
    now,
  })
  const audited = [
    ...taken.map(({ use }) => ({
      model: 'AplicacionNotaCredito',
      recordId: use.id,
      before: { cancelada: false },
      after: { cancelada: true },
    })),
    ...advances.map(({ row, change }) => advanceRow(row, change)),
    ...receivableRows(touched),
    ...saleRows(sales),
  ]
  await recordAudit(tx, caller, {
    entries: auditEntries(audited, { action: 'cancelar_aplicacion', numbering, reason }),
    now,
  })
}

/** Several uses of one advance come back together. */
function advancesAfter(
  taken: readonly UseTakenBack[],
): readonly { readonly row: AdvanceRow; readonly change: AdvanceChange }[] {
  return [...Map.groupBy(taken, ({ advance }) => advance)].map(([row, uses]) => {
    const back = sumOf(uses.map(({ use }) => cents(use.importe_anticipo)))
    const saldo = cents(row.saldo) + back
    const estado = saldo === cents(row.importe) ? 'pendiente' : 'aplicado_parcial'
    return { row, change: { id: row.id, saldo: amountText(saldo), estado } }
  })
}
