import { createHash } from 'node:crypto'

import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { describeAction, type ActionDescription } from '../../dictionary/action-description.ts'
import { modulePermissionKey, permissionKey } from '../../dictionary/permission-keys.ts'
import type { Model, Registry } from '../../dictionary/types.ts'
import { structureRows, writeStructure } from './system-structure.ts'

const MARK = '@sistema'
const RIGHTS = ['leer', 'crear', 'modificar', 'eliminar'] as const

/**
 * Fills the catalogs that describe the system itself (modules, models, fields, relations, actions, permissions) from
 * the dictionary, so that profiles can refer to what exists. Does nothing if the dictionary has not changed since the
 * last start.
 */
export async function ensureSystemCatalogs(
  owner: Database,
  registry: Registry,
  actions: readonly ActionDescription[],
): Promise<void> {
  const rows = systemRows(registry, actions)
  const hash = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  const [known] = await owner.query<{ huella: string }>(
    sql`select huella from oficina.catalogo where tabla = ${MARK}`,
  )
  if (known?.huella === hash) return
  await owner.transaction(async (tx) => {
    await writeModules(tx, rows.modules)
    await writeModels(tx, rows.models)
    await writeFields(tx, rows.fields)
    await writeActions(tx, rows.actions)
    await writeEvents(tx, rows.events)
    await writePermissions(tx, rows.permissions)
    await writeStructure(tx, rows.structure)
    await tx.execute(sql`
      insert into oficina.catalogo (tabla, huella) values (${MARK}, ${hash})
      on conflict (tabla) do update set huella = excluded.huella`)
  })
}

function systemRows(registry: Registry, actions: readonly ActionDescription[]) {
  const byModel = Map.groupBy(actions, ({ model }) => model)
  const models = [...registry.models.values()]
  return {
    structure: structureRows(registry),
    modules: registry.modules.map(({ name, label }, orden) => ({
      clave: name,
      nombre: label,
      orden,
    })),
    models: models.map((model) => ({
      nombre: model.name,
      etiqueta: model.label,
      modulo: model.module,
      nivel: model.level,
      tabla: model.table,
      multiempresa: model.scope === 'tenant',
      tiene_callbacks: model.callbacks.length > 0,
    })),
    fields: models.flatMap(fieldRows),
    actions: actions.map((action) => ({
      modelo: action.model,
      nombre: action.name,
      etiqueta: action.label,
      modo: action.mode,
      esquema_entrada: describeAction(action).inputs,
    })),
    events: actions.flatMap(({ model, emits }) =>
      emits.map((nombre) => ({ modelo: model, nombre })),
    ),
    permissions: [
      ...registry.modules.flatMap((module) =>
        RIGHTS.map((right) => ({
          clave: modulePermissionKey(module.name, right),
          modelo: null,
          tipo: 'modulo',
          descripcion: `${capitalized(right)} todo el módulo ${module.label}`,
        })),
      ),
      ...models.flatMap((model) => [
        ...RIGHTS.map((right) => permissionOf(model, { right, tipo: 'modelo' })),
        ...(byModel.get(model.name) ?? []).map(({ name }) =>
          permissionOf(model, { right: name, tipo: 'accion' }),
        ),
      ]),
    ],
  }
}

function fieldRows({ name, fields }: Model) {
  return fields.map((field, orden) => ({
    modelo: name,
    nombre: field.name,
    etiqueta: field.label.slice(0, 120),
    tipo: field.type,
    longitud: field.type === 'text' ? field.length : null,
    escala: 'scale' in field ? field.scale : null,
    requerido: field.required,
    unico: field.unique,
    destino: field.type === 'reference' ? field.target : null,
    orden,
  }))
}

function permissionOf(
  model: Model,
  { right, tipo }: { readonly right: string; readonly tipo: 'modelo' | 'accion' },
) {
  return {
    clave: permissionKey(model.name, right),
    modelo: model.name,
    tipo,
    descripcion: `${capitalized(right)}: ${model.label}`.slice(0, 150),
  }
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')
}

