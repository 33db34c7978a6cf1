import type { New } from '../../../../dictionary/row-types.ts'
import type { LineConcept } from './receipt-line.ts'

/** What payroll computes by itself, as `ConceptoNomina.calculo` calls it. */
type Computed = NonNullable<New<'ConceptoNomina'>['calculo']>

type Kind = 'percepcion' | 'deduccion' | 'otro_pago'

/** A concept that every payroll needs; what a company calls it is its own. */
export interface StandardConcept {
  readonly line: Exclude<LineConcept, 'given'>
  readonly calculo: Computed
  /** The key that a company without one gets. */
  readonly clave: string
  readonly nombre: string
  readonly tipo: Kind
  /** Key of `TipoPercepcion`, `TipoDeduccion` or `TipoOtroPago`. */
  readonly sat: string
  readonly tratamiento: New<'ConceptoNomina'>['tratamiento_isr']
  readonly integra: New<'ConceptoNomina'>['integra_sbc']
  /** Whether the tax of states on payroll counts it. */
  readonly paysStateTax: boolean
}

// Of what is taken or given back.
const UNTAXED = { tratamiento: 'no_aplica', integra: 'no', paysStateTax: false } as const

/**
 * The concepts of the lines that a receipt is computed into.
 * @source docs/decisions/0295-erp-payroll-run.md; keys: the SAT's catalogs of the complement Nómina 1.2
 */
export const STANDARD_CONCEPTS: readonly StandardConcept[] = [
  earned(named('salary', 'sueldo', 'P001', 'Sueldo', '001'), 'gravado', 'si'),
  earned(named('vacations', 'vacaciones', 'P002', 'Vacaciones', '001'), 'gravado', 'si'),
  earned(named('doubleHours', 'horas_dobles', 'P003', 'Horas extra dobles', '019'), 'mixto', 'no'),
  earned(
    named('tripleHours', 'horas_triples', 'P004', 'Horas extra triples', '019'),
    'mixto',
    'variable',
  ),
  earned(
    named('restDays', 'descanso_laborado', 'P005', 'Descanso laborado', '054'),
    'mixto',
    'variable',
  ),
  earned(
    named('holidays', 'festivo_laborado', 'P006', 'Día festivo laborado', '055'),
    'mixto',
    'variable',
  ),
  earned(
    named('sundayPremium', 'prima_dominical', 'P007', 'Prima dominical', '020'),
    'mixto',
    'variable',
  ),
  earned(
    named('vacationPremium', 'prima_vacacional', 'P008', 'Prima vacacional', '021'),
    'mixto',
    'no',
  ),
  earned(named('incapacity', 'incapacidad', 'P009', 'Pago por incapacidad', '014'), 'exento', 'no'),
  earned(
    named('companySavings', 'ahorro_empresa', 'P010', 'Fondo de ahorro de la empresa', '005'),
    'mixto',
    'no',
  ),
  earned(named('christmasBonus', 'aguinaldo', 'P011', 'Aguinaldo', '002'), 'mixto', 'no'),
  earned(
    named('seniorityPremium', 'prima_antiguedad', 'P012', 'Prima de antigüedad', '022'),
    'mixto',
    'no',
  ),
  earned(named('compensation', 'indemnizacion', 'P013', 'Indemnización', '025'), 'mixto', 'no'),
  withheld(named('incomeTax', 'isr', 'D001', 'ISR', '002')),
  withheld(named('yearlyTax', 'isr_pago_anual', 'D002', 'ISR de pagos anuales', '002')),
  withheld(named('socialSecurity', 'imss', 'D003', 'IMSS', '001')),
  withheld(named('alimony', 'pension_alimenticia', 'D004', 'Pensión alimenticia', '007')),
  withheld(named('housing', 'infonavit', 'D005', 'Crédito INFONAVIT', '010')),
  withheld(named('fonacot', 'fonacot', 'D006', 'Crédito FONACOT', '011')),
  withheld(named('union', 'cuota_sindical', 'D007', 'Cuota sindical', '019')),
  withheld(
    named('ownSavings', 'ahorro_trabajador', 'D008', 'Fondo de ahorro del trabajador', '004'),
  ),
  withheld(
    named(
      'savingsDeposit',
      'ahorro_empresa_deposito',
      'D009',
      'Depósito al fondo de ahorro',
      '004',
    ),
  ),
  withheld(named('loan', 'prestamo', 'D010', 'Préstamo', '004')),
  withheld(named('separationTax', 'isr_separacion', 'D012', 'ISR de separación', '002')),
  withheld(named('rent', 'renta', 'D013', 'Renta de la vivienda', '008')),
  withheld(named('otherDeduction', 'otro_descuento', 'D014', 'Otros descuentos', '004')),
  withheld(named('roundingKept', 'redondeo_retenido', 'D011', 'Redondeo retenido', '004')),
  returned(named('taxRefund', 'isr_a_favor', 'O001', 'ISR a favor del mes', '001')),
  returned(named('annualSetOff', 'isr_compensado', 'O003', 'ISR anual a favor compensado', '004')),
  returned(named('roundingPaid', 'redondeo_a_favor', 'O002', 'Redondeo a favor', '999')),
]

type Named = Pick<StandardConcept, 'line' | 'calculo' | 'clave' | 'nombre' | 'sat'>

function named(
  ...[line, calculo, clave, nombre, sat]: readonly [
    StandardConcept['line'],
    Computed,
    clave: string,
    nombre: string,
    sat: string,
  ]
): Named {
  return { line, calculo, clave, nombre, sat }
}

function earned(
  concept: Named,
  tratamiento: StandardConcept['tratamiento'],
  integra: StandardConcept['integra'],
): StandardConcept {
  // What the company saves for people, and what it pays for the IMSS, is no wage to the states.
  const paysStateTax = concept.line !== 'companySavings' && concept.line !== 'incapacity'
  return { ...concept, tipo: 'percepcion', tratamiento, integra, paysStateTax }
}

function withheld(concept: Named): StandardConcept {
  return { ...concept, ...UNTAXED, tipo: 'deduccion' }
}

function returned(concept: Named): StandardConcept {
  return { ...concept, ...UNTAXED, tipo: 'otro_pago' }
}

/** The concept of a line that payroll computed by itself. */
export function conceptOfLine(line: StandardConcept['line']): StandardConcept {
  const found = STANDARD_CONCEPTS.find((concept) => concept.line === line)
  if (found === undefined) throw new Error(`no concept is of ${line}`)
  return found
}
