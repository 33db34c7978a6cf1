import { statesBefore } from '../../../dictionary/document-moves.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { OTHER_NOTE_ON_ITS_WAY, RETURN_NOT_RECEIVED } from '../../../messages/credit-notes.ts'
import { BEING_STAMPED_ALREADY } from '../../../messages/stamping.ts'
import { HAS_NO_LINES } from '../../../messages/without-lines.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import { checkRequest, type CheckedCfdi } from '../cfdi/cfdi-request.ts'
import { followIntents } from '../cfdi/follow-intents.ts'
import { sealIntents, writeIntents } from '../cfdi/intents.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import { issuing } from '../cfdi/issuing-action.ts'
import { Changes } from '../changes.ts'
import { DocumentBatch } from '../document-batch.ts'
import type { Later } from '../later.ts'
import { CREDIT_NOTE_KIND } from './credit-note-kind.ts'
import { creditNoteRequest } from './decisions/credit-note-cfdi.ts'
import { mendable } from './decisions/sale-cfdi.ts'
import {
  findSalesBeingCredited,
  findCreditNotes,
  type CreditNoteRow,
} from './store/credit-note-store.ts'
import { openNotes, planNoteEntries, STAMP_NOTE, type BookableNote } from './whole-notes.ts'

/**
 * Credits customers: a CFDI of kind E is sealed and stamped, related to the invoices, of which so much less is owed.
 * @source docs/decisions/0251-erp-stamping.md
 */
export const timbrarNotaCredito: RecordAction = {
  model: 'NotaCreditoVenta',
  name: STAMP_NOTE,
  label: 'Timbrar nota de crédito',
  mode: 'grid_action',
  inputs: [],
  emits: ['aplicada'],
  ...issuing(intend),
  follow: (outside, ids) => followIntents(outside, CREDIT_NOTE_KIND, ids),
}

/** A credit note whose CFDI keeps the rules. */
interface Ready {
  readonly note: BookableNote
  readonly checked: CheckedCfdi
}

async function intend(
  context: ActionContext,
  issuer: Issuer,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  // Sent in this order, without a wait between them.
  const [, notes] = await Promise.all([
    lockRows(context, 'NotaCreditoVenta', { ids, fields: [] }),
    findCreditNotes(tx, caller.empresa, ids),
  ])
  const batch = new DocumentBatch(ids, notes, {
    model: timbrarNotaCredito.model,
    states: statesBefore('NotaCreditoVenta', STAMP_NOTE),
  })
  for (const note of batch.remaining) batch.refuse(note.id, ...earlyProblems(note))
  const open = await openNotes(context, batch.remaining)
  const ventas = open.notes.flatMap(({ lines }) => lines.map(({ venta }) => venta))
  const busy = new Set(await findSalesBeingCredited(tx, caller.empresa, ventas))
  const ready = new Map<string, Ready>()
  for (const whole of open.notes) {
    const { id } = whole.note
    if (whole.lines.length === 0) {
      const message = HAS_NO_LINES({ model: 'NotaCreditoVenta', id })
      batch.refuse(id, { code: 'NO_LINES', message })
      continue
    }
    const other = whole.lines.find(({ venta }) => busy.has(venta))
    if (other !== undefined) {
      const message = OTHER_NOTE_ON_ITS_WAY({ id, sale: other.venta })
      batch.refuse(id, { code: 'INVALID_STATE', message })
      continue
    }
    const note = open.take(whole)
    const found = 'credits' in note ? check(issuer, note, Date.parse(moment.now)) : note
    if ('checked' in found) {
      ready.set(id, found)
      for (const { venta } of whole.lines) busy.add(venta)
    } else batch.refuse(id, ...found)
  }
  await refuseUnbookable(context, batch, ready)
  await write(
    context,
    issuer,
    batch.remaining.flatMap(({ id }) => ready.get(id) ?? []),
  )
  return batch.outcome
}

function earlyProblems({
  id,
  cfdi,
  cfdi_estado,
  devolucion,
  devolucion_estado,
}: CreditNoteRow): readonly ErrorEntry[] {
  if (cfdi !== null && cfdi_estado !== 'rechazado') {
    const message = BEING_STAMPED_ALREADY({ model: 'NotaCreditoVenta', id, cfdi })
    return [{ code: 'INVALID_STATE', field: 'cfdi', message }]
  }
  if (devolucion === null || devolucion_estado === 'recibida') return []
  const message = RETURN_NOT_RECEIVED({ id, goods: devolucion, state: devolucion_estado })
  return [{ code: 'INVALID_STATE', field: 'devolucion', message }]
}

function check(issuer: Issuer, note: BookableNote, nowMs: number): Ready | readonly ErrorEntry[] {
  const request = creditNoteRequest(note, (sucursal) => issuer.placeOf(sucursal))
  const checked = checkRequest(issuer, request, nowMs)
  if (checked.ok) return { note, checked: checked.value }
  const partidas = note.lines.map(({ partida }) => partida)
  return checked.error.map((problem) => mendable(problem, partidas))
}

async function refuseUnbookable(
  context: ActionContext,
  batch: DocumentBatch<CreditNoteRow>,
  ready: ReadonlyMap<string, Ready>,
): Promise<void> {
  const notes = [...ready.values()].map(({ note }) => note)
  const dayOf = ({ note }: BookableNote) =>
    ready.get(note.id)?.checked.comprobante.Fecha.slice(0, 10) ?? ''
  for (const [id, entry] of await planNoteEntries(context, notes, dayOf))
    if (!entry.ok) batch.refuse(id, entry.error)
}

async function write(
  context: ActionContext,
  issuer: Issuer,
  ready: readonly Ready[],
): Promise<void> {
  const sealed = await sealIntents(
    context,
    issuer,
    ready.map(({ checked }) => checked),
  )
  const changes = new Changes(context, { name: STAMP_NOTE, reason: null })
  const links = await writeIntents(context, changes, sealed)
  for (const { note } of ready) linkNote(changes, note, links.get(note.note.id) ?? null)
  await changes.write()
}

/** A note refers to its CFDI, and has the taxes that nobody had written. */
function linkNote(
  changes: Changes,
  { note, credited }: BookableNote,
  cfdi: string | Later | null,
): void {
  const impuestos = sumOf(credited.map((one) => one.impuestos))
  const retenciones = sumOf(credited.map((one) => one.retenciones))
  changes.change('NotaCreditoVenta', note.id, {
    cfdi,
    impuestos: amountText(impuestos),
    retenciones: amountText(retenciones),
    total: amountText(cents(note.subtotal) + impuestos - retenciones),
  })
  for (const { line, ...taxes } of credited)
    changes.change('NotaCreditoVentaPartida', line.id, {
      impuestos: amountText(taxes.impuestos),
      retenciones: amountText(taxes.retenciones),
    })
}
