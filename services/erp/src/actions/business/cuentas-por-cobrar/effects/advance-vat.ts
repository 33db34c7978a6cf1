import type { ErrorEntry } from '../../../../errors.ts'
import { findOpenEntries } from '../../../../store/journal-store.ts'
import type { ActionContext } from '../../action.ts'
import { amountText } from '../../cents.ts'
import type { Unfinished } from '../../cfdi/cfdi-kind.ts'
import type { Changes } from '../../changes.ts'
import { loadPeriods } from '../../contabilidad/accounting-periods.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import { planSaleEntries } from '../../contabilidad/plan-sale-entries.ts'
import { reversalOf } from '../../contabilidad/reversal-of.ts'

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

interface VatDeed {
  readonly model: string
  readonly changes: Changes
  readonly evento: string
  /** Notes the IVA of a record in the company's currency; null: none any more. */
  readonly save: (id: string, iva: string | null) => void
}

/** Books the IVA of advances with their CFDI, by the rules of the action; a rate of 0 books nothing. */
export async function bookVat(
  context: ActionContext,
  deed: VatDeed & { readonly action: string },
  records: readonly VatOfRecord[],
): Promise<Unfinished> {
  const taxed = records.filter(({ source }) => source.total !== 0n)
  const entries = await planSaleEntries(context, {
    model: deed.model,
    event: deed.action,
    sources: taxed.map(({ source }) => source),
  })
  const refused = new Map<string, ErrorEntry>()
  for (const [id, entry] of entries) if (!entry.ok) refused.set(id, entry.error)
  for (const record of records) {
    if (refused.has(record.id)) continue
    deed.save(record.id, amountText(record.source.total))
    tell(deed, record)
  }
  deed.changes.post({
    entries: [...entries.values()].flatMap((entry) => (entry.ok ? [entry.value] : [])),
  })
  return refused
}

/** Takes it back, when the CFDI were cancelled. */
export async function takeVatBack(
  context: ActionContext,
  deed: VatDeed,
  records: readonly VatRecord[],
): Promise<Unfinished> {
  const { tx, caller, moment } = context
  const { today } = moment
  const ids = records.map(({ id }) => id)
  const periods = await loadPeriods(tx, caller.empresa, { days: [today], module: 'ventas' })
  const open = await findOpenEntries(tx, caller.empresa, { model: deed.model, ids })
  const closed = open.length === 0 ? null : periods.problemOf(today)
  if (closed !== null) return new Map(ids.map((id) => [id, closed]))
  for (const record of records) {
    deed.save(record.id, null)
    tell(deed, record)
  }
  const folios = new Map(records.map(({ id, folio }) => [id, folio]))
  deed.changes.post({
    reversals: open.map((entry) => {
      const folio = folios.get(entry.registro ?? '') ?? ''
      return reversalOf(entry, { folio, day: today, periods })
    }),
  })
  return new Map()
}

function tell({ changes, evento, model }: VatDeed, { id, folio, cfdi, uuid }: VatRecord): void {
  changes.record({
    model,
    id,
    before: null,
    after: { cfdi: Number(cfdi), uuid, hecho: evento },
    event: evento,
    told: { anticipo: folio, uuid },
  })
}
