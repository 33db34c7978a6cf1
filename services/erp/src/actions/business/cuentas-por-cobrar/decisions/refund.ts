import { cents, timesRate } from '../../cents.ts'
import type { EntryAmount, EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { BankAccountRow } from '../../tesoreria/store/bank-store.ts'
import type { OpenAdvance } from '../load-advances.ts'

/**
 * What the books are told of an advance that is given back: it goes down at its own rate, the bank at the day's.
 * @source docs/decisions/0252-erp-cash.md
 */
export function refundSource(
  { row, base }: OpenAdvance,
  facts: {
    readonly account: BankAccountRow
    readonly tipoCambio: string
    readonly today: string
    readonly company: string
  },
): EntrySource {
  const own = cents(row.saldo)
  const anticipo = { own, base }
  const pagado: EntryAmount = {
    own,
    base: timesRate(own, facts.tipoCambio),
    currency: { moneda: row.moneda, tipoCambio: facts.tipoCambio },
  }
  const loss = pagado.base - anticipo.base
  const inBooks = { moneda: facts.company, tipoCambio: '1' }
  const booked = (amount: bigint): EntryAmount => ({ own: amount, base: amount, currency: inBooks })
  return {
    model: 'AnticipoVenta',
    event: 'reembolsar_anticipo',
    origin: 'tesoreria',
    record: row.id,
    folio: row.folio,
    fecha: facts.today,
    currency: { moneda: row.moneda, tipoCambio: row.tipo_cambio },
    dimensiones: { moneda: Number(row.moneda) },
    total: anticipo.base,
    amounts: {
      anticipo,
      pagado,
      perdida_cambiaria: booked(loss > 0n ? loss : 0n),
      utilidad_cambiaria: booked(loss < 0n ? -loss : 0n),
    },
    accounts: {
      'cliente.cuenta_contable': row['cliente.grupo_cliente.cuenta_contable'],
      'cuenta_bancaria.cuenta_contable': facts.account.cuenta_contable,
    },
    proveedor: null,
    cliente: row.cliente,
    lines: [],
  }
}
