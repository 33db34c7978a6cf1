import { MUST_BE, MUST_BE_ABSENT, MUST_BE_THERE } from '../../../messages/cfdi-attributes.ts'
import { compare, decimal, decimalText, isZero, plus } from '../../decimal.ts'
import { composeNomina, earnedIn, PAYROLL_LINE } from '../compose/payroll.ts'
import type { Problems } from '../problem.ts'
import type { Nomina, OtroPago } from '../structure/nomina.ts'
import type { RuleInput } from './rule-set.ts'

const PATH = 'Complemento.Nomina'
const KIND = 'N'
const COMPANY_RFC_LENGTH = 12

/**
 * A receipt of payroll: its one line, its sums, and what has to be told with what.
 * @source SAT, matriz de errores of the complement Nómina 1.2
 */
export function payrollRules(input: RuleInput): void {
  const { comprobante, problems } = input
  const nomina = comprobante.Complemento?.Nomina
  const isPayroll = comprobante.TipoDeComprobante === KIND
  if (!isPayroll) {
    if (nomina !== undefined)
      problems.add(PATH, MUST_BE_ABSENT.inKind({ name: PATH, kind: comprobante.TipoDeComprobante }))
    return
  }
  if (nomina === undefined) {
    problems.add(PATH, MUST_BE_THERE.inKind({ name: PATH, kind: KIND }))
    return
  }
  documentRules(input, nomina)
  sumRules(nomina, problems)
  employerRules(input, nomina)
  contractRules(nomina, problems)
  periodRules(nomina, problems)
  accountRules(nomina, problems)
  earningRules(nomina, problems)
  otherPaymentRules(nomina, problems)
}

function documentRules({ comprobante, problems }: RuleInput, nomina: Nomina): void {
  const must = (name: string, value: string, is: string | undefined) => {
    if (is !== value) problems.add(name, MUST_BE.inKind({ name, value, kind: KIND }))
  }
  must('Moneda', 'MXN', comprobante.Moneda)
  must('MetodoPago', 'PUE', comprobante.MetodoPago)
  must('Exportacion', '01', comprobante.Exportacion)
  must('Receptor.RegimenFiscalReceptor', '605', comprobante.Receptor.RegimenFiscalReceptor)
  must('Conceptos', '1', String(comprobante.Conceptos.length))
  const [line] = comprobante.Conceptos
  if (line === undefined) return
  for (const [name, value] of Object.entries(PAYROLL_LINE))
    must(
      `Conceptos[0].${name}`,
      value,
      new Map<string, unknown>(Object.entries(line)).get(name) as string,
    )
  const amounts = [
    ['ValorUnitario', line.ValorUnitario, earnedIn(nomina)],
    ['Descuento', line.Descuento ?? '0', decimal(nomina.TotalDeducciones ?? '0')],
  ] as const
  for (const [name, value, sum] of amounts)
    if (compare(decimal(value), sum) !== 0)
      problems.add(`Conceptos[0].${name}`, MUST_BE.sum({ name, sum: decimalText(sum) }))
}

/** All sums are what they come to when they are added up again. */
function sumRules(nomina: Nomina, problems: Problems): void {
  const told = sumsOf(nomina)
  for (const [name, sum] of sumsOf(addedUp(nomina))) {
    const value = told.get(name)
    if (sum === undefined && value === undefined) continue
    if (sum === undefined) problems.add(`${PATH}.${name}`, MUST_BE_ABSENT.always({ name }))
    else if (value === undefined || compare(decimal(value), decimal(sum)) !== 0)
      problems.add(`${PATH}.${name}`, MUST_BE.sum({ name, sum }))
  }
}

function addedUp({
  Percepciones,
  Deducciones,
  OtrosPagos,
  Incapacidades,
  ...head
}: Nomina): Nomina {
  return composeNomina({
    ...head,
    percepciones: Percepciones?.Percepcion ?? [],
    deducciones: Deducciones?.Deduccion ?? [],
    otrosPagos: OtrosPagos?.OtroPago ?? [],
    incapacidades: Incapacidades?.Incapacidad ?? [],
    service: { years: 0, lastMonthlyWage: '0' },
  })
}

function sumsOf({
  TotalPercepciones,
  TotalDeducciones,
  TotalOtrosPagos,
  Percepciones,
  Deducciones,
}: Nomina): ReadonlyMap<string, string | undefined> {
  return new Map(
    Object.entries({
      TotalPercepciones,
      TotalDeducciones,
      TotalOtrosPagos,
      'Percepciones.TotalSueldos': Percepciones?.TotalSueldos,
      'Percepciones.TotalSeparacionIndemnizacion': Percepciones?.TotalSeparacionIndemnizacion,
      'Percepciones.TotalJubilacionPensionRetiro': Percepciones?.TotalJubilacionPensionRetiro,
      'Percepciones.TotalGravado': Percepciones?.TotalGravado,
      'Percepciones.TotalExento': Percepciones?.TotalExento,
      'Percepciones.SeparacionIndemnizacion.TotalPagado':
        Percepciones?.SeparacionIndemnizacion?.TotalPagado,
      'Deducciones.TotalOtrasDeducciones': Deducciones?.TotalOtrasDeducciones,
      'Deducciones.TotalImpuestosRetenidos': Deducciones?.TotalImpuestosRetenidos,
    }),
  )
}

