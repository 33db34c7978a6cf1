import type { ActionContext } from '../action.ts'
import { cents } from '../cents.ts'
import type { CfdiKind, StampedRecord } from '../cfdi/cfdi-kind.ts'
import { ivaIn, ivaSource } from './decisions/advance-cfdi.ts'
import { vatBooked, vatTakenBack, type VatOfRecord } from './effects/advance-vat.ts'
import {
  findCredited,
  lockAdvanceCfdis,
  lockUseCfdis,
  setUseIva,
  type BookedIva,
} from './store/advance-cfdi-store.ts'

/** The actions that have credit notes of applied advances stamped and cancelled. */
export const STAMP_USE = 'timbrar_aplicacion'
export const CANCEL_USE_CFDI = 'cancelar_egreso'

const MODEL = 'AplicacionNotaCredito'

/** What its credit note does to an applied advance: the IVA of the advance is that of the invoice now. */
export const ADVANCE_USE_KIND: CfdiKind = {
  model: MODEL,
  lock: async (tx, empresa, registros) => {
    const uses = await lockUseCfdis(tx, empresa, registros)
    await lockAdvanceCfdis(tx, empresa, advancesOf([...uses.values()]))
  },
  finish: async (context, stamped) => {
    const records = await vatOfUses(context, stamped)
    const deed = { model: MODEL, action: STAMP_USE, evento: 'timbrada' }
    return await vatBooked(context, { ...deed, save: (some) => save(context, some) }, records)
  },
  cancel: async (context, cancelled) => {
    const { tx, caller } = context
    const ids = cancelled.map(({ registro }) => registro)
    const uses = await lockUseCfdis(tx, caller.empresa, ids)
    const rows = await lockAdvanceCfdis(tx, caller.empresa, advancesOf([...uses.values()]))
    const records = cancelled.map(({ registro: id, cfdi, uuid }) => ({
      id,
      folio: rows.get(uses.get(id)?.anticipo ?? '')?.folio ?? '',
      cfdi,
      uuid,
    }))
    const deed = { model: MODEL, action: CANCEL_USE_CFDI, evento: 'egreso_cancelado' }
    return await vatTakenBack(context, { ...deed, save: (some) => save(context, some) }, records)
  },
}

export function advancesOf(
  uses: readonly { readonly anticipo: string | null }[],
): readonly string[] {
  return [...new Set(uses.flatMap(({ anticipo }) => anticipo ?? []))]
}

/** Of the IVA that an advance made fall due each takes its part, the last one all that is left. */
async function vatOfUses(
  { tx, caller }: ActionContext,
  stamped: readonly StampedRecord[],
): Promise<readonly VatOfRecord[]> {
  const { empresa } = caller
  const ids = stamped.map(({ registro }) => registro)
  const uses = await lockUseCfdis(tx, empresa, ids)
  const anticipos = advancesOf([...uses.values()])
  const advances = await lockAdvanceCfdis(tx, empresa, anticipos)
  const credited = await findCredited(tx, empresa, anticipos)
  const left = new Map(
    [...advances.values()].map(({ id, importe, iva_base: iva }) => [
      id,
      {
        importe: cents(importe) - cents(credited.get(id)?.importe ?? '0'),
        iva: cents(iva ?? '0') - cents(credited.get(id)?.iva ?? '0'),
      },
    ]),
  )
  return stamped.flatMap(({ registro: id, cfdi, uuid, fecha }) => {
    const use = uses.get(id)
    const advance = advances.get(use?.anticipo ?? '')
    const rest = left.get(advance?.id ?? '')
    if (use === undefined || advance === undefined || rest === undefined) return []
    const taken = cents(use.importe_anticipo)
    const base =
      taken >= rest.importe
        ? rest.iva
        : (rest.iva * taken * 2n + rest.importe) / (rest.importe * 2n)
    rest.importe -= taken
    rest.iva -= base
    const iva = { own: ivaIn(use.importe_anticipo, advance), base }
    const of = { model: MODEL, event: STAMP_USE, record: id, fecha, iva }
    return [{ id, folio: advance.folio, cfdi, uuid, source: ivaSource(advance, of) }]
  })
}

async function save(
  { tx, caller, moment }: ActionContext,
  rows: readonly BookedIva[],
): Promise<void> {
  await setUseIva(tx, caller.empresa, { rows, now: moment.now })
}
