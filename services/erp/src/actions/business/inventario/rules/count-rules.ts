import { COUNTS_IN_COUNTING } from '../../../../messages/stock-documents.ts'
import { lockDocumentState } from '../../../../store/lock-document-state.ts'
import type { Callback, CallbackContext } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from '../../../rules/rule.ts'
import { findQuantityFor, lockCountOfLine } from '../store/count-store.ts'

/** A line that is added while the count runs is compared with what stands there at that moment. */
export const countLineRule: Callback = {
  before: async (context, write) => {
    const { tx, caller } = context
    const inventario = valueAfter(write, 'inventario')
    const articulo = valueAfter(write, 'articulo')
    if (write.previous !== null || inventario === null || articulo === null) return write.values
    const document = { table: 'inventario_fisico', id: inventario } as const
    const state = await lockDocumentState(tx, caller.empresa, document)
    if (state !== 'en_conteo') return write.values
    const teorica = await findQuantityFor(tx, caller.empresa, {
      inventario,
      articulo,
      ubicacion: valueAfter(write, 'ubicacion'),
      lote: valueAfter(write, 'lote'),
    })
    return new Map(write.values).set('cantidad_teorica', teorica)
  },
}

/** What people counted stands once the counting has ended. */
export const countRule: Callback = {
  before: async (context, write) => {
    if (changedFields(write).length === 0) return write.values
    for (const line of [
      write.previous?.get('inventario_partida') ?? null,
      valueAfter(write, 'inventario_partida'),
    ]) {
      await demandCounting(context, line)
    }
    return write.values
  },
  beforeDelete: async (context, { previous }) => {
    await demandCounting(context, previous.get('inventario_partida') ?? null)
  },
}

async function demandCounting({ tx, caller }: CallbackContext, line: string | null): Promise<void> {
  const count = line === null ? undefined : await lockCountOfLine(tx, caller.empresa, line)
  if (count === undefined || count.estado === 'en_conteo') return
  throw wrongState(COUNTS_IN_COUNTING({ id: count.id, state: count.estado }))
}
