import { timesRate } from '../../cents.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { Collection } from './collection.ts'
import { applicationAmounts } from './settled-amounts.ts'

/**
 * What the books are told of money that was collected: each receivable goes down by what it was booked at, and what the
 * money is worth besides that is an exchange difference.
 * @source docs/decisions/0252-erp-cash.md
 */
export function collectionSource(
  { row, bank, importe, applications, rest }: Collection,
  company: string,
): EntrySource {
  const cobrado = { own: importe, base: timesRate(importe, row.tipo_cambio) }
  const anticipo = { own: rest, base: timesRate(rest, row.tipo_cambio) }
  const worth = cobrado.base - anticipo.base
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
      ...applicationAmounts(applications, { company, worth }),
    },
    accounts: {
      'cliente.cuenta_contable': row['cliente.grupo_cliente.cuenta_contable'],
      'cuenta_bancaria.cuenta_contable': bank?.cuenta_contable ?? null,
    },
    proveedor: null,
    cliente: row.cliente,
    lines: [],
  }
}
