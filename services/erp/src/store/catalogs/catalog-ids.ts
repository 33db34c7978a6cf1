import { join, sql, trusted } from '@oficina/kit/sql.ts'

import { naturalKeyFields } from '../../query/natural-key.ts'
import type { RowsAt } from '../records/model-rows.ts'

/** Keys of rows of catalogs, by catalog; those that a document leaves out do not count. */
type WantedKeys = Readonly<Record<string, readonly (string | null | undefined)[]>>

/** The ids of rows of the catalogs that all companies share, by what people know them by, such as `MXN` of Moneda. */
export class CatalogIds {
  readonly #ids: ReadonlyMap<string, string>

  constructor(ids: ReadonlyMap<string, string>) {
    this.#ids = ids
  }

  /** Null: there is none, or no key. */
  find(model: string, key: string | null | undefined): string | null {
    return this.#ids.get(`${model} ${key}`) ?? null
  }

  /** @throws Error for a key that the catalog does not have */
  get(model: string, key: string): string {
    const id = this.find(model, key)
    if (id === null) throw new Error(`${model} has no ${key}`)
    return id
  }
}

/** Finds all of them in one statement. */
export async function findCatalogIds(
  { tx, registry }: Pick<RowsAt, 'tx' | 'registry'>,
  wanted: WantedKeys,
): Promise<CatalogIds> {
  const parts = Object.entries(wanted).map(([name, keys]) => {
    const model = registry.models.get(name)
    if (model?.scope !== 'global') throw new Error(`${name} is no catalog that companies share`)
    const [key] = naturalKeyFields(model)
    const column = trusted(`"${key}"`)
    const given = [...new Set(keys.filter((key) => typeof key === 'string'))]
    return sql`select ${name}::text as modelo, ${column}::text as clave, id::text as id
      from ${trusted(`"${model.table}"`)} where ${column} = any(${given}::text[])`
  })
  const rows = await tx.query<{ modelo: string; clave: string; id: string }>(
    sql`${join(parts, ' union all ')}`,
  )
  return new CatalogIds(new Map(rows.map(({ modelo, clave, id }) => [`${modelo} ${clave}`, id])))
}
