import { sumOf } from '../../cents.ts'
import type { EntryAmount } from '../../contabilidad/decisions/entry-source.ts'
import type { PayeeRow } from '../store/payment-facts-store.ts'
import type { PaidTaxes, Settlement } from './invoice-balance.ts'

/** What a payment, or the use of an advance, settles of an invoice. */
export interface SettledTaxes {
  readonly settlement: Settlement
  readonly pagados: PaidTaxes
}

/**
 * What the books are told of the taxes of invoices that are paid: they are no longer pending, can be credited, and are
 * withheld. IVA that is withheld can be credited once it is remitted (LIVA 5 IV), so it is told apart.
 * @source docs/decisions/0249-erp-payments.md
 */
export function paidTaxAmounts(
  parts: readonly SettledTaxes[],
  facts: {
    readonly payee: PayeeRow
    /** An amount that the books alone have. */
    readonly base: (value: bigint) => EntryAmount
  },
): Readonly<Record<string, EntryAmount>> {
  const sum = (value: (part: SettledTaxes) => bigint) => facts.base(sumOf(parts.map(value)))
  const isr = sum(({ pagados }) => pagados.retencionIsr)
  const none = facts.base(0n)
  return {
    iva: sum(({ settlement }) => settlement.iva),
    ieps: sum(({ settlement }) => settlement.ieps),
    iva_pagado: sum(({ pagados }) => pagados.iva - pagados.retencionIva),
    iva_retenido: sum(({ pagados }) => pagados.retencionIva),
    iva_importacion: sum(({ pagados }) => pagados.ivaImportacion),
    ieps_pagado: sum(({ pagados }) => pagados.ieps),
    retencion_pendiente: sum(({ settlement }) => settlement.retencionIva + settlement.retencionIsr),
    retencion_iva: sum(({ pagados }) => pagados.retencionIva),
    retencion_isr: facts.payee.es_arrendador ? none : isr,
    retencion_isr_arrendamiento: facts.payee.es_arrendador ? isr : none,
  }
}

/** What a line keeps of them. */
export function paidTaxTexts(
  { settlement, pagados }: SettledTaxes,
  text: (value: bigint) => string,
) {
  return {
    iva: text(settlement.iva),
    ieps: text(settlement.ieps),
    iva_pagado: text(pagados.iva),
    ieps_pagado: text(pagados.ieps),
    retencion_iva: text(settlement.retencionIva),
    retencion_isr: text(settlement.retencionIsr),
    retencion_iva_pagada: text(pagados.retencionIva),
    retencion_isr_pagada: text(pagados.retencionIsr),
    iva_importacion: text(pagados.ivaImportacion),
  }
}
