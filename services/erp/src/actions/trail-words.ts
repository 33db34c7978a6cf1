import type { Tx } from '@oficina/kit/database.ts'

import type { Model, Registry } from '../dictionary/types.ts'
import { parseExactJson, printExactJson } from '../query/json-number.ts'
import { readTexts } from '../store/records/record-store.ts'
import type { EmpresaId } from '../store/tenant-database.ts'

type Row = Readonly<Record<string, unknown>>
type Texts = ReadonlyMap<string, ReadonlyMap<string, string>>

const CHANGES = ['antes', 'despues'] as const

/**
 * Rows of the audit trail with what they refer to in words, as far as the reader may read it: `antes_str` and
 * `despues_str` by field, `registro_str` for the record itself; `nombres`: what is called how that is no field of the model.
 */
export async function withWords(
  tx: Tx,
  { registry, empresa }: { readonly registry: Registry; readonly empresa: EmpresaId },
  rowsJson: string,
): Promise<string> {
  // The database made this list of objects itself.
  const rows = parseExactJson(rowsJson) as readonly Row[]
  const texts = await textsOf(tx, { registry, empresa }, rows)
  return printExactJson(rows.map((row) => inWords(row, { registry, texts })))
}

function inWords(
  row: Row,
  { registry, texts }: { readonly registry: Registry; readonly texts: Texts },
): Row {
  const model = registry.models.get(String(row['modelo']))
  const own = texts.get(String(row['modelo']))?.get(idText(row['registro']) ?? '') ?? null
  const words = (name: (typeof CHANGES)[number]) => wordsOf(model, row[name], texts)
  const { antes, despues, registro, ...rest } = row
  return {
    ...rest,
    registro,
    registro_str: own,
    antes,
    antes_str: words('antes'),
    despues,
    despues_str: words('despues'),
    nombres: namesOf(model, [antes, despues], registry.labelOf),
  }
}

/** What an action notes that its model has no field for. */
function namesOf(
  model: Model | undefined,
  values: readonly unknown[],
  labelOf: Registry['labelOf'],
): Row | null {
  const noted = values.filter(isObject).flatMap(Object.keys)
  const names = noted.filter((name) => model?.fieldByName.has(name) !== true)
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, labelOf(name)]))
}

function wordsOf(model: Model | undefined, values: unknown, texts: Texts): Row | null {
  const found = referencesIn(model, values).flatMap(({ name, target, id }) => {
    const text = texts.get(target)?.get(id)
    return text === undefined ? [] : [[name, text] as const]
  })
  return found.length === 0 ? null : Object.fromEntries(found)
}

function referencesIn(model: Model | undefined, values: unknown) {
  if (model === undefined || !isObject(values)) return []
  return model.references.flatMap(({ name, target }) => {
    const id = idText(values[name])
    return id === null ? [] : [{ name, target, id }]
  })
}

/** An id as the audit log writes it, a text or a number; null for what is none. */
function idText(value: unknown): string | null {
  const text = typeof value === 'string' ? value : printExactJson(value ?? null)
  return /^\d{1,18}$/.test(text) ? text : null
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

async function textsOf(
  tx: Tx,
  { registry, empresa }: { readonly registry: Registry; readonly empresa: EmpresaId },
  rows: readonly Row[],
): Promise<Texts> {
  const wanted = new Map<string, Set<string>>()
  const want = (model: string, id: string | null) => {
    if (id !== null) wanted.set(model, (wanted.get(model) ?? new Set()).add(id))
  }
  for (const row of rows) {
    const name = String(row['modelo'])
    want(name, idText(row['registro']))
    for (const change of CHANGES) {
      for (const { target, id } of referencesIn(registry.models.get(name), row[change]))
        want(target, id)
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
