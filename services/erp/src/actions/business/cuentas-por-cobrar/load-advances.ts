import type { Picked } from '../../../dictionary/row-types.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { cents, sumOf, timesRate } from '../cents.ts'

/** What is read of an advance to use it or to give it back. */
export const ADVANCE_FIELDS = [
  'cliente',
  'cliente.razon_social',
  'cliente.grupo_cliente.cuenta_contable',
  'moneda',
  'moneda.clave',
  'tipo_cambio',
  'importe',
  'saldo',
  'nota_credito',
  'nota_credito.cfdi.estado',
  'tasa_iva',
  'cfdi',
  'cfdi.estado',
  'cfdi.rfc_receptor',
] as const

export type AdvanceRow = Picked<'AnticipoVenta', (typeof ADVANCE_FIELDS)[number] | 'folio'> & {
  readonly estado: string
}

export interface OpenAdvance<R extends AdvanceRow = AdvanceRow> {
  readonly row: R
  /** What is left of it in the books, in cents of the company's currency. */
  readonly base: bigint
}

/** Locked advances with what is left of them in the books. */
export async function loadAdvances<R extends AdvanceRow>(
  context: ActionContext,
  rows: readonly R[],
): Promise<readonly OpenAdvance<R>[]> {
  const uses = await rowsBelow(context, 'AplicacionNotaCredito', {
    parent: 'anticipo',
    ids: rows.map(({ id }) => id),
    fields: ['anticipo_base', 'cancelada'],
  })
  return rows.map((row) => {
    const used = (uses.get(row.id) ?? []).filter(({ cancelada }) => !cancelada)
    const taken = sumOf(used.map(({ anticipo_base: base }) => cents(base ?? '0')))
    return { row, base: timesRate(cents(row.importe), row.tipo_cambio) - taken }
  })
}
