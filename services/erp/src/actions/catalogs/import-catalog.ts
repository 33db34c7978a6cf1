import { basename } from 'node:path'

import type { Database } from '@oficina/kit/database.ts'

import type { Field, Registry } from '../../dictionary/types.ts'
import { FileProblem } from '../../files/file-problem.ts'
import { PUBLISHED_CELL_MISSING, PUBLISHED_CELL_TOO_LONG } from '../../messages/files.ts'
import { loadCatalogRows } from '../../store/catalogs/catalog-rows.ts'
import { readStates } from '../../store/catalogs/catalog-store.ts'
import type { PublicCatalog } from './layouts.ts'
import { readPublished, type LayoutContext, type PublishedCells } from './public-catalog.ts'

/** What one load of a public catalog did. */
export interface CatalogLoad {
  readonly model: string
  readonly rows: number
  /** Rows whose optional reference was not found and was left empty. */
  readonly unresolved: number
}

/**
 * Reads a public catalog from its publisher's file, as the owner of the database. Known rows are updated, new ones
 * added, none removed; a second run changes nothing.
 * @throws FileProblem, also for a row whose required reference is not found
 */
export async function importCatalog(
  owner: Database,
  registry: Registry,
  details: {
    readonly catalog: PublicCatalog
    readonly path: string
    readonly onProgress: (model: string, rows: number) => void
  },
): Promise<readonly CatalogLoad[]> {
  const stateByNumber = await readStates(owner)
  const done: CatalogLoad[] = []
  for (const layouts of details.catalog.loads) {
    const context = { stateByNumber, isFirst: firstTimes() }
    const { layout, rows } = await readPublished(details.path, layouts, context)
    const model = registry.models.get(layout.model)
    if (model === undefined) throw new Error(`there is no model ${layout.model}`)
    const fields = layout.fields.map((name): Field => {
      const field = model.fieldByName.get(name)
      if (field === undefined) throw new Error(`${model.name} has no field ${name}`)
      return field
    })
    const loaded = await loadCatalogRows(owner, registry, {
      model,
      fields,
      rows: checked(rows, fields, (row) => placeOf(details.path, row)),
      placeOf: (row) => placeOf(details.path, row),
      onProgress: (count) => details.onProgress(model.name, count),
    })
    done.push({ model: model.name, ...loaded })
  }
  return done
}

function firstTimes(): LayoutContext['isFirst'] {
  const seen = new Set<string>()
  return (key) => seen.size < seen.add(key).size
}

function placeOf(path: string, row: number): string {
  return `${basename(path)}:${row}`
}

/** A row that lacks something is named here, before the database refuses it. */
async function* checked(
  rows: AsyncIterable<PublishedCells>,
  fields: readonly Field[],
  place: (row: number) => string,
): AsyncGenerator<PublishedCells> {
  for await (const row of rows) {
    for (const [index, field] of fields.entries()) {
      const value = row.cells[index] ?? ''
      const at = { place: place(row.number), field: field.name }
      if (field.required && value === '') throw new FileProblem(PUBLISHED_CELL_MISSING(at))
      if (field.type === 'text' && value.length > field.length) {
        throw new FileProblem(PUBLISHED_CELL_TOO_LONG({ ...at, most: field.length }))
      }
    }
    yield row
  }
}
