import {
  compare,
  decimal,
  decimalText,
  dividedBy,
  isZero,
  minus,
  plus,
  rounded,
  sumOfDecimals,
  type Decimal,
} from '../../decimal.ts'
import type {
  Deduccion,
  Incapacidad,
  Nomina,
  OtroPago,
  Percepcion,
  Percepciones,
} from '../structure/nomina.ts'
import type { ComprobanteDraft } from './compose.ts'

type Computed =
  | 'Version'
  | 'TotalPercepciones'
  | 'TotalDeducciones'
  | 'TotalOtrosPagos'
  | 'Percepciones'
  | 'Deducciones'
  | 'OtrosPagos'
  | 'Incapacidades'

/** The complement of a receipt without its sums; amounts have two decimals. */
export type NominaDraft = Omit<Nomina, Computed> & {
  readonly percepciones: readonly Percepcion[]
  readonly deducciones: readonly Deduccion[]
  readonly otrosPagos: readonly OtroPago[]
  readonly incapacidades: readonly Incapacidad[]
  /** What a separation or a retirement is told with. */
  readonly service: {
    /** Whole years; more than half a year counts as one. LISR 95. */
    readonly years: number
    /** Of the last month of ordinary wage. */
    readonly lastMonthlyWage: string
  }
}

const SEPARATION: ReadonlySet<string> = new Set(['022', '023', '025'])
const RETIREMENT_AT_ONCE = '039'
const RETIREMENT_IN_PARTS = '044'
const RETIREMENT: ReadonlySet<string> = new Set([RETIREMENT_AT_ONCE, RETIREMENT_IN_PARTS])
const WITHHELD_TAX = '002'
const MONEY_DECIMALS = 2
const NOTHING = decimal('0.00')

/**
 * The complement of payroll with its sums, which are there only where there is something to add up.
 * @source SAT, Guía de llenado del comprobante del recibo de pago de nómina, and Anexo 20, complemento Nómina 1.2
 */
export function composeNomina({
  percepciones,
  deducciones,
  otrosPagos,
  incapacidades,
  service,
  ...head
}: NominaDraft): Nomina {
  const earned = sumWhere(percepciones, () => true)
  return {
    Version: '1.2',
    ...head,
    ...(percepciones.length === 0
      ? {}
      : {
          TotalPercepciones: decimalText(earned),
          Percepciones: composePercepciones(percepciones, service, head.NumDiasPagados),
        }),
    ...(deducciones.length === 0
      ? {}
      : {
          TotalDeducciones: sumText(deducciones.map(({ Importe }) => Importe)),
          Deducciones: composeDeducciones(deducciones),
        }),
    ...(otrosPagos.length === 0
      ? {}
      : {
          TotalOtrosPagos: sumText(otrosPagos.map(({ Importe }) => Importe)),
          OtrosPagos: { OtroPago: otrosPagos },
        }),
    ...(incapacidades.length === 0 ? {} : { Incapacidades: { Incapacidad: incapacidades } }),
  }
}

function composePercepciones(
  all: readonly Percepcion[],
  service: NominaDraft['service'],
  days: string,
): Percepciones {
  const separated = all.filter(isSeparation)
  const retired = all.filter(isRetirement)
  return {
    ...(all.some(isWage) ? { TotalSueldos: decimalText(sumWhere(all, isWage)) } : {}),
    ...(separated.length === 0
      ? {}
      : { TotalSeparacionIndemnizacion: decimalText(sumWhere(all, isSeparation)) }),
    ...(retired.length === 0
      ? {}
      : { TotalJubilacionPensionRetiro: decimalText(sumWhere(all, isRetirement)) }),
    TotalGravado: sumText(all.map(({ ImporteGravado }) => ImporteGravado)),
    TotalExento: sumText(all.map(({ ImporteExento }) => ImporteExento)),
    Percepcion: all,
    ...(retired.length === 0
      ? {}
      : { JubilacionPensionRetiro: retirement(retired, service, days) }),
    ...(separated.length === 0 ? {} : { SeparacionIndemnizacion: separation(separated, service) }),
  }
}

function isWage(one: Percepcion): boolean {
  return !isSeparation(one) && !isRetirement(one)
}

function isSeparation({ TipoPercepcion: kind }: Percepcion): boolean {
  return SEPARATION.has(kind)
}

function isRetirement({ TipoPercepcion: kind }: Percepcion): boolean {
  return RETIREMENT.has(kind)
}

