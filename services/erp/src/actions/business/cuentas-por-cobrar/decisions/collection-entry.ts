import { sumOf, timesRate } from '../../cents.ts'
import type {
  EntryAmount,
  EntryCurrency,
  EntrySource,
} from '../../contabilidad/decisions/entry-source.ts'
import type { Application, Collection } from './collection.ts'

/**
 * What the books are told of money that was collected: each receivable goes down by what it was booked at, and what the
 * money is worth besides that is an exchange difference.
 * @source docs/decisions/0252-erp-cash.md
 */
export function collectionSource(
  { row, importe, applications, rest }: Collection,
  company: string,
): EntrySource {
  const inBooks: EntryCurrency = { moneda: company, tipoCambio: '1' }
  const booked = (amount: bigint): EntryAmount => ({ own: amount, base: amount, currency: inBooks })
  const cobrado = { own: importe, base: timesRate(importe, row.tipo_cambio) }
  const anticipo = { own: rest, base: timesRate(rest, row.tipo_cambio) }
  const paid = sumOf(applications.map(({ share, descuentoBase }) => share.base - descuentoBase))
  const gain = cobrado.base - anticipo.base - paid
  return {
    model: 'CobroCliente',
    event: 'cobrar',
    origin: 'tesoreria',
    record: row.id,
    folio: row.folio,
    fecha: row.fecha,
    currency: { moneda: row.moneda, tipoCambio: row.tipo_cambio },
    dimensiones: { moneda: Number(row.moneda) },
    total: cobrado.base,
    amounts: {
      cobrado,
      anticipo,
      aplicado: byCurrency(applications, ({ share }) => share),
      descuento: byCurrency(applications, (one) => ({
        own: one.descuento,
        base: one.descuentoBase,
      })),
      iva: booked(sumOf(applications.map(({ share }) => share.iva))),
      ieps: booked(sumOf(applications.map(({ share }) => share.ieps))),
      utilidad_cambiaria: booked(gain > 0n ? gain : 0n),
      perdida_cambiaria: booked(gain < 0n ? -gain : 0n),
    },
    accounts: {
      'cliente.cuenta_contable': row.cliente_cuenta,
      'cuenta_bancaria.cuenta_contable': row.banco_cuenta,
    },
    proveedor: null,
    cliente: row.cliente,
    lines: [],
  }
}

/** An amount of all receivables: a part for each currency and rate that they have. */
function byCurrency(
  applications: readonly Application[],
  amountOf: (one: Application) => Pick<EntryAmount, 'own' | 'base'>,
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
