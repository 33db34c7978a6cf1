import { timesRate, cents, sumOf } from '../../cents.ts'
import type { EntryAmount, EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { OpenReceivable, Share } from '../../cuentas-por-cobrar/decisions/receivable-state.ts'
import { creditsOf, type CreditedNote } from './credit-note-cfdi.ts'
import { taxAmounts } from './sale-entry.ts'

/** What a credit note takes of one receivable. */
export interface Credit {
  readonly receivable: OpenReceivable
  readonly share: Share
}

/** What a credit note takes of each receivable: what is owed in proportion, taxes as they stand in it. */
export function creditShares(
  whole: CreditedNote,
  receivableOf: (venta: string) => OpenReceivable,
): readonly Credit[] {
  return [...creditsOf(whole)].map(([venta, own]) => {
    const receivable = receivableOf(venta)
    const taxes = whole.credited
      .filter(({ line }) => line.venta === venta)
      .flatMap((line) => line.taxes)
    const { iva, ieps } = taxAmounts(taxes)
    const rate = receivable.row.tipo_cambio
    const { base } = receivable.shareOf(own)
    return {
      receivable,
      share: { own, base, iva: timesRate(iva, rate), ieps: timesRate(ieps, rate) },
    }
  })
}

/**
 * What the books are told of a credit note: the customer owes less by what was booked of his debt, and what rounding
 * leaves over is in what was sold.
 */
export function creditNoteEntry(
  { note, credited, sales }: CreditedNote,
  credits: readonly Credit[],
  fecha: string,
): EntrySource {
  const [first] = sales.values()
  if (first === undefined) throw new Error(`NotaCreditoVenta ${note.id} credits no sale`)
  const rate = first.sale.tipo_cambio
  const named = taxAmounts(credited.flatMap(({ taxes }) => taxes))
  const both = (own: bigint): EntryAmount => ({ own, base: timesRate(own, rate) })
  const [iva, ieps] = [both(named.iva), both(named.ieps)]
  const [retencion_iva, retencion_isr] = [both(named.retencion_iva), both(named.retencion_isr)]
  const total = {
    own: sumOf(credits.map(({ share }) => share.own)),
    base: sumOf(credits.map(({ share }) => share.base)),
  }
  const subtotal = {
    own: cents(note.subtotal),
    base: total.base - iva.base - ieps.base + retencion_iva.base + retencion_isr.base,
  }
  return {
    model: 'NotaCreditoVenta',
    event: 'timbrar_nota_credito',
    origin: 'ventas',
    record: note.id,
    folio: note.folio,
    fecha,
    currency: { moneda: note.moneda, tipoCambio: rate },
    dimensiones: first.sale.dimensiones,
    total: total.base,
    amounts: { total, subtotal, iva, ieps, retencion_iva, retencion_isr },
    accounts: { 'cliente.cuenta_contable': first.sale.cuenta_cliente },
    proveedor: null,
    cliente: note.cliente,
    lines: [],
  }
}
