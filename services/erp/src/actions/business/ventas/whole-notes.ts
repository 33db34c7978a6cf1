import { ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../errors.ts'
import { NOTHING_OWED } from '../../../messages/credit-notes.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { planSaleEntries } from '../contabilidad/plan-sale-entries.ts'
import { OpenReceivable } from '../cuentas-por-cobrar/decisions/receivable-state.ts'
import { lockReceivables } from '../cuentas-por-cobrar/store/open-receivable-store.ts'
import {
  creditedNote,
  salesProblem,
  type CreditedNote,
  type WholeNote,
} from './decisions/credit-note-cfdi.ts'
import {
  creditNoteEntry,
  creditShares,
  favorEntry,
  type Credit,
} from './decisions/credit-note-entry.ts'
import {
  findCreditNoteLines,
  findReceivablesOf,
  type CreditNoteRow,
} from './store/credit-note-store.ts'
import { findCreditedParts, type CreditedPart } from './store/credited-store.ts'
import { findSalesToInvoice, type InvoiceTax } from './store/invoice-store.ts'
import { wholeSales } from './whole-sales.ts'

/** A credit note that may be booked. */
export interface BookableNote extends CreditedNote {
  readonly credits: readonly Credit[]
  /** The currency of the company. */
  readonly company: string
}

/** Locked credit notes with their sales, and what is owed of these; the sales and the receivables are locked too. */
export class OpenNotes {
  readonly notes: readonly WholeNote[]
  readonly #receivables: ReadonlyMap<string, OpenReceivable>
  readonly #parts: ReadonlyMap<string, readonly CreditedPart[]>
  readonly #company: string

  constructor(
    notes: readonly WholeNote[],
    of: {
      readonly receivables: ReadonlyMap<string, OpenReceivable>
      /** What credit notes have taken off of a sale. */
      readonly parts: ReadonlyMap<string, readonly CreditedPart[]>
      readonly company: string
    },
  ) {
    this.notes = notes
    this.#receivables = of.receivables
    this.#parts = of.parts
    this.#company = of.company
  }

  /** What a note takes of what is owed, after those before it; or what keeps it. */
  take(whole: WholeNote): BookableNote | readonly ErrorEntry[] {
    const problem = salesProblem(whole)
    if (problem !== null) return [problem]
    const credited = creditedNote(whole, (venta) => this.#parts.get(venta) ?? [])
    if (!credited.ok) return credited.error
    for (const { partida, venta } of whole.lines) {
      const field = `partidas[${partida}].venta`
      const owed = this.#receivables
        .get(venta)
        ?.creditProblem(whole.note.cliente, { path: field, line: partida, name: 'venta' })
      if (owed === null) continue
      return [
        owed ?? {
          code: 'VALIDATION',
          field,
          message: NOTHING_OWED({ place: field, line: partida, sale: venta }),
        },
      ]
    }
    const credits = creditShares(credited.value, (venta) => this.#receivableOf(venta))
    for (const { receivable, share } of credits) if (share.own > 0n) receivable.take(share)
    return { ...credited.value, credits, company: this.#company }
  }

  #receivableOf(venta: string): OpenReceivable {
    const found = this.#receivables.get(venta)
    if (found === undefined) throw new Error(`Venta ${venta} was looked at before`)
    return found
  }
}

export async function openNotes(
  context: ActionContext,
  rows: readonly CreditNoteRow[],
): Promise<OpenNotes> {
  const { tx, caller } = context
  const { empresa } = caller
  const lines = await findCreditNoteLines(
    tx,
    empresa,
    rows.map(({ id }) => id),
  )
  const ventas = [...new Set(lines.map(({ venta }) => venta))]
  // Sent in this order, without a wait between them.
  const [, locked] = await Promise.all([
    lockRows(context, 'Venta', { ids: ventas, fields: [] }),
    findSalesToInvoice(tx, empresa, ventas),
  ])
  const sales = new Map(
    (await wholeSales(tx, empresa, [...locked.values()])).map((one) => [one.sale.id, one]),
  )
  const cuentas = await findReceivablesOf(tx, empresa, ventas)
  const open = await lockReceivables(tx, empresa, [...cuentas.values()])
  const receivables = new Map(
    [...cuentas].flatMap(([venta, id]) => {
      const row = open.get(id)
      return row === undefined ? [] : [[venta, new OpenReceivable(row)] as const]
    }),
  )
  const parts = await findCreditedParts(tx, empresa, ventas)
  const linesOf = Map.groupBy(lines, ({ nota }) => nota)
  const notes = rows.map((note) => {
    const own = linesOf.get(note.id) ?? []
    const credited = own.flatMap(({ venta }) => sales.get(venta) ?? [])
    return {
      note,
      lines: own,
      sales: new Map(credited.map((one) => [one.sale.id, one])),
      sealed: new Map(
        parts.filter(({ nota }) => nota === note.id).map((part) => [part.id, sealedTaxes(part)]),
      ),
    }
  })
  const company = await findCompanyCurrency(tx, empresa)
  return new OpenNotes(notes, {
    receivables,
    parts: Map.groupBy(parts, ({ venta }) => venta),
    company,
  })
}

/** The taxes of a line as the CFDI that was sealed has them. */
function sealedTaxes({ taxes, venta, venta_partida }: CreditedPart): readonly InvoiceTax[] {
  return taxes.map((tax) => ({
    ...tax,
    venta,
    partida: venta_partida,
    ambito: 'federal',
    nombre_local: null,
  }))
}

export const STAMP_NOTE = 'timbrar_nota_credito'

const FAVOR = 'saldo_a_favor'

/** The entries of credit notes on their days, by note; why not, for those that cannot be booked. */
export async function planNoteEntries(
  context: ActionContext,
  notes: readonly BookableNote[],
  dayOf: (note: BookableNote) => string,
): Promise<ReadonlyMap<string, Result<readonly EntryPosting[], ErrorEntry>>> {
  const model = 'NotaCreditoVenta'
  const own = await planSaleEntries(context, {
    model,
    event: STAMP_NOTE,
    sources: notes.map((note) =>
      creditNoteEntry(note, note.credits, { company: note.company, fecha: dayOf(note) }),
    ),
  })
  const favor = await planSaleEntries(context, {
    model,
    event: FAVOR,
    sources: notes.flatMap(
      (note) => favorEntry(note, note.credits, { company: note.company, fecha: dayOf(note) }) ?? [],
    ),
  })
  return new Map(
    [...own].map(([id, entry]): [string, Result<readonly EntryPosting[], ErrorEntry>] => {
      const more = favor.get(id)
      if (!entry.ok) return [id, entry]
      if (more?.ok === false) return [id, more]
      return [id, ok([entry.value, ...(more === undefined ? [] : [more.value])])]
    }),
  )
}
