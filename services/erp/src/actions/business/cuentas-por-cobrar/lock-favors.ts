import { lockRowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'

/** What a credit note left a customer to his credit. */
export interface Favor {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly saldo: string
  readonly nota: string
}

/** What credit notes left customers to their credit, locked in the order of the ids; cancelled ones do not count. */
export async function lockFavorsOf(
  context: ActionContext,
  notas: readonly string[],
): Promise<readonly Favor[]> {
  const rows = await lockRowsBelow(context, 'AnticipoVenta', {
    parent: 'nota_credito',
    ids: notas,
    fields: ['folio', 'estado', 'saldo'],
  })
  return [...rows].flatMap(([nota, some]) =>
    some.filter(({ estado }) => estado !== 'cancelado').map((row) => ({ ...row, nota })),
  )
}
