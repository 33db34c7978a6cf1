import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { controlReader, type QueryParameters } from './listing-request.ts'
import type { QueryProblem } from './problem.ts'

/** How a file is imported, as the client wrote it. */
export interface ImportOptions {
  /** `all`: every row or none. `rows`: each row that can be written. */
  readonly mode: 'all' | 'rows'
  /** A unique field by which rows find the record that they change, or `id`. */
  readonly upsertBy: string | null
  /** Everything is tried and nothing kept. */
  readonly isDryRun: boolean
  /** Of a workbook; null: the first. */
  readonly sheet: string | null
}

const PARAMETERS = ['mode', 'upsert_by', 'dry_run', 'sheet']

/**
 * Reads an import's query string; reports every problem at once.
 * @source docs/decisions/0204-erp-imports.md
 */
export function parseImport(
  parameters: QueryParameters,
): Result<ImportOptions, readonly QueryProblem[]> {
  const problems: QueryProblem[] = []
  for (const name of parameters.keys()) {
    if (PARAMETERS.includes(name)) continue
    const message = `${name} is none of ${PARAMETERS.join(', ')}.`
    problems.push({ code: 'INVALID_PARAMETER', field: name, message })
  }
  const reader = controlReader(parameters, problems)
  const options: ImportOptions = {
    mode: reader.oneOf('mode', ['all', 'rows']) ?? 'all',
    upsertBy: reader.text('upsert_by') ?? null,
    isDryRun: reader.boolean('dry_run') ?? false,
    sheet: reader.text('sheet') ?? null,
  }
  return problems.length > 0 ? fail(problems) : ok(options)
}
