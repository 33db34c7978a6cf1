import type { Tx } from '@oficina/kit/database.ts'

import type { Field, Model, Registry, UniqueKey } from '../../dictionary/types.ts'
import type { FieldValue } from '../../query/field-value.ts'
import {
  byKeySql,
  byWordsSql,
  existingSql,
  insertManySql,
  takenSql,
  unknownIdsSql,
  type NewRows,
} from '../../query/import-sql.ts'
import type { EmpresaId } from '../tenant-database.ts'

/** Inserts many records at once; returns their ids in the same order. */
export async function insertRecords(tx: Tx, rows: NewRows): Promise<readonly string[]> {
  const inserted = await tx.query<{ id: string }>(insertManySql(rows))
  return rows.ids ?? inserted.map(({ id }) => id)
}

/** Finds the indexes of the records whose unique key another record has. */
export async function findTaken(
  tx: Tx,
  table: { readonly model: Model; readonly empresa: EmpresaId; readonly key: UniqueKey },
  rows: readonly ReadonlyMap<string, FieldValue | null>[],
): Promise<readonly number[]> {
  const found = await tx.query<{ place: number }>(
    takenSql({ ...table, empresaId: table.empresa }, rows),
  )
  return found.map(({ place }) => place - 1)
}

/** Finds the id of the record that has each of the values, by the value's index. */
export async function findExisting(
  tx: Tx,
  table: { readonly model: Model; readonly empresa: EmpresaId; readonly field: Field },
  values: readonly (FieldValue | null)[],
): Promise<ReadonlyMap<number, string>> {
  const found = await tx.query<{ place: number; id: string }>(
    existingSql({ ...table, empresaId: table.empresa }, values),
  )
  return new Map(found.map(({ place, id }) => [place - 1, id]))
}

export async function findUnknownIds(
  tx: Tx,
  table: { readonly model: Model; readonly empresa: EmpresaId },
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(unknownIdsSql(table.model, table.empresa, ids))
  return new Set(rows.map(({ id }) => id))
}

/** What a text that names a record was resolved to; absent: nothing. */
export type Found = { readonly kind: 'id'; readonly id: string } | { readonly kind: 'ambiguous' }

// Texts remembered for one model; a file repeats few suppliers in many rows.
const MAX_REMEMBERED = 50_000

/** Finds records by their natural key or in words, and remembers the results during one import. */
export class ReferenceFinder {
  readonly #registry: Registry
  readonly #empresa: EmpresaId
  readonly #found = new Map<string, Map<string, Found | null>>()

  constructor(registry: Registry, empresa: EmpresaId) {
    this.#registry = registry
    this.#empresa = empresa
  }

  /** What each text resolves to among the records of the model. */
  async find(
    tx: Tx,
    model: Model,
    texts: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, Found | null>> {
    const known = this.#knownOf(model)
    const byKey = [...texts].filter((text) => !known.has(text))
    if (byKey.length > 0) await this.#findByKey(tx, model, byKey)
    const byWords = byKey.filter((text) => !known.has(text))
    if (byWords.length > 0) await this.#findByWords(tx, model, byWords)
    return known
  }

  #knownOf(model: Model): Map<string, Found | null> {
    const known = this.#found.get(model.name)
    if (known !== undefined && known.size < MAX_REMEMBERED) return known
    const empty = new Map<string, Found | null>()
    this.#found.set(model.name, empty)
    return empty
  }

  async #findByKey(tx: Tx, model: Model, texts: readonly string[]): Promise<void> {
    const statement = byKeySql({ registry: this.#registry, model, empresaId: this.#empresa }, texts)
    if (statement === null) return
    const rows = await tx.query<{ text: string; id: string }>(statement)
    const known = this.#found.get(model.name)
    for (const { text, id } of rows) known?.set(text, { kind: 'id', id })
  }

  async #findByWords(tx: Tx, model: Model, texts: readonly string[]): Promise<void> {
    const rows = await tx.query<{ text: string; id: string; count: number }>(
      byWordsSql({ registry: this.#registry, model, empresaId: this.#empresa }, texts),
    )
    const known = this.#found.get(model.name)
    for (const text of texts) known?.set(text, null)
    for (const { text, id, count } of rows) {
      known?.set(text, count > 1 ? { kind: 'ambiguous' } : { kind: 'id', id })
    }
  }
}
