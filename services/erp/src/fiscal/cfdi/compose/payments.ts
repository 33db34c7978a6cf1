import {
  decimal,
  decimalText,
  dividedBy,
  minus,
  plus,
  rounded,
  sumOfDecimals,
  times,
  ZERO,
  type Decimal,
} from '../../decimal.ts'
import type { ReadComprobante, ReadConcepto } from '../structure/comprobante.ts'
import type { DoctoRelacionado, Pago, Pagos } from '../structure/pagos.ts'
import { withheldByTax } from './compose.ts'
import {
  groupsOf,
  groupTaxes,
  rateText,
  type LineTax,
  type TaxGroup,
  type TaxGroups,
} from './tax-groups.ts'

/** What of an invoice a payment needs: its total and the taxes of its lines. */
export interface PaidInvoice {
  readonly IdDocumento: string
  readonly Serie?: string
  readonly Folio?: string
  readonly Moneda: string
  readonly Total: string
  readonly taxes: TaxGroups
  /** The largest ObjetoImp of its lines, as the SAT reads it: 02 where any is 02. */
  readonly ObjetoImp: string
}

/** What is paid of an invoice now. */
interface InvoicePayment {
  readonly invoice: PaidInvoice
  readonly NumParcialidad: number
  /** In the invoice's currency. */
  readonly ImpSaldoAnt: string
  readonly ImpPagado: string
  /** What of the payment went to it, in the payment's currency; needed where that is another one. */
  readonly importeP?: string
}

type Accounts = Omit<Pago, 'DoctoRelacionado' | 'ImpuestosP' | 'Monto' | 'TipoCambioP'>

export type PagoDraft = Accounts & {
  /** Pesos for one unit of `MonedaP`; 1 in pesos. */
  readonly TipoCambioP?: string
  /** What was paid in all; what goes to the invoices unless given. */
  readonly Monto?: string
  readonly documentos: readonly InvoicePayment[]
}

/** Decimals by currency, as in c_Moneda. */
export type DecimalsOf = (moneda: string) => number

const EQUIVALENCE_DECIMALS = 10
const TAX_DECIMALS = 6
const PESO_DECIMALS = 2

/** What a payment needs of an invoice that was issued or received. */
export function paidInvoice(uuid: string, comprobante: ReadComprobante): PaidInvoice {
  const objects = new Set(comprobante.Conceptos.map(objectOf))
  const ObjetoImp = ['02', '07', '06', '08'].find((object) => objects.has(object))
  return {
    IdDocumento: uuid,
    ...(comprobante.Serie === undefined ? {} : { Serie: comprobante.Serie }),
    ...(comprobante.Folio === undefined ? {} : { Folio: comprobante.Folio }),
    Moneda: comprobante.Moneda,
    Total: comprobante.Total,
    taxes: groupTaxes(comprobante.Conceptos),
    ObjetoImp: ObjetoImp ?? [...objects].toSorted()[0] ?? '01',
  }
}

/** 3.3 did not say it: a line that has taxes is an object of them. */
function objectOf({ Impuestos, ObjetoImp }: ReadConcepto): string {
  return ObjetoImp ?? (Impuestos === undefined ? '01' : '02')
}

/**
 * The complement of payments from what was paid of which invoice: taxes in proportion, such that the bases of all payments
 * of an invoice come to its own; in the payment's currency; and the sums in pesos.
 * @source SAT, complemento para recepción de pagos 2.0
 */
export function composePagos(drafts: readonly PagoDraft[], decimalsOf: DecimalsOf): Pagos {
  const paid = drafts.map((draft) => composePago(draft, decimalsOf))
  return { Version: '2.0', Totales: totalsOf(paid), Pago: paid }
}

function composePago({ documentos, ...draft }: PagoDraft, decimalsOf: DecimalsOf): Pago {
  const { MonedaP } = draft
  const documents = documentos.map((one) => composeDocument(one, MonedaP, decimalsOf))
  const inP = documentos.map(({ ImpPagado, importeP }) => decimal(importeP ?? ImpPagado))
  const Monto = draft.Monto ?? decimalText(rounded(sumOfDecimals(inP), decimalsOf(MonedaP)))
  const taxes = paymentTaxes(documents)
  return {
    ...draft,
    TipoCambioP: MonedaP === 'MXN' ? '1' : draft.TipoCambioP,
    Monto,
    DoctoRelacionado: documents,
    ...(taxes === undefined ? {} : { ImpuestosP: taxes }),
  }
}

