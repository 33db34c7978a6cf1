import type { Model, ReferenceField } from '../dictionary/types.ts'

// References among equals, which may well lead back: equivalent sizes, notes that mention each other.
const AMONG_EQUALS: ReadonlySet<string> = new Set(['equivalente', 'nota_vinculada'])

/**
 * The references by which the records of a model form a tree, such as `padre` or `jefe`: no record may be its own ancestor.
 * @source docs/erp-dictionary.md
 */
export function hierarchyFields(model: Model): readonly ReferenceField[] {
  return model.references.filter(
    ({ name, target }) => target === model.name && !AMONG_EQUALS.has(name),
  )
}
