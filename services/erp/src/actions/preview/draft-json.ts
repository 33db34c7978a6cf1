import type { Tx } from '@oficina/kit/database.ts'

import type { Field, Registry } from '../../dictionary/types.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { readTexts } from '../../store/records/record-store.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'
import { allNewLines } from '../documents/line-plan.ts'
import type { Draft } from './draft-document.ts'

type Values = ReadonlyMap<string, FieldValue | null>
type Texts = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The JSON text of a draft, as a record and its lines are shown, with what its references are in words. */
export async function draftJson(
  tx: Tx,
  details: { readonly registry: Registry; readonly empresa: EmpresaId },
  draft: Draft,
): Promise<string> {
  const texts = await textsOf(tx, details, draft)
  return recordJson(draft, texts)
}

/** What the draft refers to, in words: one statement for each model, all in one round trip. */
async function textsOf(
  tx: Tx,
  { registry, empresa }: { readonly registry: Registry; readonly empresa: EmpresaId },
  draft: Draft,
): Promise<Texts> {
  const wanted = new Map<string, Set<string>>()
  for (const { model, values } of [draft, ...allNewLines(draft.lines)]) {
    for (const { name, target } of model.references) {
      const id = values.get(name) ?? null
      if (id !== null) wanted.set(target, (wanted.get(target) ?? new Set()).add(String(id)))
    }
  }
  const found = await Promise.all(
    [...wanted].map(async ([name, ids]): Promise<[string, ReadonlyMap<string, string>]> => {
      const model = registry.models.get(name)
      if (model === undefined) return [name, new Map()]
      return [name, await readTexts(registry, tx, { model, empresa, ids: [...ids] })]
    }),
  )
  return new Map(found)
}

function recordJson({ model, id, values, lines }: Draft, texts: Texts): string {
  const parts = [
    `"id":${id === null || id === '' ? 'null' : id}`,
    ...model.fields.flatMap((field) => fieldJson(field, values, texts)),
    ...lines.map(({ lines: { name }, created }) => {
      const rows = created.map((line) => recordJson(line, texts))
      return `${JSON.stringify(name)}:[${rows.join(',')}]`
    }),
  ]
  return `{${parts.join(',')}}`
}

function fieldJson(field: Field, values: Values, texts: Texts): readonly string[] {
  if (field.type === 'secret') return []
  const value = values.get(field.name) ?? null
  const own = `${JSON.stringify(field.name)}:${valueJson(field, value)}`
  if (field.type !== 'reference') return [own]
  const text = value === null ? null : (texts.get(field.target)?.get(String(value)) ?? null)
  return [own, `${JSON.stringify(`${field.name}_str`)}:${JSON.stringify(text)}`]
}

/** Numbers keep their digits. */
function valueJson(field: Field, value: FieldValue | null): string {
  if (value === null) return 'null'
  switch (field.type) {
    case 'integer':
    case 'reference':
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
    case 'json':
      return String(value)
    case 'boolean':
      return value === true || value === 'true' || value === 't' ? 'true' : 'false'
    default:
      return JSON.stringify(value)
  }
}