/** A person who employs people is told by his CURP, a company never. */
function employerRules({ comprobante, problems }: RuleInput, { Emisor }: Nomina): void {
  const isCompany = comprobante.Emisor.Rfc.length === COMPANY_RFC_LENGTH
  const name = 'Emisor.Curp'
  const where = { name, other: 'Emisor.Rfc', is: comprobante.Emisor.Rfc }
  if (isCompany && Emisor?.Curp !== undefined)
    problems.add(`${PATH}.${name}`, MUST_BE_ABSENT.where(where))
  if (!isCompany && Emisor?.Curp === undefined)
    problems.add(`${PATH}.${name}`, MUST_BE_THERE.where(where))
}

const LAST_SUBORDINATE_CONTRACT = '08'
const SUBORDINATE_REGIMES: ReadonlySet<string> = new Set(['02', '03', '04'])

/** Who has a boss is told with his insurance, and who has none without. */
function contractRules({ Emisor, Receptor }: Nomina, problems: Problems): void {
  const { TipoContrato: is, TipoRegimen } = Receptor
  const isSubordinate = is <= LAST_SUBORDINATE_CONTRACT
  const insured = {
    'Emisor.RegistroPatronal': Emisor?.RegistroPatronal,
    'Receptor.NumSeguridadSocial': Receptor.NumSeguridadSocial,
    'Receptor.FechaInicioRelLaboral': Receptor.FechaInicioRelLaboral,
    'Receptor.Antigüedad': Receptor.Antigüedad,
    'Receptor.RiesgoPuesto': Receptor.RiesgoPuesto,
    'Receptor.SalarioDiarioIntegrado': Receptor.SalarioDiarioIntegrado,
  }
  for (const [name, value] of Object.entries(insured)) {
    const where = { name, other: 'TipoContrato', is }
    if (isSubordinate && value === undefined)
      problems.add(`${PATH}.${name}`, MUST_BE_THERE.where(where))
    if (!isSubordinate && value !== undefined)
      problems.add(`${PATH}.${name}`, MUST_BE_ABSENT.where(where))
  }
  if (isSubordinate === SUBORDINATE_REGIMES.has(TipoRegimen)) return
  const name = 'Receptor.TipoRegimen'
  const value = isSubordinate ? '02, 03, 04' : '05–99'
  problems.add(`${PATH}.${name}`, MUST_BE.where({ name, value, other: 'TipoContrato', is }))
}

const OTHER_PERIOD = '99'

function periodRules(nomina: Nomina, problems: Problems): void {
  const { TipoNomina, FechaInicialPago, FechaFinalPago, NumDiasPagados, Receptor } = nomina
  const name = 'Receptor.PeriodicidadPago'
  const where = { name, value: OTHER_PERIOD, other: 'TipoNomina', is: TipoNomina }
  const isOther = Receptor.PeriodicidadPago === OTHER_PERIOD
  if (TipoNomina === 'E' && !isOther) problems.add(`${PATH}.${name}`, MUST_BE.where(where))
  if (TipoNomina === 'O' && isOther) problems.add(`${PATH}.${name}`, MUST_BE.otherWhere(where))
  problems.addAll([
    [
      FechaInicialPago > FechaFinalPago,
      `${PATH}.FechaInicialPago`,
      MUST_BE.atMost({ name: 'FechaInicialPago', other: 'FechaFinalPago' }),
    ],
    [
      (Receptor.FechaInicioRelLaboral ?? '') > FechaFinalPago,
      `${PATH}.Receptor.FechaInicioRelLaboral`,
      MUST_BE.atMost({ name: 'FechaInicioRelLaboral', other: 'FechaFinalPago' }),
    ],
    [
      isZero(decimal(NumDiasPagados)),
      `${PATH}.NumDiasPagados`,
      MUST_BE.aboveZero({ name: 'NumDiasPagados' }),
    ],
  ])
}

const CLABE_LENGTH = 18

/** A CLABE names its bank, another account does not. */
function accountRules({ Receptor }: Nomina, problems: Problems): void {
  const { Banco, CuentaBancaria } = Receptor
  const name = 'Receptor.Banco'
  if (CuentaBancaria === undefined) return
  const isClabe = CuentaBancaria.length === CLABE_LENGTH
  const where = { name, other: 'CuentaBancaria', is: CuentaBancaria }
  if (isClabe && Banco !== undefined) problems.add(`${PATH}.${name}`, MUST_BE_ABSENT.where(where))
  if (!isClabe && Banco === undefined) problems.add(`${PATH}.${name}`, MUST_BE_THERE.where(where))
}

