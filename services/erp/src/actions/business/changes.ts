import type { Change, DocumentModel, New, Row, RowModel } from '../../dictionary/row-types.ts'
import { AUDIT_COUNTER } from '../../store/audit-store.ts'
import type { NewEntry } from '../../store/journal-store.ts'
import { lockCounters, numberSource, takeNumbers } from '../../store/numbers/counter-store.ts'
import type { FolioTable } from '../../store/numbers/taken-folio-store.ts'
import { enqueueChats, enqueueMails } from '../../store/outbox-store.ts'
import { changeRows, idCounter, insertRows } from '../../store/records/model-rows.ts'
import type { ActionContext } from './action.ts'
import {
  takeNumbering,
  type FolioSeries,
  type Numbering,
} from './contabilidad/effects/entry-folios.ts'
import { numbersNeeded, writeEntries, type Postings } from './contabilidad/effects/write-entries.ts'
import { freeFolios } from './free-folios.ts'
import { isLater, Later, settled, type Fields } from './later.ts'
import { chatOf, mailsOf, readersOf, type Letter, type Notice } from './letters.ts'
import { changedOf, deedOf, type LockedDocument } from './moved-documents.ts'
import { recordAll, type Deed } from './record-deeds.ts'

type Columns<T> = { readonly [K in keyof T]: T[K] | Later }

/** Columns of a new row; ids of what is made with it come later. */
export type MadeFields<M extends RowModel> = Columns<New<M>>
/** New values of some columns. */
export type ChangedFields<M extends RowModel> = Columns<Change<M>>

interface Made {
  readonly model: RowModel
  readonly id: Later
  readonly fields: Fields
}

interface NewFolio {
  readonly table: FolioTable
  readonly prefix: string
  readonly folio: Later
}

/** What becomes known of an entry that takes another one back. */
interface CounterEntry {
  readonly id: Later
  readonly folio: Later
}

/** An entry that somebody wrote and that gets its folio when it is applied. */
interface AppliedEntry {
  readonly series: FolioSeries
  readonly folio: Later
}

interface Changed {
  readonly model: RowModel
  readonly id: string
  readonly fields: Fields
}

/** What becomes of a record that may be new. */
export interface MadeDeed extends Omit<Deed, 'id'> {
  readonly id: string | Later
}

/** A statement of its own, with the numbers that it needs by their counters. */
interface Step {
  readonly counters?: ReadonlyMap<string, number>
  readonly write: (numbers: Numbering['numbers']) => Promise<void>
}

/**
 * What an action changes, collected until nothing can be refused any more and then written in one order: changed rows,
 * new rows, entries, the audit log and the events. It counts the numbers that all of this needs and takes them together,
 * after all locks. How many statements it needs depends on how many kinds of rows there are, not on how many rows.
 */
export class Changes {
  readonly #context: ActionContext
  readonly #action: { readonly name: string; readonly reason: string | null }
  readonly #made: Made[] = []
  // How many of them have their number.
  #numbered = 0
  readonly #folios: NewFolio[] = []
  readonly #applied: AppliedEntry[] = []
  readonly #changed = new Map<string, Changed>()
  readonly #deeds: (() => Deed)[] = []
  readonly #steps: Step[] = []
  readonly #mails: Letter[] = []
  readonly #chats: Notice[] = []
  readonly #postings: Postings[] = []
  readonly #entries = new Map<string | Later, Later>()
  readonly #counterEntries = new Map<string, CounterEntry>()

  constructor(
    context: ActionContext,
    action: { readonly name: string; readonly reason: string | null },
  ) {
    this.#context = context
    this.#action = action
  }

  /**
   * Makes a row, after those that were made before it; returns its id, which is given where a row that is made earlier
   * names it.
   */
  insert<M extends RowModel>(
    model: M,
    fields: MadeFields<M> | ((id: Later) => MadeFields<M>),
    id = new Later(),
  ): Later {
    this.#made.push({ model, id, fields: typeof fields === 'function' ? fields(id) : fields })
    return id
  }

  /** The folio of a new document that actions number, such as `MB-00001`. */
  folio(table: FolioTable, prefix: string): Later {
    const folio = new Later()
    this.#folios.push({ table, prefix, folio })
    return folio
  }

  /** The folio of an entry that somebody wrote, in the series of its type. */
  entryFolio(series: FolioSeries): Later {
    const folio = new Later()
    this.#applied.push({ series, folio })
    return folio
  }

