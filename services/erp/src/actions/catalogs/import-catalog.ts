import type { Database } from '@oficina/kit/database.ts'

import type { Field, Registry } from '../../dictionary/types.ts'
import { FileProblem } from '../../files/file-problem.ts'
import {
  NO_PUBLISHED_TABLE,
  PUBLISHED_CELL_MISSING,
  PUBLISHED_CELL_TOO_LONG,
} from '../../messages/files.ts'
import { loadCatalogRows } from '../../store/catalogs/catalog-rows.ts'
import { readStates } from '../../store/catalogs/catalog-store.ts'
import { PUBLIC_CATALOGS, type PublicCatalog } from './layouts.ts'
import {
  holdsTable,
  readPublished,
  type LayoutContext,
  type PublishedCells,
} from './public-catalog.ts'

/** What one load of a public catalog did. */
export interface CatalogLoad {
  readonly model: string
  readonly rows: number
  /** Rows whose optional reference was not found and was left empty. */
  readonly unresolved: number
}

/**
 * Reads a public catalog from its publisher's file, as the owner of the database or as the service. Known rows are
 * updated, new ones added, none removed; a second run changes nothing.
 * @throws FileProblem, also for a row whose required reference is not found
 */
export async function importCatalog(
  database: Database,
  registry: Registry,
  details: {
    readonly catalog: PublicCatalog
    readonly path: string
    /** What the file is called in messages. */
    readonly name: string
    readonly onProgress: (model: string, rows: number) => void
  },
): Promise<readonly CatalogLoad[]> {
  const stateByNumber = await readStates(database)
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
    const loaded = await loadCatalogRows(database, registry, {
      model,
      fields,
      rows: checked(rows, fields, (row) => placeOf(details.name, row)),
      placeOf: (row) => placeOf(details.name, row),
      onProgress: (count) => details.onProgress(model.name, count),
    })
    done.push({ model: model.name, ...loaded })
  }
  return done
}

/**
 * Reads every public catalog that a file holds: catCFDI has four of them, CPdescarga.txt two.
 * @throws FileProblem where it holds none, or a row of it cannot be stored
 */
export async function importPublished(
  database: Database,
  registry: Registry,
  file: { readonly path: string; readonly name: string },
): Promise<readonly CatalogLoad[]> {
  const done: CatalogLoad[] = []
  for (const catalog of PUBLIC_CATALOGS) {
    const [first = []] = catalog.loads
    if (!(await holdsTable(file.path, first))) continue
    const load = { ...file, catalog, onProgress: () => {} }
    done.push(...(await importCatalog(database, registry, load)))
  }
  if (done.length > 0) return done
  const headers = PUBLIC_CATALOGS.flatMap(({ loads }) => loads.flat()).map(({ header }) => header)
  throw new FileProblem(NO_PUBLISHED_TABLE({ headers: [...new Set(headers)] }))
}

function firstTimes(): LayoutContext['isFirst'] {
  const seen = new Set<string>()
  return (key) => seen.size < seen.add(key).size
}

function placeOf(name: string, row: number): string {
  return `${name}:${row}`
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
