import type { RowModel } from '../../dictionary/row-types.ts'
import { settled, type Fields } from './later.ts'
import type { Deed } from './record-deeds.ts'

/** A document that an action locked: what it changes of it, it has read. */
export interface LockedDocument {
  readonly id: string
  readonly folio: string
  readonly estado: string
}

/** A document that moves to another state. */
export interface Move {
  readonly model: RowModel
  readonly row: LockedDocument & Fields
  readonly to: string
  readonly fields: Fields
  readonly told: Fields
  readonly noted: Fields
}

/** The columns that really change, before and after. */
export function changedOf(row: Fields, fields: Fields) {
  const after = settled(fields)
  const names = Object.keys(after).filter((name) => row[name] !== after[name])
  return {
    before: Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
    after: Object.fromEntries(names.map((name) => [name, after[name]])),
  }
}

/** What the audit log keeps of it, and what subscribers hear. */
export function deedOf({ model, row, to, fields, told, noted }: Move, reason: string | null): Deed {
  const changed = changedOf(row, fields)
  const heard = settled(told)
  return {
    model,
    id: row.id,
    before: { estado: row.estado, ...changed.before },
    after: {
      // The reason stands in the row already.
      ...Object.fromEntries(
        Object.entries(heard).filter(([, value]) => reason === null || value !== reason),
      ),
      ...settled(noted),
      estado: to,
      ...changed.after,
    },
    event: to,
    told: { folio: row.folio, estado: to, ...heard },
  }
}
