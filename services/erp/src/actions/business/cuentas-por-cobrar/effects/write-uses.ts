import { AUDIT_COUNTER, recordAudit } from '../../../../store/audit-store.ts'
import { enqueueEvents } from '../../../../store/outbox-store.ts'
import type { ActionContext } from '../../action.ts'
import { amountText } from '../../cents.ts'
import { takeNumbering } from '../../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type EntryPosting,
} from '../../contabilidad/effects/write-entries.ts'
import { advanceAfter, type AdvanceUse } from '../decisions/advance-use.ts'
import { taxTexts } from '../decisions/collected-taxes.ts'
import type { OpenReceivable } from '../decisions/receivable-state.ts'
import { changeAdvances, type AdvanceChange } from '../store/advance-store.ts'
import { insertAdvanceUses } from '../store/advance-use-store.ts'
import { changeReceivables } from '../store/open-receivable-store.ts'
import { auditEntries, receivableRows, saleRows, type AuditedRow } from './write-collections.ts'

/** The use of an advance with the entry that books it. */
export interface BookedUse extends AdvanceUse {
  readonly entry: EntryPosting
}

const COUNTER = 'aplicacion_nota_credito'

/** Writes what advances pay of one receivable. */
export async function writeUses(
  context: ActionContext,
  receivable: OpenReceivable,
  uses: readonly BookedUse[],
): Promise<void> {
  if (uses.length === 0) return
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now, today } = moment
  const changes = uses.map(advanceAfter)
  await changeAdvances(tx, empresa, { changes, now })
  const sales = await changeReceivables(tx, empresa, { changes: [receivable.change], today, now })
  const postings = { entries: uses.map(({ entry }) => entry), reversals: [] }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([
      ...needed.counters,
      [COUNTER, uses.length],
      [AUDIT_COUNTER, 2 * uses.length + 1 + sales.length],
    ]),
    series: needed.series,
  })
  const entries = await writeEntries(context, postings, numbering)
  const rows = uses.map(({ row, application, base }, index) => ({
    id: numbering.numbers(COUNTER),
    fecha: today,
    anticipo: row.id,
    cuenta: receivable.row.id,
    importe: amountText(application.share.own),
    importe_base: amountText(application.share.base),
    ...taxTexts(application),
    importe_anticipo: amountText(application.importeCobro),
    anticipo_base: amountText(base),
    poliza: entries[index]?.id ?? null,
  }))
  await insertAdvanceUses(tx, empresa, { uses: rows, now })
  await enqueueEvents(tx, empresa, {
    events: uses.map(({ row }, index) => advanceEvent(row.folio, changes[index])),
    now,
  })
  const audited = [
    ...uses.map(({ row }, index) => advanceRow(row, changes[index])),
    ...rows.map(({ id, cuenta, importe }) => ({
      model: 'AplicacionNotaCredito',
      recordId: String(id),
      before: null,
      after: { cuenta: Number(cuenta), importe },
    })),
    ...receivableRows([receivable]),
    ...saleRows(sales),
  ]
  const action = 'aplicar_anticipo'
  await recordAudit(tx, caller, { entries: auditEntries(audited, { action, numbering }), now })
}

function advanceEvent(folio: string, change: AdvanceChange | undefined) {
  const { id = '', saldo = '', estado = '' } = change ?? {}
  const datos = { folio, estado, saldo }
  return { modelo: 'AnticipoVenta', evento: estado, registro: id, datos }
}

export function advanceRow(
  row: { readonly id: string; readonly saldo: string; readonly estado: string },
  change: AdvanceChange | undefined,
): AuditedRow {
  return {
    model: 'AnticipoVenta',
    recordId: row.id,
    before: { saldo: row.saldo, estado: row.estado },
    after: { saldo: change?.saldo ?? null, estado: change?.estado ?? null },
  }
}
