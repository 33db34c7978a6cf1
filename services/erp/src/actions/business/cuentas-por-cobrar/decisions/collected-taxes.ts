import {
  composePagos,
  inPayment,
  type PaidInvoice,
} from '../../../../fiscal/cfdi/compose/payments.ts'
import { groupsOf, rateText } from '../../../../fiscal/cfdi/compose/tax-groups.ts'
import { decimal, plus, rounded, times, ZERO, type Decimal } from '../../../../fiscal/decimal.ts'
import { amountText, cents, sumOf } from '../../cents.ts'
import { bookedByMoney, inCents, taxOfMoney, type Paid } from '../../due-taxes.ts'
import type { OpenReceivable, Share } from './receivable-state.ts'

/** Taxes that fall due, and what the customer withholds of them, in the company's currency. */
export type DueTaxes = Pick<Share, 'iva' | 'ieps' | 'retencionIva' | 'retencionIsr'>

/** What money takes of a receivable. */
export interface Taken {
  readonly receivable: OpenReceivable
  readonly parcialidad: number
  readonly saldoAnterior: bigint
  readonly share: Share
  readonly descuento: bigint
  readonly importeCobro: bigint
}

interface Worth {
  readonly moneda: string
  readonly tipo_cambio: string
  /** The company's currency. */
  readonly company: string
}

/**
 * What taxes fall due when money comes in, one for each part: by what the money is worth on its day, as the complement
 * of payments tells the SAT, whose sums in pesos the parts add up to. All in the company's currency, they are what the
 * books have, to the last cent.
 * @source docs/decisions/0252-erp-cash.md
 */
export function collectedTaxes(taken: readonly Taken[], worth: Worth): readonly DueTaxes[] {
  const declared = toldTaxes(taken, worth)
  return taken.map((part) => {
    const { share, receivable } = part
    const { row } = receivable
    if (isInOwnCurrency(part, worth)) return dueOf(share)
    const paid: Paid = {
      importe: share.own - part.descuento,
      pago: part.importeCobro,
      tipoCambio: worth.tipo_cambio,
    }
    const taxOf = (booked: bigint, whole: string) =>
      row.acreditada
        ? bookedByMoney(booked, row.tipo_cambio, paid)
        : taxOfMoney({ whole, settled: share.own, total: cents(row.total) }, paid)
    return {
      iva: declared.get(part) ?? taxOf(share.iva, row.iva_total),
      ieps: taxOf(share.ieps, row.ieps_total),
      retencionIva: taxOf(share.retencionIva, row.retencion_iva_total),
      retencionIsr: taxOf(share.retencionIsr, row.retencion_isr_total),
    }
  })
}

/** The taxes of a part as they stand in the books. */
export function dueOf({ iva, ieps, retencionIva, retencionIsr }: Share): DueTaxes {
  return { iva, ieps, retencionIva, retencionIsr }
}

function isInOwnCurrency({ receivable }: Taken, { moneda, company }: Worth): boolean {
  return moneda === company && receivable.row.moneda === company
}

/**
 * IVA by the arithmetic of the complement: its parts are rounded to six decimals, and its sums of each rate to the cent,
 * so a part is what the sum is with it less what it was before. Only invoices in force whose CFDI says their taxes.
 */
function toldTaxes(taken: readonly Taken[], worth: Worth): ReadonlyMap<Taken, bigint> {
  const sums = new Map<string, Decimal>()
  const declared = new Map<Taken, bigint>()
  for (const part of taken) {
    const { row } = part.receivable
    const isTold = row.tasas.length > 0 && !row.acreditada && part.descuento === 0n
    if (!isTold || isInOwnCurrency(part, worth)) continue
    let due = 0n
    for (const tax of taxesInPayment(part, worth)) {
      const key = `${row.es_ppd ? 'PPD' : 'PUE'} ${rateText(tax.TasaOCuota ?? '0')}`
      const before = sums.get(key) ?? ZERO
      const after = plus(before, decimal(tax.Importe ?? '0'))
      due += inBooks(after, worth) - inBooks(before, worth)
      sums.set(key, after)
    }
    declared.set(part, due)
  }
  return declared
}

const TAX_DECIMALS = 6

function inBooks(sum: Decimal, { tipo_cambio: rate }: Worth): bigint {
  return inCents(times(rounded(sum, TAX_DECIMALS), decimal(rate)))
}

function taxesInPayment(part: Taken, { moneda }: Worth) {
  const { receivable, parcialidad, saldoAnterior, share, importeCobro } = part
  const pagos = composePagos(
    [
      {
        FechaPago: '',
        FormaDePagoP: '',
        MonedaP: moneda,
        documentos: [
          {
            invoice: invoiceOf(receivable),
            NumParcialidad: parcialidad,
            ImpSaldoAnt: amountText(saldoAnterior),
            ImpPagado: amountText(share.own),
            importeP: amountText(importeCobro),
          },
        ],
      },
    ],
    () => CENT_DECIMALS,
  )
  const documents = pagos.Pago.flatMap(({ DoctoRelacionado }) => DoctoRelacionado)
  return documents.flatMap((document) => inPayment(document, 'TrasladosDR'))
}

const CENT_DECIMALS = 2
const IVA = '002'

/** Currencies by their ids: only whether they are the same matters here. */
function invoiceOf({ row }: OpenReceivable): PaidInvoice {
  const traslados = groupsOf(
    row.tasas.map(({ base, tasa }) => ({
      Base: base,
      Impuesto: IVA,
      TipoFactor: 'Tasa',
      TasaOCuota: tasa,
    })),
  )
  return {
    IdDocumento: '',
    Moneda: row.moneda,
    Total: row.cfdi_total ?? row.total,
    taxes: { traslados, retenciones: [] },
    ObjetoImp: '02',
  }
}

/**
 * What falls due above what stood in the books, less what is withheld above it: so much less of the money's worth is an
 * exchange difference.
 */
export function beyondBooked(
  parts: readonly { readonly share: Share; readonly cobrados: DueTaxes }[],
): bigint {
  const net = ({ iva, ieps, retencionIva, retencionIsr }: DueTaxes) =>
    iva + ieps - retencionIva - retencionIsr
  return sumOf(parts.map(({ share, cobrados }) => net(cobrados) - net(share)))
}

/** What a part keeps of its taxes in the database. */
export function taxTexts({
  share,
  cobrados,
}: {
  readonly share: Share
  readonly cobrados: DueTaxes
}) {
  return {
    iva: amountText(share.iva),
    ieps: amountText(share.ieps),
    iva_cobrado: amountText(cobrados.iva),
    ieps_cobrado: amountText(cobrados.ieps),
    retencion_iva: amountText(share.retencionIva),
    retencion_isr: amountText(share.retencionIsr),
    retencion_iva_cobrada: amountText(cobrados.retencionIva),
    retencion_isr_cobrada: amountText(cobrados.retencionIsr),
  }
}
