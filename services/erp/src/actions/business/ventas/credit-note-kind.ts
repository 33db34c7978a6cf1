import type { ErrorEntry } from '../../../errors.ts'
import { NOTE_NOT_APPLIED } from '../../../messages/credit-notes.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { amountText } from '../cents.ts'
import type { CfdiKind, StampedRecord, Unfinished } from '../cfdi/cfdi-kind.ts'
import type { Changes } from '../changes.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { changeReceivables } from '../cuentas-por-cobrar/store/open-receivable-store.ts'
import { CANCEL_NOTE, cancelNotes } from './cancel-notes.ts'
import { creditReturns } from './credited-returns.ts'
import { dueTaxes, favorOf, type Credit } from './decisions/credit-note-entry.ts'
import { creditNoteMail } from './decisions/invoice-mail.ts'
import { findCreditNotes } from './store/credit-note-store.ts'
import { openNotes, planNoteEntries, STAMP_NOTE, type BookableNote } from './whole-notes.ts'

/** What a stamp does to a credit note: so much less is owed, and the books say so. */
export const CREDIT_NOTE_KIND: CfdiKind = {
  model: 'NotaCreditoVenta',
  actions: { stamp: STAMP_NOTE, cancel: CANCEL_NOTE },
  lock: (context, ids) => lockRows(context, 'NotaCreditoVenta', { ids, fields: [] }),
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
  changes: Changes,
  stamped: readonly StampedRecord[],
): Promise<Unfinished> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const byRecord = new Map(stamped.map((one) => [one.registro, one]))
  const rows = await findCreditNotes(tx, empresa, [...byRecord.keys()])
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
  for (const one of applied) apply(changes, one)
  await creditReturns(
    context,
    changes,
    applied.map(({ note }) => note.note),
  )
  changes.post({ entries: applied.flatMap(({ entries }) => entries) })
  return refused
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

const UNKNOWN: ErrorEntry = { code: 'INVALID_STATE', message: NOTE_NOT_APPLIED() }

/** What a note takes of receivables of which something is owed. */
function takenOf({ credits }: BookableNote): readonly Credit[] {
  return credits.filter(({ share }) => share.own > 0n)
}

/** A note lowers what is owed at once; what it credits of what was paid is an advance of the customer. */
function apply(changes: Changes, { note, stamped }: Applied): void {
  const { id, folio, estado, total } = note.note
  const { iva, ieps } = dueTaxes(note.credits)
  const { uuid } = stamped
  const favor = favorOf(note.credits)
  changes.move('NotaCreditoVenta', { id, folio, estado }, 'aplicada', {
    fields: {
      uuid,
      fecha_timbrado: stamped.fechaTimbrado,
      a_favor: amountText(favor),
      iva_cobrado: amountText(iva),
      ieps_cobrado: amountText(ieps),
    },
    told: { total, uuid },
    noted: { cfdi: stamped.cfdi },
  })
  for (const { receivable, share } of takenOf(note))
    changes.insert('AplicacionNotaCredito', {
      fecha: stamped.fecha,
      nota_credito: id,
      cuenta: receivable.row.id,
      importe: amountText(share.own),
      importe_base: amountText(share.base),
      iva: amountText(share.iva),
      ieps: amountText(share.ieps),
      retencion_iva: amountText(share.retencionIva),
      retencion_isr: amountText(share.retencionIsr),
      cancelada: false,
    })
  if (favor > 0n) leaveInFavor(changes, { note, stamped }, amountText(favor))
  changes.mail(creditNoteMail(note, stamped))
}

function leaveInFavor(
  changes: Changes,
  { note, stamped }: Pick<Applied, 'note' | 'stamped'>,
  importe: string,
): void {
  const { id: nota_credito, cliente, moneda } = note.note
  const [first] = note.sales.values()
  const folio = changes.folio('anticipo_venta', 'AV-')
  const advance = changes.insert('AnticipoVenta', {
    folio,
    fecha: stamped.fecha,
    cliente,
    moneda,
    tipo_cambio: first?.sale.tipo_cambio ?? '1',
    importe,
    saldo: importe,
    nota_credito,
    estado: 'pendiente',
  })
  const after = { folio, estado: 'pendiente', importe }
  changes.record({ model: 'AnticipoVenta', id: advance, before: null, after, event: null })
}
