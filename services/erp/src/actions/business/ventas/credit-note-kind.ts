import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { enqueueEvents, enqueueMails } from '../../../store/outbox-store.ts'
import type { ActionContext } from '../action.ts'
import { amountText } from '../cents.ts'
import type { CfdiKind, StampedRecord, StampEffects } from '../cfdi/cfdi-kind.ts'
import type { Numbering } from '../contabilidad/effects/entry-folios.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { changeReceivables } from '../cuentas-por-cobrar/store/open-receivable-store.ts'
import { cancelNotes } from './cancel-notes.ts'
import { creditNoteMail } from './decisions/invoice-mail.ts'
import { planSaleEntries } from './sale-books.ts'
import { applyCreditNotes, insertCredits, lockCreditNotes } from './store/credit-note-store.ts'
import { noteSource, openNotes, type BookableNote } from './whole-notes.ts'

export const STAMP_NOTE = 'timbrar_nota_credito'

/** What a stamp does to a credit note: so much less is owed, and the books say so. */
export const CREDIT_NOTE_KIND: CfdiKind = {
  model: 'NotaCreditoVenta',
  lock: async (tx, empresa, registros) => {
    await lockCreditNotes(tx, empresa, registros)
  },
  finish,
  cancel: cancelNotes,
}

interface Applied {
  readonly note: BookableNote
  readonly stamped: StampedRecord
  readonly entry: EntryPosting
}

async function finish(
  context: ActionContext,
  stamped: readonly StampedRecord[],
): Promise<StampEffects> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const byRecord = new Map(stamped.map((one) => [one.registro, one]))
  const rows = await lockCreditNotes(tx, empresa, [...byRecord.keys()])
  const open = await openNotes(context, [...rows.values()])
  const refused = new Map<string, ErrorEntry>()
  const taken = open.notes.flatMap((whole) => {
    const note = open.take(whole)
    if ('credits' in note) return [note]
    refused.set(whole.note.id, note[0] ?? UNKNOWN)
    return []
  })
  const applied = await booked(context, taken, { byRecord, refused })
  const receivables = applied.flatMap(({ note }) => note.credits.map((one) => one.receivable))
  await changeReceivables(tx, empresa, {
    changes: [...new Set(receivables)].map(({ change }) => change),
    today: moment.today,
    now: moment.now,
  })
  const credits = applied.reduce((sum, { note }) => sum + note.credits.length, 0)
  return {
    refused,
    postings: { entries: applied.map(({ entry }) => entry), reversals: [] },
    counters: new Map([
      ['aplicacion_nota_credito', credits],
      [AUDIT_COUNTER, applied.length],
    ]),
    write: (numbering) => write(context, applied, numbering),
  }
}

/** Those of the notes that can be booked; what the others took is owed again. */
async function booked(
  context: ActionContext,
  taken: readonly BookableNote[],
  of: {
    readonly byRecord: ReadonlyMap<string, StampedRecord>
    readonly refused: Map<string, ErrorEntry>
  },
): Promise<readonly Applied[]> {
  const dayOf = ({ note }: BookableNote) => of.byRecord.get(note.id)?.fecha ?? ''
  const entries = await planSaleEntries(context, {
    model: 'NotaCreditoVenta',
    event: STAMP_NOTE,
    sources: taken.map((note) => noteSource(note, dayOf(note))),
  })
  return taken.flatMap((note): readonly Applied[] => {
    const { id } = note.note
    const entry = entries.get(id)
    const stamped = of.byRecord.get(id)
    if (entry?.ok === true && stamped !== undefined) return [{ note, stamped, entry: entry.value }]
    of.refused.set(id, entry?.ok === false ? entry.error : UNKNOWN)
    for (const { receivable, share } of note.credits) receivable.giveBack(share.own)
    return []
  })
}

const UNKNOWN: ErrorEntry = { code: 'INVALID_STATE', message: 'It cannot be applied.' }

async function write(
  { tx, caller, moment: { now } }: ActionContext,
  applied: readonly Applied[],
  { numbers }: Numbering,
): Promise<void> {
  const { empresa } = caller
  await Promise.all([
    applyCreditNotes(tx, empresa, {
      notes: applied.map(({ note, stamped }) => ({
        id: note.note.id,
        uuid: stamped.uuid,
        fecha_timbrado: stamped.fechaTimbrado,
      })),
      now,
    }),
    insertCredits(tx, empresa, {
      credits: applied.flatMap(({ note, stamped }) =>
        note.credits.map(({ receivable, share }) => ({
          id: numbers('aplicacion_nota_credito'),
          fecha: stamped.fecha,
          nota: note.note.id,
          cuenta: receivable.row.id,
          importe: amountText(share.own),
          importe_base: amountText(share.base),
          iva: amountText(share.iva),
          ieps: amountText(share.ieps),
        })),
      ),
      now,
    }),
    enqueueMails(tx, empresa, {
      mails: applied.map(({ note, stamped }) => creditNoteMail(note, stamped)),
      now,
    }),
    enqueueEvents(tx, empresa, {
      events: applied.map(({ note: { note }, stamped }) => ({
        modelo: 'NotaCreditoVenta',
        evento: 'aplicada',
        registro: note.id,
        datos: { folio: note.folio, estado: 'aplicada', total: note.total, uuid: stamped.uuid },
      })),
      now,
    }),
    recordAudit(tx, caller, {
      entries: applied.map(({ note: { note }, stamped }) => ({
        id: numbers(AUDIT_COUNTER),
        model: 'NotaCreditoVenta',
        recordId: note.id,
        operation: 'accion' as const,
        action: STAMP_NOTE,
        reason: null,
        before: { estado: note.estado },
        after: { estado: 'aplicada', uuid: stamped.uuid, cfdi: stamped.cfdi },
      })),
      now,
    }),
  ])
}
