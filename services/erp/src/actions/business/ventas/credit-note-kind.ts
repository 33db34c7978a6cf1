import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit, type AuditEntry } from '../../../store/audit-store.ts'
import { enqueueEvents, enqueueMails } from '../../../store/outbox-store.ts'
import type { ActionContext } from '../action.ts'
import { amountText } from '../cents.ts'
import type { CfdiKind, StampedRecord, StampEffects } from '../cfdi/cfdi-kind.ts'
import type { Numbering } from '../contabilidad/effects/entry-folios.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { insertAdvances } from '../cuentas-por-cobrar/store/advance-store.ts'
import { changeReceivables } from '../cuentas-por-cobrar/store/open-receivable-store.ts'
import { freeFolios } from '../free-folios.ts'
import { cancelNotes } from './cancel-notes.ts'
import { dueTaxes, favorOf, type Credit } from './decisions/credit-note-entry.ts'
import { creditNoteMail } from './decisions/invoice-mail.ts'
import {
  applyCreditNotes,
  insertCredits,
  lockCreditNotes,
  type NewCredit,
} from './store/credit-note-store.ts'
import { openNotes, planNoteEntries, STAMP_NOTE, type BookableNote } from './whole-notes.ts'

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
  readonly entries: readonly EntryPosting[]
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
    changes: [...new Set(receivables)].filter((one) => one.isTouched).map(({ change }) => change),
    today: moment.today,
    now: moment.now,
  })
  const credits = applied.reduce((sum, { note }) => sum + takenOf(note).length, 0)
  const favors = applied.filter(({ note }) => favorOf(note.credits) > 0n)
  return {
    refused,
    postings: { entries: applied.flatMap(({ entries }) => entries), reversals: [] },
    counters: new Map([
      ['aplicacion_nota_credito', credits],
      ['anticipo_venta', favors.length],
      ['folio:anticipo_venta', favors.length],
      [AUDIT_COUNTER, applied.length + favors.length],
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
  const entries = await planNoteEntries(context, taken, dayOf)
  return taken.flatMap((note): readonly Applied[] => {
    const { id } = note.note
    const entry = entries.get(id)
    const stamped = of.byRecord.get(id)
    if (entry?.ok === true && stamped !== undefined)
      return [{ note, stamped, entries: entry.value }]
    of.refused.set(id, entry?.ok === false ? entry.error : UNKNOWN)
    for (const { receivable, share } of note.credits) receivable.giveBack(share.own)
    return []
  })
}

const UNKNOWN: ErrorEntry = { code: 'INVALID_STATE', message: 'It cannot be applied.' }

/** What a note takes of receivables of which something is owed. */
function takenOf({ credits }: BookableNote): readonly Credit[] {
  return credits.filter(({ share }) => share.own > 0n)
}

async function write(
  context: ActionContext,
  applied: readonly Applied[],
  numbering: Numbering,
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { numbers } = numbering
  const { now } = moment
  const made = await writeFavors(context, applied, numbering)
  await Promise.all([
    applyCreditNotes(tx, empresa, {
      notes: applied.map(({ note, stamped }) => ({
        id: note.note.id,
        uuid: stamped.uuid,
        fecha_timbrado: stamped.fechaTimbrado,
        ...paidParts(note),
      })),
      now,
    }),
    insertCredits(tx, empresa, { credits: creditsOf(applied, numbers), now }),
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
      entries: [
        ...made,
        ...applied.map(({ note: { note }, stamped }) => ({
          id: numbers(AUDIT_COUNTER),
          model: 'NotaCreditoVenta',
          recordId: note.id,
          operation: 'accion' as const,
          action: STAMP_NOTE,
          reason: null,
          before: { estado: note.estado },
          after: { estado: 'aplicada', uuid: stamped.uuid, cfdi: stamped.cfdi },
        })),
      ],
      now,
    }),
  ])
}

function paidParts({ credits }: BookableNote) {
  const { iva, ieps } = dueTaxes(credits)
  return {
    a_favor: amountText(favorOf(credits)),
    iva_cobrado: amountText(iva),
    ieps_cobrado: amountText(ieps),
  }
}

/** What notes credit of what was paid is an advance of the customer; answers that for the audit log. */
async function writeFavors(
  context: ActionContext,
  applied: readonly Applied[],
  { numbers }: Numbering,
): Promise<readonly AuditEntry[]> {
  const favors = applied.filter(({ note }) => favorOf(note.credits) > 0n)
  if (favors.length === 0) return []
  const folios = await freeFolios(context, {
    table: 'anticipo_venta',
    prefix: 'AV-',
    numbers: favors.map(() => numbers('folio:anticipo_venta')),
  })
  const advances = favors.map(({ note, stamped }, index) => {
    const [first] = note.sales.values()
    return {
      id: numbers('anticipo_venta'),
      folio: folios[index] ?? '',
      fecha: stamped.fecha,
      cliente: note.note.cliente,
      moneda: note.note.moneda,
      tipo_cambio: first?.sale.tipo_cambio ?? '1',
      forma_pago: null,
      importe: amountText(favorOf(note.credits)),
      cobro: null,
      nota_credito: note.note.id,
    }
  })
  await insertAdvances(context.tx, context.caller.empresa, { advances, now: context.moment.now })
  return advances.map(({ folio, id, importe }) => ({
    id: numbers(AUDIT_COUNTER),
    model: 'AnticipoVenta',
    recordId: String(id),
    operation: 'accion' as const,
    action: STAMP_NOTE,
    reason: null,
    before: null,
    after: { folio, estado: 'pendiente', importe },
  }))
}

function creditsOf(
  applied: readonly Applied[],
  numbers: Numbering['numbers'],
): readonly NewCredit[] {
  return applied.flatMap(({ note, stamped }) =>
    takenOf(note).map(({ receivable, share }) => ({
      id: numbers('aplicacion_nota_credito'),
      fecha: stamped.fecha,
      nota: note.note.id,
      cuenta: receivable.row.id,
      importe: amountText(share.own),
      importe_base: amountText(share.base),
      iva: amountText(share.iva),
      ieps: amountText(share.ieps),
      retencion_iva: amountText(share.retencionIva),
      retencion_isr: amountText(share.retencionIsr),
    })),
  )
}
