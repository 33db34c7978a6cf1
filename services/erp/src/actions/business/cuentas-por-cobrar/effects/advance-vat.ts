import type { ErrorEntry } from '../../../../errors.ts'
import { AUDIT_COUNTER } from '../../../../store/audit-store.ts'
import { findOpenEntries } from '../../../../store/journal-store.ts'
import type { ActionContext } from '../../action.ts'
import { amountText } from '../../cents.ts'
import type { StampEffects } from '../../cfdi/cfdi-kind.ts'
import { loadPeriods } from '../../contabilidad/accounting-periods.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { Numbering } from '../../contabilidad/effects/entry-folios.ts'
import { planSaleEntries } from '../../contabilidad/plan-sale-entries.ts'
import { reversalOf } from '../../contabilidad/reversal-of.ts'
import { recordAll } from '../../record-deeds.ts'

/** A record whose CFDI was stamped or cancelled. */
export interface VatRecord {
  readonly id: string
  /** Of its advance. */
  readonly folio: string
  readonly cfdi: string
  readonly uuid: string
}

/** What the stamp of a CFDI tells the books of the IVA of an advance. */
export interface VatOfRecord extends VatRecord {
  readonly source: EntrySource
}

/** IVA of a record in the company's currency; null: none any more. */
export interface BookedIva {
  readonly id: string
  readonly iva: string | null
}

interface VatDeed {
  readonly model: string
  /** The action; its entry rules go by this name. */
  readonly action: string
  readonly evento: string
  /** Notes what was booked. */
  readonly save: (rows: readonly BookedIva[]) => Promise<void>
}

/** Books the IVA of advances with their CFDI; a rate of 0 books nothing. */
export async function vatBooked(
  context: ActionContext,
  deed: VatDeed,
  records: readonly VatOfRecord[],
): Promise<StampEffects> {
  const taxed = records.filter(({ source }) => source.total !== 0n)
  const entries = await planSaleEntries(context, {
    model: deed.model,
    event: deed.action,
    sources: taxed.map(({ source }) => source),
  })
  const refused = new Map<string, ErrorEntry>()
  for (const [id, entry] of entries) if (!entry.ok) refused.set(id, entry.error)
  const done = records.filter(({ id }) => !refused.has(id))
  return {
    refused,
    postings: {
      entries: [...entries.values()].flatMap((entry) => (entry.ok ? [entry.value] : [])),
      reversals: [],
    },
    counters: new Map([[AUDIT_COUNTER, done.length]]),
    write: async (numbering) => {
      await deed.save(done.map(({ id, source }) => ({ id, iva: amountText(source.total) })))
      await tell(context, { deed, numbering }, done)
    },
  }
}

/** Takes it back, when the CFDI were cancelled. */
export async function vatTakenBack(
  context: ActionContext,
  deed: VatDeed,
  records: readonly VatRecord[],
): Promise<StampEffects> {
  const { tx, caller, moment } = context
  const { today } = moment
  const ids = records.map(({ id }) => id)
  const periods = await loadPeriods(tx, caller.empresa, { days: [today], module: 'ventas' })
  const open = await findOpenEntries(tx, caller.empresa, { model: deed.model, ids })
  const closed = open.length === 0 ? null : periods.problemOf(today)
  const refused = new Map(closed === null ? [] : ids.map((id) => [id, closed] as const))
  const done = records.filter(({ id }) => !refused.has(id))
  const folios = new Map(done.map(({ id, folio }) => [id, folio]))
  return {
    refused,
    postings: {
      entries: [],
      reversals: open
        .filter(({ registro }) => folios.has(registro ?? ''))
        .map((entry) => {
          const folio = folios.get(entry.registro ?? '') ?? ''
          return reversalOf(entry, { folio, day: today, periods })
        }),
    },
    counters: new Map([[AUDIT_COUNTER, done.length]]),
    write: async (numbering) => {
      await deed.save(done.map(({ id }) => ({ id, iva: null })))
      await tell(context, { deed, numbering }, done)
    },
  }
}

async function tell(
  context: ActionContext,
  { deed, numbering }: { readonly deed: VatDeed; readonly numbering: Numbering },
  records: readonly VatRecord[],
): Promise<void> {
  const { model, action, evento } = deed
  const deeds = records.map(({ id, folio, cfdi, uuid }) => ({
    model,
    id,
    before: null,
    after: { cfdi: Number(cfdi), uuid, hecho: evento },
    event: evento,
    told: { anticipo: folio, uuid },
  }))
  await recordAll(context, { name: action, reason: null }, { deeds, numbers: numbering.numbers })
}
