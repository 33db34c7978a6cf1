import type { DictionaryProblem, ModelDefinition } from '../types.ts'
import { lineOf } from '../yaml-reading.ts'
import type { CheckedModel } from './checked-model.ts'

/** With fewer, equal fields mean nothing: dozens of catalogs are a key, a name and a flag. */
const MIN_FIELDS_TO_COMPARE = 5

/** Models that look like one model written twice. Each finding is reported on the later of the two files. */
export function findDuplicates(entries: readonly CheckedModel[]): readonly DictionaryProblem[] {
  return [
    ...findEqual(
      entries,
      '',
      ({ table }) => table,
      (other) => `has the same table as ${other}`,
    ),
    ...findEqual(
      entries,
      '',
      ({ name }) => nameKey(name),
      (other) => `has the same name as ${other} but for plural, accents or the order of words`,
    ),
    ...findEqual(
      entries,
      'label',
      ({ label }) => plain(label),
      (other) => `has the same label as ${other}`,
    ),
    ...findEqual(
      entries,
      'help',
      ({ help }) => plain(help),
      (other) => `has the same help as ${other}`,
    ),
    ...findEqual(entries, 'fields', fieldsKey, (other) => `has exactly the fields of ${other}`),
  ]
}

function findEqual(
  entries: readonly CheckedModel[],
  path: string,
  keyOf: (model: ModelDefinition) => string | null,
  message: (other: string) => string,
): readonly DictionaryProblem[] {
  const first = new Map<string, string>()
  return entries.flatMap(({ source, model }) => {
    const key = keyOf(model)
    if (key === null) return []
    const other = first.get(key)
    first.set(key, other ?? model.name)
    return other === undefined
      ? []
      : [
          {
            file: source.file,
            line: lineOf(source.lines, path),
            message: `${model.name} ${message(other)}.`,
          },
        ]
  })
}

/** The words of a name in one form and order: `PagosProveedor` and `ProveedorPago` give the same. */
function nameKey(name: string): string {
  const words = name.split(/(?<=[a-z0-9])(?=[A-Z])/).map((word) => singular(plain(word)))
  return words.toSorted().join(' ')
}

function singular(word: string): string {
  return word.replace(/(?<=[bcdfghjklmnpqrtvxz])es$|s$/, '')
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function fieldsKey({ fields, scope }: ModelDefinition): string | null {
  if (scope === 'global' || fields.length < MIN_FIELDS_TO_COMPARE) return null
  return fields
    .map((field) => `${field.name}:${field.type === 'reference' ? field.target : field.type}`)
    .toSorted()
    .join()
}
