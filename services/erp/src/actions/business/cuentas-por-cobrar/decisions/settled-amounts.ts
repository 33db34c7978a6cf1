import { sumOf } from '../../cents.ts'
import type { EntryAmount, EntryCurrency } from '../../contabilidad/decisions/entry-source.ts'
import type { DueApplication } from './application.ts'
import { beyondBooked } from './collected-taxes.ts'

/**
 * What the books are told of receivables that money settles: they go down by what they were booked at, and so do their
 * taxes, which fall due by what the money is worth; what is between all that is an exchange difference.
 * @param worth of the money that goes to them, in the company's currency
 * @source docs/decisions/0252-erp-cash.md
 */
export function applicationAmounts(
  applications: readonly DueApplication[],
  { company, worth }: { readonly company: string; readonly worth: bigint },
): Readonly<Record<string, EntryAmount>> {
  const inBooks: EntryCurrency = { moneda: company, tipoCambio: '1' }
  const booked = (amount: bigint): EntryAmount => ({ own: amount, base: amount, currency: inBooks })
  const paid = sumOf(applications.map(({ share, descuentoBase }) => share.base - descuentoBase))
  const gain = worth - paid - beyondBooked(applications)
  return {
    aplicado: byCurrency(applications, ({ share }) => share),
    descuento: byCurrency(applications, (dueApplication) => ({
      own: dueApplication.descuento,
      base: dueApplication.descuentoBase,
    })),
    iva: booked(sumOf(applications.map(({ share }) => share.iva))),
    ieps: booked(sumOf(applications.map(({ share }) => share.ieps))),
    iva_cobrado: booked(sumOf(applications.map(({ cobrados }) => cobrados.iva))),
    ieps_cobrado: booked(sumOf(applications.map(({ cobrados }) => cobrados.ieps))),
    retencion_pendiente: booked(
      sumOf(applications.map(({ share }) => share.retencionIva + share.retencionIsr)),
    ),
    retencion_iva: booked(sumOf(applications.map(({ cobrados }) => cobrados.retencionIva))),
    retencion_isr: booked(sumOf(applications.map(({ cobrados }) => cobrados.retencionIsr))),
    utilidad_cambiaria: booked(gain > 0n ? gain : 0n),
    perdida_cambiaria: booked(gain < 0n ? -gain : 0n),
  }
}

/** An amount of all receivables: a part for each currency and rate that they have. */
function byCurrency(
  applications: readonly DueApplication[],
  amountOf: (dueApplication: DueApplication) => Pick<EntryAmount, 'own' | 'base'>,
): EntryAmount {
  const groups = Map.groupBy(applications, ({ receivable: { row } }) =>
    [row.moneda, row.tipo_cambio].join(' '),
  )
  const parts = [...groups.values()].flatMap((some) => {
    const [first] = some
    if (first === undefined) return []
    const { moneda, tipo_cambio: tipoCambio } = first.receivable.row
    return [{ ...sumOfAmounts(some.map(amountOf)), currency: { moneda, tipoCambio } }]
  })
  return { ...sumOfAmounts(parts), parts }
}

function sumOfAmounts(amounts: readonly Pick<EntryAmount, 'own' | 'base'>[]) {
  return {
    own: sumOf(amounts.map(({ own }) => own)),
    base: sumOf(amounts.map(({ base }) => base)),
  }
}