const OVERTIME = '019'
const SHARES = '045'
const PAID_INCAPACITY = '014'
const TAKEN_INCAPACITY = '006'

function earningRules(nomina: Nomina, problems: Problems): void {
  const perceptions = nomina.Percepciones?.Percepcion ?? []
  const deductions = nomina.Deducciones?.Deduccion ?? []
  for (const [index, one] of perceptions.entries()) {
    const field = `${PATH}.Percepciones.Percepcion[${index}]`
    const { TipoPercepcion: kind, ImporteGravado, ImporteExento } = one
    if (isZero(plus(decimal(ImporteGravado), decimal(ImporteExento))))
      problems.add(field, MUST_BE.aboveZero({ name: 'ImporteGravado + ImporteExento' }))
    withKind(problems, field, { name: 'HorasExtra', kind, wanted: OVERTIME, value: one.HorasExtra })
    const { AccionesOTitulos: value } = one
    withKind(problems, field, { name: 'AccionesOTitulos', kind, wanted: SHARES, value })
  }
  for (const [index, { Importe }] of deductions.entries()) {
    const field = `${PATH}.Deducciones.Deduccion[${index}].Importe`
    if (isZero(decimal(Importe))) problems.add(field, MUST_BE.aboveZero({ name: 'Importe' }))
  }
  const isIncapacitated =
    perceptions.some(({ TipoPercepcion: kind }) => kind === PAID_INCAPACITY) ||
    deductions.some(({ TipoDeduccion: kind }) => kind === TAKEN_INCAPACITY)
  if (isIncapacitated && nomina.Incapacidades === undefined)
    problems.add(`${PATH}.Incapacidades`, MUST_BE_THERE.always({ name: 'Incapacidades' }))
}

/** What belongs to one kind of line, and to no other. */
function withKind(
  problems: Problems,
  field: string,
  of: {
    readonly name: string
    readonly kind: string
    readonly wanted: string
    readonly value: unknown
  },
): void {
  const { name, kind: is, wanted, value } = of
  const other = field.includes('Percepcion') ? 'TipoPercepcion' : 'TipoOtroPago'
  if (is === wanted && value === undefined)
    problems.add(`${field}.${name}`, MUST_BE_THERE.where({ name, other, is }))
  if (is !== wanted && value !== undefined)
    problems.add(`${field}.${name}`, MUST_BE_ABSENT.where({ name, other, is }))
}

const WAGES = '02'
const SUBSIDY = '002'
const COMPENSATION = '004'
// What is settled of a subsidy that was given wrongly is told in its place.
const INSTEAD_OF_SUBSIDY: ReadonlySet<string> = new Set(['007', '008'])

function otherPaymentRules({ OtrosPagos, Receptor }: Nomina, problems: Problems): void {
  const all = OtrosPagos?.OtroPago ?? []
  for (const [index, one] of all.entries())
    onePaymentRules(one, `${PATH}.OtrosPagos.OtroPago[${index}]`, problems)
  const name = 'OtrosPagos.OtroPago'
  const where = { name, other: 'TipoRegimen', is: Receptor.TipoRegimen }
  const hasSubsidy = all.some(({ TipoOtroPago: kind }) => kind === SUBSIDY)
  const isReplaced = all.some(({ TipoOtroPago: kind }) => INSTEAD_OF_SUBSIDY.has(kind))
  if (Receptor.TipoRegimen === WAGES && !hasSubsidy && !isReplaced)
    problems.add(`${PATH}.${name}`, MUST_BE_THERE.where(where))
  if (Receptor.TipoRegimen !== WAGES && hasSubsidy)
    problems.add(`${PATH}.${name}`, MUST_BE_ABSENT.where(where))
}

function onePaymentRules(one: OtroPago, field: string, problems: Problems): void {
  const { TipoOtroPago: kind, Importe, SubsidioAlEmpleo: subsidy } = one
  withKind(problems, field, { name: 'SubsidioAlEmpleo', kind, wanted: SUBSIDY, value: subsidy })
  const { CompensacionSaldosAFavor: value } = one
  const name = 'CompensacionSaldosAFavor'
  withKind(problems, field, { name, kind, wanted: COMPENSATION, value })
  if (kind !== SUBSIDY && isZero(decimal(Importe)))
    problems.add(`${field}.Importe`, MUST_BE.aboveZero({ name: 'Importe' }))
  if (subsidy === undefined) return
  const { SubsidioCausado } = subsidy
  if (compare(decimal(Importe), decimal(SubsidioCausado)) > 0) {
    const message = MUST_BE.atMost({ name: 'Importe', other: 'SubsidioCausado' })
    problems.add(`${field}.Importe`, message)
  }
}