function composeDocument(
  { ImpPagado, ImpSaldoAnt, importeP, invoice, NumParcialidad }: InvoicePayment,
  MonedaP: string,
  decimalsOf: DecimalsOf,
): DoctoRelacionado {
  const { IdDocumento, Serie, Folio, Moneda, ObjetoImp } = invoice
  const text = (value: Decimal) => decimalText(rounded(value, decimalsOf(Moneda)))
  const left = minus(decimal(ImpSaldoAnt), decimal(ImpPagado))
  const taxes = documentTaxes(invoice, decimal(ImpSaldoAnt), left)
  return {
    IdDocumento,
    ...(Serie === undefined ? {} : { Serie }),
    ...(Folio === undefined ? {} : { Folio }),
    MonedaDR: Moneda,
    EquivalenciaDR: Moneda === MonedaP ? '1' : equivalence(ImpPagado, importeP ?? ImpPagado),
    NumParcialidad: String(NumParcialidad),
    ImpSaldoAnt: text(decimal(ImpSaldoAnt)),
    ImpPagado: text(decimal(ImpPagado)),
    ImpSaldoInsoluto: text(left),
    ObjetoImpDR: ObjetoImp,
    ...(taxes === undefined ? {} : { ImpuestosDR: taxes }),
  }
}

/** Units of the invoice's currency for one of the payment's. */
function equivalence(paid: string, paidInP: string): string {
  return decimalText(dividedBy(decimal(paid), decimal(paidInP), EQUIVALENCE_DECIMALS))
}

type DocumentTaxes = NonNullable<DoctoRelacionado['ImpuestosDR']>

/** The share of each tax in what is paid: what falls due up to the rest, less what fell due up to the balance before. */
function documentTaxes(
  { Total, taxes }: PaidInvoice,
  before: Decimal,
  after: Decimal,
): DocumentTaxes | undefined {
  const total = decimal(Total)
  if (total.units === 0n) return undefined
  const baseOf = ({ base }: TaxGroup) => {
    const share = (balance: Decimal) =>
      dividedBy(times(base, minus(total, balance)), total, TAX_DECIMALS)
    return minus(share(after), share(before))
  }
  const RetencionesDR = taxes.retenciones.flatMap((group) => taxOfDocument(group, baseOf(group)))
  const TrasladosDR = taxes.traslados.flatMap((group) => taxOfDocument(group, baseOf(group)))
  if (RetencionesDR.length + TrasladosDR.length === 0) return undefined
  return {
    // What is withheld always has a rate.
    ...(RetencionesDR.length === 0 ? {} : { RetencionesDR: RetencionesDR.filter(hasRate) }),
    ...(TrasladosDR.length === 0 ? {} : { TrasladosDR }),
  }
}

type DocumentTax = NonNullable<DocumentTaxes['TrasladosDR']>[number]
type RatedTax = NonNullable<DocumentTaxes['RetencionesDR']>[number]

function hasRate(tax: DocumentTax): tax is RatedTax {
  return tax.TasaOCuotaDR !== undefined && tax.ImporteDR !== undefined
}

function taxOfDocument(
  { Impuesto, TasaOCuota, TipoFactor }: TaxGroup,
  base: Decimal,
): readonly DocumentTax[] {
  // A millionth is the least base that may be written.
  if (base.units <= 0n) return []
  const common = { BaseDR: decimalText(base), ImpuestoDR: Impuesto, TipoFactorDR: TipoFactor }
  if (TasaOCuota === undefined) return [common]
  const ImporteDR = decimalText(rounded(times(base, decimal(TasaOCuota)), TAX_DECIMALS))
  return [{ ...common, TasaOCuotaDR: TasaOCuota, ImporteDR }]
}

type PaymentTaxes = NonNullable<Pago['ImpuestosP']>

/** The taxes of a payment's documents in its own currency, by tax, kind of factor and rate. */
function paymentTaxes(documents: readonly DoctoRelacionado[]): PaymentTaxes | undefined {
  const withheld = groupsOf(documents.flatMap((one) => inPayment(one, 'RetencionesDR')))
  const passedOn = groupsOf(documents.flatMap((one) => inPayment(one, 'TrasladosDR')))
  const RetencionesP = withheldByTax(withheld).map(([ImpuestoP, sum]) => {
    return { ImpuestoP, ImporteP: taxText(sum) }
  })
  const TrasladosP = passedOn.map(({ base, importe, Impuesto, TasaOCuota, TipoFactor }) => {
    const common = { BaseP: taxText(base), ImpuestoP: Impuesto, TipoFactorP: TipoFactor }
    return TasaOCuota === undefined
      ? common
      : { ...common, TasaOCuotaP: TasaOCuota, ImporteP: taxText(importe) }
  })
  if (RetencionesP.length + TrasladosP.length === 0) return undefined
  return {
    ...(RetencionesP.length === 0 ? {} : { RetencionesP }),
    ...(TrasladosP.length === 0 ? {} : { TrasladosP }),
  }
}

