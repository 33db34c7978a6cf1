import {
  decimal,
  decimalText,
  minus,
  plus,
  rounded,
  sumOfDecimals,
  times,
  ZERO,
  type Decimal,
} from '../../decimal.ts'
import type {
  Concepto,
  Retencion,
  Traslado,
  TrasladoGroup,
  UnsealedComprobante,
} from '../structure/comprobante.ts'
import type { ImpuestosLocales } from '../structure/locales.ts'
import type { Nomina } from '../structure/nomina.ts'
import type { Pagos } from '../structure/pagos.ts'
import { groupTaxes, rateText, type TaxGroup } from './tax-groups.ts'

type Computed<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>

/** `Base` is what the line costs without its discount, and `Importe` base times rate, unless they are given. */
export type TrasladoDraft = Computed<Traslado, 'Base' | 'Importe'>
export type RetencionDraft = Computed<Retencion, 'Base' | 'Importe'>

/** `Importe` is quantity times price with the currency's decimals, unless it is given. */
export type ConceptoDraft = Omit<Computed<Concepto, 'Importe'>, 'Impuestos'> & {
  readonly Impuestos?: {
    readonly Traslados?: readonly TrasladoDraft[]
    readonly Retenciones?: readonly RetencionDraft[]
  }
}

type Sums =
  | 'Version'
  | 'SubTotal'
  | 'Descuento'
  | 'Total'
  | 'Impuestos'
  | 'Conceptos'
  | 'Complemento'

/** A CFDI without what can be computed of it. */
export type ComprobanteDraft = Omit<UnsealedComprobante, Sums> & {
  readonly Conceptos: readonly ConceptoDraft[]
  readonly locales?: Pick<ImpuestosLocales, 'RetencionesLocales' | 'TrasladosLocales'>
  readonly pagos?: Pagos
  readonly nomina?: Nomina
}

// What the SAT's amounts of taxes have at most; only their sums are rounded to the currency.
const TAX_DECIMALS = 6

/**
 * The whole of a CFDI 4.0: amounts of lines, groups of taxes, sums. `decimals` are those of the currency. What is given is
 * kept as it is; whether it is right, `checkComprobante` says.
 * @source SAT, Anexo 20
 */
export function composeComprobante(
  { Conceptos: drafts, locales, nomina, pagos, ...head }: ComprobanteDraft,
  decimals: number,
): UnsealedComprobante {
  const Conceptos = drafts.map((draft) => composeConcepto(draft, decimals))
  const localTaxes = locales === undefined ? undefined : composeLocales(locales)
  const complement = complementOf({ ImpuestosLocales: localTaxes, Nomina: nomina, Pagos: pagos })
  const common = { Version: '4.0', ...head, Conceptos, ...complement }
  const isWithoutAmounts = head.TipoDeComprobante === 'T' || head.TipoDeComprobante === 'P'
  if (isWithoutAmounts) return { ...common, SubTotal: '0', Total: '0' }
  const text = (value: Decimal) => decimalText(rounded(value, decimals))
  const SubTotal = rounded(sumOf(Conceptos.map(({ Importe }) => Importe)), decimals)
  const discounts = Conceptos.flatMap(({ Descuento }) => Descuento ?? [])
  const discount = rounded(sumOf(discounts), decimals)
  const taxes = composeTaxes(Conceptos, text)
  return {
    ...common,
    SubTotal: decimalText(SubTotal),
    ...(discounts.length === 0 ? {} : { Descuento: decimalText(discount) }),
    Total: text(totalOf({ SubTotal, discount, taxes, localTaxes })),
    ...(taxes === undefined ? {} : { Impuestos: taxes }),
  }
}

function composeConcepto(draft: ConceptoDraft, decimals: number): Concepto {
  const { Impuestos, ...rest } = draft
  const product = times(decimal(draft.Cantidad), decimal(draft.ValorUnitario))
  const Importe = draft.Importe ?? decimalText(rounded(product, decimals))
  const base = decimalText(minus(decimal(Importe), decimal(draft.Descuento ?? '0')))
  const Traslados = Impuestos?.Traslados?.map((tax) => composeTraslado(tax, base)) ?? []
  const Retenciones = Impuestos?.Retenciones?.map((tax) => composeRetencion(tax, base)) ?? []
  return {
    ...rest,
    Importe,
    ...(Impuestos === undefined
      ? {}
      : { Impuestos: { ...listOf({ Traslados }), ...listOf({ Retenciones }) } }),
  }
}

function composeTraslado(tax: TrasladoDraft, base: string): Traslado {
  const Base = tax.Base ?? base
  if (tax.TasaOCuota === undefined) return { ...tax, Base }
  const TasaOCuota = rateText(tax.TasaOCuota)
  return { ...tax, Base, TasaOCuota, Importe: tax.Importe ?? taxOf(Base, TasaOCuota) }
}

