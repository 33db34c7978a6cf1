import type { Model, Registry } from '../../../dictionary/types.ts'
import { fillFolios } from '../../documents/folios.ts'
import type { ActionContext } from '../action.ts'

/**
 * The folios of receivables that an action makes. They come before `takeNumbering`, since their counter is a row of its
 * own.
 */
export async function receivableFolios(
  { tx, caller, moment, registry }: ActionContext,
  fechas: readonly string[],
): Promise<readonly string[]> {
  const model = receivableModel(registry)
  const rows = fechas.map(
    (fecha) =>
      new Map<string, string | null>([
        ['folio', null],
        ['fecha', fecha],
      ]),
  )
  await fillFolios(tx, { model, empresa: caller.empresa, rows, ...moment })
  return rows.map((row) => row.get('folio') ?? '')
}

function receivableModel({ models }: Registry): Model {
  const model = models.get('CuentaPorCobrar')
  if (model === undefined) throw new Error('the dictionary has no CuentaPorCobrar')
  return model
}
