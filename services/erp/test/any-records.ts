import type { Tx } from '@oficina/kit/database.ts'
import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Field, Model } from '../src/dictionary/types.ts'
import { cast } from '../src/query/parameter-type.ts'

export interface AnyRecords {
  readonly empresa: number
  readonly firstId: number
  readonly count: number
  /** Of their dates and of their making. */
  readonly day: string
  /** The id that all their references hold, whether there is such a record or not. */
  readonly reference: number
}

/** Records of a model of companies with values that its fields allow, whatever they mean. By the owner's connection. */
export async function insertAnyRecords(tx: Tx, model: Model, of: AnyRecords): Promise<void> {
  // The nodes of a cluster are told what is set; others know no such setting.
  await tx.execute(sql`set local citus.propagate_set_commands = 'local'`)
  // Without the checks of references, which would not let a record refer to one that is not there.
  await tx.execute(sql`set local session_replication_role = replica`)
  await tx.execute(sql`set local search_path = public`)
  const fields = model.fields.filter(
    ({ name, required, type }) =>
      required || type === 'reference' || model.admin.searchFields.includes(name),
  )
  const names = ['empresa_id', 'id', 'creado_en', 'modificado_en']
  const columns = [...names, ...fields.map(({ name }) => `"${name}"`)].join(', ')
  const values = [
    sql`${of.empresa}::int8`,
    sql`n`,
    sql`${of.day}::timestamptz`,
    sql`${of.day}::timestamptz`,
    ...fields.map((field) => sql`${anyValue(field, of)}::text${cast(field)}`),
  ]
  await tx.execute(sql`
    insert into ${trusted(`"${model.table}"`)} (${trusted(columns)}) select ${join(values, ', ')}
    from generate_series(${of.firstId}::int8, ${of.firstId + of.count - 1}::int8) n`)
}

function anyValue(field: Field, { day, reference }: AnyRecords): Sql {
  switch (field.type) {
    case 'text':
      return sql`right('texto ' || n, ${field.length})`
    case 'long_text':
    case 'secret':
      return sql`'texto ' || n`
    case 'choice':
      return sql`${field.choices[0]?.value ?? ''}`
    case 'reference':
      return sql`${String(reference)}`
    case 'integer':
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return sql`'0'`
    case 'date':
    case 'instant':
      return sql`${day}`
    case 'boolean':
      return sql`'false'`
    case 'json':
      return sql`'{}'`
  }
}
