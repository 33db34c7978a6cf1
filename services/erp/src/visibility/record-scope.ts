import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { LINE_NUMBERS } from '../dictionary/derive/derive-text.ts'
import type { Model, RecordCondition, ReferenceField, Registry } from '../dictionary/types.ts'
import type { Placeholders, ProfileRights, RecordRule, Rights } from '../identity/rights.ts'
import type { Filter } from '../query/listing/filter-plan.ts'
import { filterSql } from '../query/listing/filter-sql.ts'
import { column, records, sameRecord, type RowOfCompany } from '../query/record-columns.ts'
import { gives, givesAny } from './field-visibility.ts'
import { parseRecordRule } from './record-rule.ts'

/**
 * The condition that the rules of a caller's profiles put on the records to which he may do something; null: none.
 * Within a profile every rule must hold; among the profiles that grant the right one is enough, as for grants; a
 * profile that grants nothing on the model only takes away. A rule on reading limits everything else as well.
 * @source docs/decisions/0230-erp-rights-on-fields-and-records.md
 */
export function recordScope(
  rights: Rights,
  registry: Registry,
  of: { readonly model: Model; readonly right: string },
): RecordCondition | null {
  const scopes = [
    ownScope(rights, of.model, of.right),
    documentScope(rights, registry, of),
    ...(rights.within ?? []).map((outer) => recordScope(outer, registry, of)),
  ].filter((scope) => scope !== null)
  if (scopes.length === 0) return null
  return (row) =>
    join(
      scopes.map((scope) => scope(row)),
      ' and ',
    )
}

/** The lines of a document are reachable if the document is: writing them is changing it. */
function documentScope(
  rights: Rights,
  registry: Registry,
  { model, right }: { readonly model: Model; readonly right: string },
): RecordCondition | null {
  const head = headOf(model)
  const target = head === null ? undefined : registry.models.get(head.target)
  if (head === null || target === undefined) return null
  const scope = recordScope(rights, registry, {
    model: target,
    right: right === 'leer' ? right : 'modificar',
  })
  if (scope === null) return null
  return ({ alias, empresaId }) => {
    const row = { alias: `${alias}_h`, empresaId }
    const found = sameRecord(target, row, column(alias, head.name))
    return sql`exists (select from ${records(target, row.alias)} where ${found} and ${scope(row)})`
  }
}

/** The document of a line: the reference within which its lines are numbered. Null for any other model. */
function headOf({ fields, name }: Model): ReferenceField | null {
  const [head, number] = fields
  const isLine =
    head?.type === 'reference' &&
    head.required &&
    head.target !== name &&
    number?.type === 'integer' &&
    LINE_NUMBERS.includes(number.name)
  return isLine ? head : null
}

function ownScope(rights: Rights, model: Model, right: string): RecordCondition | null {
  const limiting = rights.profiles.filter(({ rules }) => rules.has(model.name))
  if (limiting.length === 0) return null
  const givers = rights.profiles.filter((profile) => gives(profile, model, right))
  const takers = limiting.filter((profile) => !givesAny(profile, model))
  const given = givers.map((profile) => limitsOf(profile, { model, right, rights }))
  const taken = takers.map((profile) => limitsOf(profile, { model, right, rights }))
  // If one profile of a choice has no condition, there is none; nor is there one without a profile.
  const all = [given, ...taken.map((limits) => [limits])].filter(
    (choice) => choice.length > 0 && choice.every((limits) => limits.length > 0),
  )
  if (all.length === 0) return null
  return (row) =>
    join(
      all.map((choice) => anyOf(choice.map((limits) => allOf(limits, row)))),
      ' and ',
    )
}

/** The rules of a profile for a right. A rule that the dictionary no longer understands lets nothing through. */
type Limit = readonly Filter[] | 'nothing'

function limitsOf(
  { rules }: ProfileRights,
  of: { readonly model: Model; readonly right: string; readonly rights: Rights },
): readonly Limit[] {
  return (rules.get(of.model.name) ?? [])
    .filter((rule) => isFor(rule, of.right))
    .map((rule) => limitOf(rule, of.model, of.rights.placeholders))
}

function isFor(rule: RecordRule, right: string): boolean {
  if (rule.limitsReading) return true
  if (right === 'leer') return false
  return right === 'eliminar' ? rule.limitsDeleting : rule.limitsWriting
}

function limitOf({ filter }: RecordRule, model: Model, placeholders: Placeholders): Limit {
  const parsed = parseRecordRule(model, filter, placeholders)
  return parsed.ok ? parsed.value : 'nothing'
}

function allOf(limits: readonly Limit[], row: RowOfCompany): Sql {
  const conditions = limits.flatMap((limit) =>
    limit === 'nothing' ? [trusted('false')] : limit.map((filter) => filterSql(row, filter)),
  )
  return join(conditions, ' and ')
}

function anyOf(conditions: readonly Sql[]): Sql {
  return sql`(${join(
    conditions.map((condition) => sql`(${condition})`),
    ' or ',
  )})`
}
