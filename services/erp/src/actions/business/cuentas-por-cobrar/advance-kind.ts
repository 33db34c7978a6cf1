import type { ActionContext } from '../action.ts'
import type { CfdiKind } from '../cfdi/cfdi-kind.ts'
import { advanceIva, ivaSource } from './decisions/advance-cfdi.ts'
import { vatBooked, vatTakenBack } from './effects/advance-vat.ts'
import { lockAdvanceCfdis, setAdvanceIva, type BookedIva } from './store/advance-cfdi-store.ts'

/** The actions that have invoices of advances stamped and cancelled. */
export const STAMP_ADVANCE = 'timbrar_anticipo'
export const CANCEL_ADVANCE_CFDI = 'cancelar_cfdi'

const MODEL = 'AnticipoVenta'

/** What its invoice does to an advance: the IVA in it falls due, since it was received. */
export const ADVANCE_KIND: CfdiKind = {
  model: MODEL,
  lock: async (tx, empresa, registros) => {
    await lockAdvanceCfdis(tx, empresa, registros)
  },
  finish: async (context, stamped) => {
    const { tx, caller } = context
    const ids = stamped.map(({ registro }) => registro)
    const rows = await lockAdvanceCfdis(tx, caller.empresa, ids)
    const records = stamped.flatMap(({ registro: id, cfdi, uuid, fecha }) => {
      const row = rows.get(id)
      if (row === undefined) return []
      const iva = advanceIva(row)
      const of = { model: MODEL, event: STAMP_ADVANCE, record: id, fecha, iva }
      return [{ id, folio: row.folio, cfdi, uuid, source: ivaSource(row, of) }]
    })
    const deed = { model: MODEL, action: STAMP_ADVANCE, evento: 'timbrado' }
    return await vatBooked(context, { ...deed, save: (some) => save(context, some) }, records)
  },
  cancel: async (context, cancelled) => {
    const { tx, caller } = context
    const ids = cancelled.map(({ registro }) => registro)
    const rows = await lockAdvanceCfdis(tx, caller.empresa, ids)
    const records = cancelled.map(({ registro: id, cfdi, uuid }) => ({
      id,
      folio: rows.get(id)?.folio ?? '',
      cfdi,
      uuid,
    }))
    const deed = { model: MODEL, action: CANCEL_ADVANCE_CFDI, evento: 'cfdi_cancelado' }
    return await vatTakenBack(context, { ...deed, save: (some) => save(context, some) }, records)
  },
}

async function save(
  { tx, caller, moment }: ActionContext,
  rows: readonly BookedIva[],
): Promise<void> {
  await setAdvanceIva(tx, caller.empresa, { rows, now: moment.now })
}
