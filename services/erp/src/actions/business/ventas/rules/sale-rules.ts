import type { Model } from '../../../../dictionary/types.ts'
import { STAMPING_KEEPS_LINES, STAMPING_KEEPS_RECORD } from '../../../../messages/stamping.ts'
import type { Callback, CallbackContext } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from '../../../rules/rule.ts'
import { findIntentState, findPendingCfdi } from '../../cfdi/store/intent-store.ts'

/** A document does not change while its CFDI is on its way to the PAC. @source docs/decisions/0251-erp-stamping.md */
export const stampingRule: Callback = {
  passesAll: () => Promise.resolve(true),
  before: async (context, write) => {
    if (write.previous !== null && changedFields(write).length > 0)
      await refuseOnItsWay(context, write.model, write.previous)
    return write.values
  },
  beforeDelete: async (context, { model, previous }) => {
    await refuseOnItsWay(context, model, previous)
  },
}

async function refuseOnItsWay(
  { tx, caller }: CallbackContext,
  { name }: Model,
  previous: ReadonlyMap<string, string | null>,
): Promise<void> {
  const cfdi = previous.get('cfdi') ?? null
  if (cfdi === null) return
  if ((await findIntentState(tx, caller.empresa, cfdi)) !== 'pendiente') return
  const id = String(previous.get('id'))
  throw wrongState(STAMPING_KEEPS_RECORD({ model: name, id, cfdi }))
}

/** The same of lines of credit notes, which are drafts until they are stamped. */
export const stampingLineRule: Callback = {
  before: async (context, write) => {
    await refuseOfNote(context, valueAfter(write, 'nota_credito'))
    return write.values
  },
  beforeDelete: async (context, { previous }) => {
    await refuseOfNote(context, previous.get('nota_credito') ?? null)
  },
}

async function refuseOfNote({ tx, caller }: CallbackContext, nota: string | null): Promise<void> {
  if (nota === null) return
  const cfdi = await findPendingCfdi(tx, caller.empresa, {
    modelo: 'NotaCreditoVenta',
    registro: nota,
  })
  if (cfdi === undefined) return
  throw wrongState(STAMPING_KEEPS_LINES({ model: 'NotaCreditoVenta', id: nota, cfdi }))
}
