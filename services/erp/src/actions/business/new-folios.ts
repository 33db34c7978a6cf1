import type { FieldValue } from '../../query/field-value.ts'
import { fillFolios } from '../documents/folios.ts'
import type { ActionContext } from './action.ts'

/** Folios of new documents of some days, from the series of their model, as the generic API numbers them. */
export async function newFolios(
  { tx, caller, registry, moment }: ActionContext,
  name: string,
  days: readonly string[],
): Promise<readonly string[]> {
  const model = registry.models.get(name)
  if (model === undefined) throw new Error(`the dictionary has no ${name}`)
  const rows = days.map((fecha) => new Map<string, FieldValue | null>([['fecha', fecha]]))
  await fillFolios(tx, { model, empresa: caller.empresa, rows, ...moment })
  return rows.map((row) => String(row.get('folio')))
}