function taxText(value: Decimal): string {
  return decimalText(rounded(value, TAX_DECIMALS))
}

// Enough that no sum of many of them differs in its sixth decimal.
const WORKING_DECIMALS = 18

/** The taxes of a document in the currency of its payment. */
export function inPayment(
  { EquivalenciaDR = '1', ImpuestosDR }: DoctoRelacionado,
  list: keyof DocumentTaxes,
): readonly LineTax[] {
  const rate = decimal(EquivalenciaDR)
  const converted = (amount: string) =>
    EquivalenciaDR === '1'
      ? amount
      : decimalText(dividedBy(decimal(amount), rate, WORKING_DECIMALS))
  const taxes: readonly DocumentTax[] = ImpuestosDR?.[list] ?? []
  return taxes.map(({ BaseDR, ImporteDR, ImpuestoDR, TasaOCuotaDR, TipoFactorDR }) => ({
    Base: converted(BaseDR),
    Impuesto: ImpuestoDR,
    TipoFactor: TipoFactorDR,
    TasaOCuota: TasaOCuotaDR,
    Importe: ImporteDR === undefined ? undefined : converted(ImporteDR),
  }))
}

type Totals = Pagos['Totales']
type TotalName = Exclude<keyof Totals, 'MontoTotalPagos'>

const WITHHELD: Readonly<Record<string, TotalName>> = {
  '001': 'TotalRetencionesISR',
  '002': 'TotalRetencionesIVA',
  '003': 'TotalRetencionesIEPS',
}

const IVA = '002'
const RATES: Readonly<Record<string, readonly [base: TotalName, tax: TotalName]>> = {
  '0.160000': ['TotalTrasladosBaseIVA16', 'TotalTrasladosImpuestoIVA16'],
  '0.080000': ['TotalTrasladosBaseIVA8', 'TotalTrasladosImpuestoIVA8'],
  '0.000000': ['TotalTrasladosBaseIVA0', 'TotalTrasladosImpuestoIVA0'],
}

/** The sums of all payments in pesos; of what is passed on only IVA is told. */
export function totalsOf(pagos: readonly Pago[]): Totals {
  const sums = new Map<TotalName, Decimal>()
  for (const [name, amount] of pagos.flatMap(amountsInPesos))
    sums.set(name, plus(sums.get(name) ?? ZERO, amount))
  const told = [...sums].map(([name, value]) => [name, pesosText(value)] as const)
  const paid = pagos.map((pago) => inPesos(pago, pago.Monto))
  return { ...Object.fromEntries(told), MontoTotalPagos: pesosText(sumOfDecimals(paid)) }
}

type NamedAmount = readonly [TotalName, Decimal]

function amountsInPesos(pago: Pago): readonly NamedAmount[] {
  const withheld = pago.ImpuestosP?.RetencionesP ?? []
  const passedOn = (pago.ImpuestosP?.TrasladosP ?? []).filter(({ ImpuestoP }) => ImpuestoP === IVA)
  return [
    ...withheld.flatMap(({ ImporteP, ImpuestoP }) =>
      named(WITHHELD[ImpuestoP], inPesos(pago, ImporteP)),
    ),
    ...passedOn.flatMap(({ BaseP, ImporteP, TasaOCuotaP }) => {
      if (TasaOCuotaP === undefined)
        return named('TotalTrasladosBaseIVAExento', inPesos(pago, BaseP))
      const [base, tax] = RATES[rateText(TasaOCuotaP)] ?? []
      return [...named(base, inPesos(pago, BaseP)), ...named(tax, inPesos(pago, ImporteP ?? '0'))]
    }),
  ]
}

function named(name: TotalName | undefined, amount: Decimal): readonly NamedAmount[] {
  return name === undefined ? [] : [[name, amount]]
}

function inPesos({ TipoCambioP = '1' }: Pago, amount: string): Decimal {
  return times(decimal(amount), decimal(TipoCambioP))
}

function pesosText(value: Decimal): string {
  return decimalText(rounded(value, PESO_DECIMALS))
}

/** The fixed parts of a CFDI of kind P, but for who pays whom, when and where. */
export const PAYMENT_DOCUMENT = {
  Moneda: 'XXX',
  TipoDeComprobante: 'P',
  Exportacion: '01',
  Conceptos: [
    {
      ClaveProdServ: '84111506',
      Cantidad: '1',
      ClaveUnidad: 'ACT',
      Descripcion: 'Pago',
      ValorUnitario: '0',
      Importe: '0',
      ObjetoImp: '01',
    },
  ],
} as const