type Rows = ReturnType<typeof systemRows>

async function writeModules(tx: Tx, rows: Rows['modules']): Promise<void> {
  await tx.execute(sql`
    insert into modulo_sistema (clave, nombre, orden, activo)
    select clave, nombre, orden, true from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(clave text, nombre text, orden int8)
    on conflict (clave) do update set nombre = excluded.nombre, orden = excluded.orden`)
}

async function writeModels(tx: Tx, rows: Rows['models']): Promise<void> {
  await tx.execute(sql`
    insert into modelo_sistema (nombre, etiqueta, modulo, nivel, tabla, multiempresa, tiene_callbacks)
    select t.nombre, t.etiqueta, m.id, t.nivel, t.tabla, t.multiempresa, t.tiene_callbacks
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(nombre text, etiqueta text, modulo text,
      nivel int8, tabla text, multiempresa boolean, tiene_callbacks boolean)
    join modulo_sistema m on m.clave = t.modulo
    on conflict (nombre) do update set etiqueta = excluded.etiqueta, modulo = excluded.modulo,
      nivel = excluded.nivel, tabla = excluded.tabla, multiempresa = excluded.multiempresa,
      tiene_callbacks = excluded.tiene_callbacks`)
}

/** A field that no longer exists keeps its row, since profiles may refer to it. */
async function writeFields(tx: Tx, rows: Rows['fields']): Promise<void> {
  await tx.execute(sql`
    insert into campo_sistema (modelo, nombre, etiqueta, tipo, longitud, escala, requerido, unico, modelo_destino, orden)
    select m.id, t.nombre, t.etiqueta, d.id, t.longitud, t.escala, t.requerido, t.unico, o.id, t.orden
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(modelo text, nombre text, etiqueta text, tipo text,
      longitud int8, escala int8, requerido boolean, unico boolean, destino text, orden int8)
    join modelo_sistema m on m.nombre = t.modelo
    left join modelo_sistema o on o.nombre = t.destino
    left join tipo_dato d on d.clave = t.tipo
    on conflict (modelo, nombre) do update set etiqueta = excluded.etiqueta, tipo = excluded.tipo,
      longitud = excluded.longitud, escala = excluded.escala, requerido = excluded.requerido, unico = excluded.unico,
      modelo_destino = excluded.modelo_destino, orden = excluded.orden`)
}

/** An action that is no longer enabled keeps its row, since rules and records may refer to it. */
async function writeActions(tx: Tx, rows: Rows['actions']): Promise<void> {
  await tx.execute(sql`update accion_sistema set habilitada = false where habilitada`)
  await tx.execute(sql`
    insert into accion_sistema (modelo, nombre, etiqueta, modo, esquema_entrada, habilitada)
    select m.id, t.nombre, t.etiqueta, t.modo, t.esquema_entrada, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(modelo text, nombre text, etiqueta text, modo text, esquema_entrada jsonb)
    join modelo_sistema m on m.nombre = t.modelo
    on conflict (modelo, nombre) do update set etiqueta = excluded.etiqueta, modo = excluded.modo,
      esquema_entrada = excluded.esquema_entrada, habilitada = true`)
}

async function writeEvents(tx: Tx, rows: Rows['events']): Promise<void> {
  await tx.execute(sql`
    insert into evento_sistema (modelo, nombre, version)
    select distinct m.id, t.nombre, 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(modelo text, nombre text)
    join modelo_sistema m on m.nombre = t.modelo
    on conflict (modelo, nombre) do nothing`)
}

async function writePermissions(tx: Tx, rows: Rows['permissions']): Promise<void> {
  await tx.execute(sql`
    insert into permiso_sistema (clave, modelo, tipo, descripcion)
    select t.clave, m.id, t.tipo, t.descripcion
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(clave text, modelo text, tipo text, descripcion text)
    left join modelo_sistema m on m.nombre = t.modelo
    on conflict (clave) do update set descripcion = excluded.descripcion`)
}
