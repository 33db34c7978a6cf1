import { cents } from '../../cents.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'

interface PaidRun {
  readonly id: string
  readonly folio: string
  readonly moneda: string
  readonly neto: string | null
}

/**
 * What the books are told of a run that is paid: `neto` is no longer owed, `pagado` left the bank, and `especie` of it is
 * given in kind.
 */
export function paymentSource(
  { id, folio, moneda, neto }: PaidRun,
  paid: { readonly day: string; readonly inKind: string; readonly account: string },
): EntrySource {
  const [net, inKind] = [cents(neto ?? '0'), cents(paid.inKind)]
  return {
    model: 'Nomina',
    event: 'pagar_nomina',
    origin: 'nomina',
    record: id,
    folio,
    fecha: paid.day,
    currency: { moneda, tipoCambio: '1' },
    dimensiones: { moneda: Number(moneda) },
    total: net,
    amounts: { neto: amount(net), pagado: amount(net - inKind), especie: amount(inKind) },
    accounts: { 'cuenta_bancaria.cuenta_contable': paid.account },
    proveedor: null,
    cliente: null,
    lines: [],
  }
}

function amount(own: bigint) {
  return { own, base: own }
}
