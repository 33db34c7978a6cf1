import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Model } from '../dictionary/types.ts'
import type { EmpresaId } from './tenant-database.ts'

/** How many decimals a currency has, by its id. */
export interface CurrencyDecimals {
  readonly id: string
  readonly decimales: number
}

export function currencyDecimalsSql(ids: readonly string[]): Sql {
  return sql`select id::text as id, coalesce(decimales, 2)::int4 as decimales from moneda where id = any(${ids}::int8[])`
}

/** The currencies that stored documents name in a field, by the documents' ids. */
export function documentDecimalsSql(
  empresa: EmpresaId,
  wanted: { readonly model: Model; readonly field: string; readonly ids: readonly string[] },
): Sql {
  return sql`select r.id::text as id, coalesce(m.decimales, 2)::int4 as decimales
    from ${trusted(`"${wanted.model.table}" r`)} join moneda m on m.id = ${trusted(`r."${wanted.field}"`)}
    where r.empresa_id = ${empresa}::int8 and r.id = any(${wanted.ids}::int8[])`
}