/** What the last month of ordinary wage covers is added to the year's income, the rest is not. LISR 95. */
function accumulated(all: readonly Percepcion[], { lastMonthlyWage }: NominaDraft['service']) {
  const taxed = sumOf(all.map(({ ImporteGravado }) => ImporteGravado))
  const wage = decimal(lastMonthlyWage)
  const accumulable = compare(taxed, wage) > 0 ? rounded(wage, MONEY_DECIMALS) : taxed
  return {
    IngresoAcumulable: decimalText(accumulable),
    IngresoNoAcumulable: decimalText(minus(taxed, accumulable)),
  }
}

function separation(
  all: readonly Percepcion[],
  service: NominaDraft['service'],
): NonNullable<Percepciones['SeparacionIndemnizacion']> {
  return {
    TotalPagado: decimalText(sumWhere(all, () => true)),
    NumAñosServicio: String(service.years),
    UltimoSueldoMensOrd: decimalText(rounded(decimal(service.lastMonthlyWage), MONEY_DECIMALS)),
    ...accumulated(all, service),
  }
}

function retirement(
  all: readonly Percepcion[],
  service: NominaDraft['service'],
  days: string,
): NonNullable<Percepciones['JubilacionPensionRetiro']> {
  const inParts = all.filter(({ TipoPercepcion: kind }) => kind === RETIREMENT_IN_PARTS)
  if (inParts.length === 0)
    return {
      TotalUnaExhibicion: decimalText(sumWhere(all, () => true)),
      ...accumulated(all, service),
    }
  const total = sumWhere(all, () => true)
  return {
    TotalParcialidad: decimalText(total),
    MontoDiario: decimalText(dividedBy(total, decimal(days), MONEY_DECIMALS)),
    ...accumulated(all, service),
  }
}

function composeDeducciones(all: readonly Deduccion[]): NonNullable<Nomina['Deducciones']> {
  const withheld = all.filter(({ TipoDeduccion: kind }) => kind === WITHHELD_TAX)
  const others = all.filter(({ TipoDeduccion: kind }) => kind !== WITHHELD_TAX)
  return {
    ...(others.length === 0
      ? {}
      : { TotalOtrasDeducciones: sumText(others.map(({ Importe }) => Importe)) }),
    ...(withheld.length === 0
      ? {}
      : { TotalImpuestosRetenidos: sumText(withheld.map(({ Importe }) => Importe)) }),
    Deduccion: all,
  }
}

function sumWhere(all: readonly Percepcion[], isMeant: (one: Percepcion) => boolean): Decimal {
  return sumOf(
    all
      .filter(isMeant)
      .flatMap(({ ImporteGravado, ImporteExento }) => [ImporteGravado, ImporteExento]),
  )
}

function sumOf(amounts: readonly string[]): Decimal {
  return sumOfDecimals([NOTHING, ...amounts.map(decimal)])
}

function sumText(amounts: readonly string[]): string {
  return decimalText(sumOf(amounts))
}

/** What the CFDI of a receipt is, whoever is paid: its one line is the whole of what was earned. */
export const PAYROLL_LINE = {
  ClaveProdServ: '84111505',
  Cantidad: '1',
  ClaveUnidad: 'ACT',
  Descripcion: 'Pago de nómina',
  ObjetoImp: '01',
} as const

/** The CFDI of a receipt but for who issues and who receives it. */
export function payrollDocument(
  nomina: Nomina,
): Pick<
  ComprobanteDraft,
  'TipoDeComprobante' | 'Exportacion' | 'Moneda' | 'MetodoPago' | 'Conceptos' | 'nomina'
> {
  const { TotalDeducciones } = nomina
  const ValorUnitario = decimalText(earnedIn(nomina))
  const isReduced = TotalDeducciones !== undefined && !isZero(decimal(TotalDeducciones))
  return {
    TipoDeComprobante: 'N',
    Exportacion: '01',
    Moneda: 'MXN',
    MetodoPago: 'PUE',
    Conceptos: [
      {
        ...PAYROLL_LINE,
        ValorUnitario,
        Importe: ValorUnitario,
        ...(isReduced ? { Descuento: TotalDeducciones } : {}),
      },
    ],
    nomina,
  }
}

/** What a receipt pays before deductions. */
export function earnedIn({ TotalPercepciones, TotalOtrosPagos }: Nomina): Decimal {
  return plus(plus(NOTHING, decimal(TotalPercepciones ?? '0')), decimal(TotalOtrosPagos ?? '0'))
}