  /**
   * Takes the ids and folios of what was made so far, for what names it before it is written. Whoever else takes numbers
   * of the company waits from here on.
   */
  async number(): Promise<void> {
    const { tx, caller } = this.#context
    const counters = this.#counters([])
    await lockCounters(tx, caller.empresa)
    await this.#settleMade(numberSource(await takeNumbers(tx, caller.empresa, counters)))
  }

  /** Gives a row new values; if it is changed several times, the last value of each column counts. */
  change<M extends RowModel>(model: M, id: string, fields: ChangedFields<M>): void {
    const key = `${model} ${id}`
    this.#changed.set(key, { model, id, fields: { ...this.#changed.get(key)?.fields, ...fields } })
  }

  /**
   * Moves a document to another state, and changes columns of it. The audit log gets the state and the columns that
   * really change, before and after; subscribers hear the new state and what they are `told`, which the audit log keeps
   * as well, with what it alone gets `noted`.
   */
  move<M extends DocumentModel>(
    model: M,
    row: LockedDocument,
    to: Row<M>['estado'],
    {
      fields,
      told = {},
      noted = {},
    }: { readonly fields: ChangedFields<M>; readonly told?: Fields; readonly noted?: Fields },
  ): void {
    this.change(model, row.id, { ...fields, estado: to })
    const move = { model, row: { ...row }, to, fields, told, noted }
    this.#deeds.push(() => deedOf(move, this.#action.reason))
  }

  /** Changes a record that an action on another one touches: the audit log gets what really changes, subscribers nothing. */
  amend<M extends RowModel>(
    model: M,
    row: { readonly id: string } & Fields,
    fields: ChangedFields<M>,
  ): void {
    this.change(model, row.id, fields)
    const before = { ...row }
    this.#deeds.push(() => ({ model, id: row.id, ...changedOf(before, fields), event: null }))
  }

