import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { Model, Registry } from '../../dictionary/types.ts'
import { ERRORS } from '../../errors.ts'

// Errors after which the same request may succeed later.
const WORTH_ANOTHER_TRY: ReadonlySet<number> = new Set([408, 429, 503, 507])

/**
 * How models are connected, how their records are found, and what the API may answer, as rows of the system's catalogs.
 */
export function structureRows(registry: Registry) {
  const models = [...registry.models.values()]
  return {
    relations: models.flatMap(relationRows),
    indexes: models.flatMap(indexRows),
    errors: Object.entries(ERRORS).map(([clave, { status, when }]) => ({
      clave,
      mensaje: when,
      estatus_http: status,
      reintentar: WORTH_ANOTHER_TRY.has(status),
    })),
  }
}

function relationRows({ name, references }: Model) {
  return references.map((field) => ({
    modelo: name,
    campo: field.name,
    destino: field.target,
    cardinalidad: field.unique ? '1:1' : 'N:1',
  }))
}

function indexRows({ name, uniqueKeys, indexes }: Model) {
  const row = (index: { readonly name: string; readonly fields: readonly string[] }) => ({
    modelo: name,
    nombre: index.name,
    campos: index.fields.join(', '),
  })
  return [
    ...uniqueKeys.map((key) => ({ ...row(key), unico: true })),
    ...indexes.map((index) => ({ ...row(index), unico: false })),
  ]
}

type Rows = ReturnType<typeof structureRows>

/** Call it after the rows of models and fields were written, to which these refer. */
export async function writeStructure(tx: Tx, rows: Rows): Promise<void> {
  await writeRelations(tx, rows.relations)
  await writeIndexes(tx, rows.indexes)
  await writeErrors(tx, rows.errors)
}

/** A record that others refer to is never deleted, whatever the relation. */
async function writeRelations(tx: Tx, rows: Rows['relations']): Promise<void> {
  await tx.execute(sql`delete from relacion_sistema`)
  await tx.execute(sql`
    insert into relacion_sistema (modelo, campo, destino, cardinalidad, al_borrar)
    select m.id, c.id, d.id, t.cardinalidad, 'rechazar'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(modelo text, campo text, destino text, cardinalidad text)
    join modelo_sistema m on m.nombre = t.modelo
    join campo_sistema c on c.modelo = m.id and c.nombre = t.campo
    join modelo_sistema d on d.nombre = t.destino`)
}

async function writeIndexes(tx: Tx, rows: Rows['indexes']): Promise<void> {
  await tx.execute(sql`delete from indice_sistema`)
  await tx.execute(sql`
    insert into indice_sistema (modelo, nombre, campos, unico)
    select m.id, t.nombre, t.campos, t.unico
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(modelo text, nombre text, campos text, unico boolean)
    join modelo_sistema m on m.nombre = t.modelo`)
}

/** A code that no longer exists keeps its row, since messages in other languages may refer to it. */
async function writeErrors(tx: Tx, rows: Rows['errors']): Promise<void> {
  await tx.execute(sql`
    insert into codigo_error (clave, mensaje, estatus_http, reintentar)
    select clave, mensaje, estatus_http, reintentar
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(clave text, mensaje text, estatus_http int8, reintentar boolean)
    on conflict (clave) do update set mensaje = excluded.mensaje, estatus_http = excluded.estatus_http,
      reintentar = excluded.reintentar`)
}
