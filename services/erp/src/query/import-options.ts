import { described } from '@oficina/api/kinds.ts'
import { defaulted, optional } from '@oficina/api/parameter.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { anyText, choice, flag, readParameters, type QueryParameters } from './parameters.ts'
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

/** What an import is told besides its file. */
export const IMPORT_PARAMETERS = {
  mode: defaulted(choice(['all', 'rows']), 'all'),
  upsert_by: optional(
    anyText({
      description: 'id or a unique field: rows that find a record by it change that record.',
    }),
  ),
  dry_run: defaulted(described(flag, 'Try everything, keep nothing.'), false),
  sheet: optional(anyText({ description: 'Of a workbook; the first one otherwise.' })),
}

const NAMES = Object.keys(IMPORT_PARAMETERS)

/**
 * Reads an import's query string; reports every problem at once.
 * @source docs/decisions/0204-erp-imports.md
 */
export function parseImport(
  parameters: QueryParameters,
): Result<ImportOptions, readonly QueryProblem[]> {
  const problems: QueryProblem[] = []
  for (const name of parameters.keys()) {
    if (NAMES.includes(name)) continue
    const message = `${name} is none of ${NAMES.join(', ')}.`
    problems.push({ code: 'INVALID_PARAMETER', field: name, message })
  }
  const given = readParameters(IMPORT_PARAMETERS, parameters, problems)
  const options: ImportOptions = {
    mode: given.mode,
    upsertBy: given.upsert_by ?? null,
    isDryRun: given.dry_run,
    sheet: given.sheet ?? null,
  }
  return problems.length > 0 ? fail(problems) : ok(options)
}