  /** Writes into the audit log what became of a record that does not move, or is new. */
  record(deed: MadeDeed): void {
    const { id, after, told } = deed
    this.#deeds.push(() => ({
      ...deed,
      id: id instanceof Later ? id.id : id,
      after: settled(after),
      ...(told && { told: settled(told) }),
    }))
  }

  /** Writes people, each in his language. */
  mail(...mails: readonly Letter[]): void {
    this.#mails.push(...mails)
  }

  /** Tells people in the chat, where there is one. */
  chat(...chats: readonly Notice[]): void {
    if (this.#context.hasChat) this.#chats.push(...chats)
  }

  /** Does what rows alone do not say, such as the sums of a budget, after all rows. */
  also(step: Step): void {
    this.#steps.push(step)
  }

  /** Books entries, and takes others back. */
  post(postings: Partial<Postings>): void {
    this.#postings.push({ entries: [], reversals: [], ...postings })
  }

  /** The entry that is booked for a document, the first of several; none: null. */
  entryOf(document: string | Later): Later {
    const entry = this.#entries.get(document) ?? new Later()
    this.#entries.set(document, entry)
    return entry
  }

  /** The entry that takes another one back. */
  counterEntryOf(entry: string): CounterEntry {
    const found = this.#counterEntries.get(entry) ?? { id: new Later(), folio: new Later() }
    this.#counterEntries.set(entry, found)
    return found
  }

  /** Writes everything, once, when all is decided. Statements that need no answer leave together. */
  async write(): Promise<void> {
    const changed = [...this.#changed.values()]
    const postings = {
      entries: this.#postings.flatMap(({ entries }) => entries),
      reversals: this.#postings.flatMap(({ reversals }) => reversals),
    }
    // Sent in this order, without a wait between them.
    const rows = this.#writeChanged(changed.filter(({ fields }) => !isLater(fields)))
    const numbered = this.#takeNumbers(postings)
    await together([rows, numbered])
    const numbering = await numbered
    const booked = writeEntries(this.#context, postings, numbering)
    // Rows refer to entries, and no entry to a row.
    if (this.#entries.size + this.#counterEntries.size > 0) this.#settleEntries(await booked)
    await together([
      booked,
      this.#writeMade(),
      this.#writeChanged(changed.filter(({ fields }) => isLater(fields))),
      ...this.#steps.map(({ write }) => write(numbering.numbers)),
      this.#tell(),
      recordAll(this.#context, this.#action, {
        deeds: this.#deeds.map((deed) => deed()),
        numbers: numbering.numbers,
      }),
    ])
  }

  async #tell(): Promise<void> {
    const { tx, caller, moment } = this.#context
    const readers = await readersOf(this.#context, [...this.#mails, ...this.#chats])
    const mails = this.#mails.flatMap((letter) => mailsOf(letter, readers))
    const chats = this.#chats.map((notice) => chatOf(notice, readers))
    await Promise.all([
      enqueueMails(tx, caller.empresa, { mails, now: moment.now }),
      enqueueChats(tx, caller.empresa, { chats, now: moment.now }),
    ])
  }

  async #takeNumbers(postings: Postings): Promise<Numbering> {
    const { tx, caller } = this.#context
    const needed = numbersNeeded(postings)
    const counters = this.#counters([
      ...needed.counters,
      ...this.#steps.flatMap((step) => [...(step.counters ?? [])]),
      [AUDIT_COUNTER, this.#deeds.length],
    ])
    if (counters.size === 0) return NOTHING_TO_NUMBER
    const series = [...this.#applied.map((appliedEntry) => appliedEntry.series), ...needed.series]
    const numbering = await takeNumbering(tx, caller.empresa, { counters, series })
    for (const { folio } of this.#applied) folio.settle(numbering.nextFolio())
    await this.#settleMade(numbering.numbers)
    return numbering
  }

  /** How many numbers are needed, by counter: for rows and folios that have none yet, and others. */
  #counters(others: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
    const unnumbered = this.#made.slice(this.#numbered).filter(({ id }) => !id.isKnown)
    const ids = unnumbered.map(({ model }) => [idCounter(this.#context, model), 1] as const)
    const folios = this.#folios.map(({ table }) => [`folio:${table}`, 1] as const)
    const counts = new Map<string, number>()
    for (const [counter, count] of [...others, ...ids, ...folios]) {
      if (count > 0) counts.set(counter, (counts.get(counter) ?? 0) + count)
    }
    return counts
  }

  async #settleMade(numbers: Numbering['numbers']): Promise<void> {
    for (const { model, id } of this.#made.slice(this.#numbered)) {
      if (!id.isKnown) id.settle(String(numbers(idCounter(this.#context, model))))
    }
    this.#numbered = this.#made.length
    const kinds = Map.groupBy(this.#folios.splice(0), ({ table, prefix }) => `${table} ${prefix}`)
    for (const [first, ...more] of kinds.values()) {
      if (first === undefined) continue
      const { table, prefix } = first
      const own = [first, ...more]
      const folios = await freeFolios(this.#context, {
        table,
        prefix,
        numbers: own.map(() => numbers(`folio:${table}`)),
      })
      for (const [index, { folio }] of own.entries()) folio.settle(folios[index] ?? null)
    }
  }

  async #writeMade(): Promise<void> {
    // Rows refer to those that were made before them, so the models come in the order of their first row.
    const byModel = Map.groupBy(this.#made, (row) => row.model)
    await Promise.all(
      [...byModel].map(([model, rows]) =>
        insertRows(this.#context, model, {
          rows: rows.map(({ id, fields }) => ({ id: id.id, fields: settled(fields) })),
          now: this.#context.moment.now,
        }),
      ),
    )
  }

  async #writeChanged(changed: readonly Changed[]): Promise<void> {
    const byModel = Map.groupBy(changed, (row) => row.model)
    await Promise.all(
      [...byModel].map(([model, rows]) =>
        changeRows(this.#context, model, {
          rows: rows.map(({ id, fields }) => ({ id, fields: settled(fields) })),
          now: this.#context.moment.now,
        }),
      ),
    )
  }

  #settleEntries(entries: readonly NewEntry[]): void {
    const booked = new Map(
      entries.toReversed().map(({ id, registro }) => [registro, String(id)] as const),
    )
    for (const [document, entry] of this.#entries) {
      const id = document instanceof Later ? document.id : document
      entry.settle(booked.get(id) ?? null)
    }
    for (const { reversa, id, folio } of entries) {
      const counter = this.#counterEntries.get(reversa ?? '')
      counter?.id.settle(String(id))
      counter?.folio.settle(folio)
    }
  }
}

/** Waits for all of it before it fails: what went on would write after the failed part was undone. */
async function together(work: readonly Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(work)
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

const NOTHING_TO_NUMBER: Numbering = {
  numbers: numberSource(new Map()),
  nextFolio: () => {
    throw new Error('no folios were taken')
  },
}