function composeRetencion(tax: RetencionDraft, base: string): Retencion {
  const Base = tax.Base ?? base
  const TasaOCuota = rateText(tax.TasaOCuota)
  return { ...tax, Base, TasaOCuota, Importe: tax.Importe ?? taxOf(Base, TasaOCuota) }
}

function taxOf(base: string, rate: string): string {
  return decimalText(rounded(times(decimal(base), decimal(rate)), TAX_DECIMALS))
}

type Taxes = NonNullable<UnsealedComprobante['Impuestos']>

function composeTaxes(
  conceptos: readonly Concepto[],
  text: (value: Decimal) => string,
): Taxes | undefined {
  const { traslados, retenciones } = groupTaxes(conceptos)
  if (traslados.length === 0 && retenciones.length === 0) return undefined
  const Traslados = traslados.map((group) => trasladoGroup(group, text))
  const Retenciones = withheldByTax(retenciones).map(([Impuesto, importe]) => {
    return { Impuesto, Importe: text(importe) }
  })
  const passedOn = Traslados.flatMap(({ Importe }) => Importe ?? [])
  return {
    ...listOf({ Retenciones }),
    ...(Retenciones.length === 0
      ? {}
      : { TotalImpuestosRetenidos: text(sumOf(Retenciones.map(({ Importe }) => Importe))) }),
    ...listOf({ Traslados }),
    ...(passedOn.length === 0 ? {} : { TotalImpuestosTrasladados: text(sumOf(passedOn)) }),
  }
}

function trasladoGroup(group: TaxGroup, text: (value: Decimal) => string): TrasladoGroup {
  const { Impuesto, TipoFactor, TasaOCuota, base, importe } = group
  const common = { Base: text(base), Impuesto, TipoFactor }
  return TasaOCuota === undefined ? common : { ...common, TasaOCuota, Importe: text(importe) }
}

/** What is withheld of each tax: the document does not tell the rates apart. */
export function withheldByTax(
  groups: readonly TaxGroup[],
): readonly (readonly [string, Decimal])[] {
  const sums = new Map<string, Decimal>()
  for (const { Impuesto, importe } of groups)
    sums.set(Impuesto, plus(sums.get(Impuesto) ?? ZERO, importe))
  return [...sums]
}

function composeLocales({
  RetencionesLocales = [],
  TrasladosLocales = [],
}: NonNullable<ComprobanteDraft['locales']>): ImpuestosLocales {
  return {
    version: '1.0',
    TotaldeRetenciones: localTotal(RetencionesLocales),
    TotaldeTraslados: localTotal(TrasladosLocales),
    ...listOf({ RetencionesLocales }),
    ...listOf({ TrasladosLocales }),
  }
}

const LOCAL_DECIMALS = 2

function localTotal(taxes: readonly { readonly Importe: string }[]): string {
  return decimalText(rounded(sumOf(taxes.map(({ Importe }) => Importe)), LOCAL_DECIMALS))
}

type Complement = NonNullable<UnsealedComprobante['Complemento']>

/** Those of the complements that there are. */
function complementOf(given: Complement): Pick<UnsealedComprobante, 'Complemento'> {
  const there = Object.entries(given).filter(([, one]) => one !== undefined)
  return there.length === 0 ? {} : { Complemento: Object.fromEntries(there) }
}

export interface TotalParts {
  readonly SubTotal: Decimal
  readonly discount: Decimal
  readonly taxes: Taxes | undefined
  readonly localTaxes: ImpuestosLocales | undefined
}

/** Total = SubTotal − discount + taxes passed on − taxes withheld, those of states and towns among them. */
export function totalOf({ SubTotal, discount, taxes, localTaxes }: TotalParts): Decimal {
  const added = [taxes?.TotalImpuestosTrasladados, localTaxes?.TotaldeTraslados]
  const taken = [taxes?.TotalImpuestosRetenidos, localTaxes?.TotaldeRetenciones]
  return minus(plus(minus(SubTotal, discount), sumOf(known(added))), sumOf(known(taken)))
}

function known(amounts: readonly (string | undefined)[]): readonly string[] {
  return amounts.flatMap((amount) => amount ?? [])
}

export function sumOf(amounts: readonly string[]): Decimal {
  return sumOfDecimals(amounts.map(decimal))
}

/** A list under its name, or nothing: an empty list has no element around it. */
function listOf<T extends Readonly<Record<string, readonly unknown[]>>>(named: T): Partial<T> {
  return Object.values(named).every(({ length }) => length === 0) ? {} : named
}
