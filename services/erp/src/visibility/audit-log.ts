import { join, sql, type Sql } from '@oficina/kit/sql.ts'

import { TENANT_COLUMN, type Field, type Model, type RecordCondition } from '../dictionary/types.ts'
import { column, records } from '../query/record-columns.ts'
import { hiddenOf, type Narrowing } from './narrow-model.ts'

const LOG = 'RegistroAuditoria'
const CHANGES: ReadonlySet<string> = new Set(['antes', 'despues'])
// The hash of a row's content: whoever guesses a hidden value could confirm the guess with it.
const SEAL = 'huella'

/**
 * The audit log shows its reader only records that he may read, and of their fields only those that he may see, since
 * it is a second way to every record. What happened to a deleted record is shown only to those who may read all of its
 * model.
 */
export function narrowAuditLog(readable: Map<string, Model>, by: Narrowing): void {
  const log = readable.get(LOG)
  if (log === undefined) return
  const hidden = hiddenFields(readable, by)
  const own = log.condition
  const scope = logScope(readable)
  const fields = log.fields.map((field) => without(field, hidden))
  readable.set(LOG, {
    ...log,
    fields,
    fieldByName: new Map([...log.systemFields, ...fields].map((field) => [field.name, field])),
    condition: (row) => (own === null ? scope(row) : sql`${own(row)} and ${scope(row)}`),
  })
}

/** The names that are hidden or masked, by model. */
function hiddenFields(
  readable: ReadonlyMap<string, Model>,
  by: Narrowing,
): ReadonlyMap<string, readonly string[]> {
  const hidden = new Map<string, readonly string[]>()
  for (const { name } of readable.values()) {
    const model = by.registry.models.get(name)
    const names = model === undefined ? [] : hiddenOf(by, model)
    if (names.length > 0) hidden.set(name, names)
  }
  return hidden
}

function without(field: Field, hidden: ReadonlyMap<string, readonly string[]>): Field {
  // A profile may mask the column of changes itself.
  if (field.shown !== undefined || hidden.size === 0) return field
  const names = JSON.stringify(Object.fromEntries(hidden))
  const value = (alias: string) => column(alias, field.name)
  if (CHANGES.has(field.name)) {
    const hiddenNames = (alias: string) =>
      sql`array(select jsonb_array_elements_text(${names}::jsonb -> ${modelName(alias)}))`
    return { ...field, shown: (alias) => sql`(${value(alias)} - ${hiddenNames(alias)})` }
  }
  if (field.name !== SEAL) return field
  const isHiding = (alias: string) => sql`${names}::jsonb ? ${modelName(alias)}`
  return {
    ...field,
    shown: (alias) => sql`case when not ${isHiding(alias)} then ${value(alias)} end`,
  }
}

function modelName(alias: string): Sql {
  return sql`(select m.nombre from modelo_sistema m where m.id = ${column(alias, 'modelo')})`
}

/** Rows of models that are read entirely, and of the others those whose records the reader can reach. */
function logScope(readable: ReadonlyMap<string, Model>): RecordCondition {
  const limited = [...readable.values()].flatMap((model) => {
    const { condition } = model
    return condition === null ? [] : [{ model, condition }]
  })
  const names = new Set(readable.keys())
  for (const { model } of limited) names.delete(model.name)
  const whole = [...names]
  return ({ alias, empresaId }) => {
    const id = sql`case when ${column(alias, 'registro')} ~ '^[0-9]{1,18}$' then ${column(alias, 'registro')}::int8 end`
    const reached = limited.map(({ model, condition }) => {
      const company =
        model.scope === 'tenant'
          ? sql`${column('x', TENANT_COLUMN)} = ${empresaId}::int8 and `
          : sql``
      return sql`(${column(alias, 'modelo')} = (select m.id from modelo_sistema m where m.nombre = ${model.name}) and exists (select from ${records(model, 'x')}
        where ${company}${column('x', 'id')} = ${id} and ${condition({ alias: 'x', empresaId })}))`
    })
    const ofWhole = sql`${column(alias, 'modelo')} = any(array(select m.id from modelo_sistema m
      where m.nombre = any(${whole}::text[])))`
    return sql`(${join([ofWhole, ...reached], ' or ')})`
  }
}
