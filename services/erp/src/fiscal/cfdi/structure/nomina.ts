import { ALLOWED } from '../../../messages/cfdi-forms.ts'
import {
  child,
  children,
  element,
  optional,
  optionalChild,
  required,
  someChildren,
  type Shape,
} from './declaration.ts'
import { curp, day, key, oneOf, pattern, pesos, positive, rfc, text, wholeNumber } from './forms.ts'

const PAYROLL_KEY = pattern(/^[^|]{3,15}$/, ALLOWED.textBetween({ least: 3, most: 15 }))
const CONCEPT = text(100)

const PERCEPCION = element('nomina12:Percepcion', {
  TipoPercepcion: required(key(/^\d{3}$/, 'c_TipoPercepcion')),
  Clave: required(PAYROLL_KEY),
  Concepto: required(CONCEPT),
  ImporteGravado: required(pesos),
  ImporteExento: required(pesos),
  AccionesOTitulos: optionalChild(
    element('nomina12:AccionesOTitulos', {
      ValorMercado: required(positive(6)),
      PrecioAlOtorgarse: required(positive(6)),
    }),
  ),
  HorasExtra: children(
    element('nomina12:HorasExtra', {
      Dias: required(wholeNumber(1)),
      TipoHoras: required(oneOf('01', '02', '03')),
      HorasExtra: required(wholeNumber(1)),
      ImportePagado: required(pesos),
    }),
  ),
})

const PERCEPCIONES = element('nomina12:Percepciones', {
  TotalSueldos: optional(pesos),
  TotalSeparacionIndemnizacion: optional(pesos),
  TotalJubilacionPensionRetiro: optional(pesos),
  TotalGravado: required(pesos),
  TotalExento: required(pesos),
  Percepcion: someChildren(PERCEPCION),
  JubilacionPensionRetiro: optionalChild(
    element('nomina12:JubilacionPensionRetiro', {
      TotalUnaExhibicion: optional(pesos),
      TotalParcialidad: optional(pesos),
      MontoDiario: optional(pesos),
      IngresoAcumulable: required(pesos),
      IngresoNoAcumulable: required(pesos),
    }),
  ),
  SeparacionIndemnizacion: optionalChild(
    element('nomina12:SeparacionIndemnizacion', {
      TotalPagado: required(pesos),
      NumAñosServicio: required(wholeNumber(0)),
      UltimoSueldoMensOrd: required(pesos),
      IngresoAcumulable: required(pesos),
      IngresoNoAcumulable: required(pesos),
    }),
  ),
})

const DEDUCCION = element('nomina12:Deduccion', {
  TipoDeduccion: required(key(/^\d{3}$/, 'c_TipoDeduccion')),
  Clave: required(PAYROLL_KEY),
  Concepto: required(CONCEPT),
  Importe: required(pesos),
})

const OTRO_PAGO = element('nomina12:OtroPago', {
  TipoOtroPago: required(key(/^\d{3}$/, 'c_TipoOtroPago')),
  Clave: required(PAYROLL_KEY),
  Concepto: required(CONCEPT),
  Importe: required(pesos),
  SubsidioAlEmpleo: optionalChild(
    element('nomina12:SubsidioAlEmpleo', { SubsidioCausado: required(pesos) }),
  ),
  CompensacionSaldosAFavor: optionalChild(
    element('nomina12:CompensacionSaldosAFavor', {
      SaldoAFavor: required(pesos),
      Año: required(wholeNumber(2016)),
      RemanenteSalFav: required(pesos),
    }),
  ),
})

const INCAPACIDAD = element('nomina12:Incapacidad', {
  DiasIncapacidad: required(wholeNumber(1)),
  TipoIncapacidad: required(oneOf('01', '02', '03', '04')),
  ImporteMonetario: optional(pesos),
})

const EMISOR = element('nomina12:Emisor', {
  Curp: optional(curp),
  RegistroPatronal: optional(text(20)),
  RfcPatronOrigen: optional(rfc),
  EntidadSNCF: optionalChild(
    element('nomina12:EntidadSNCF', {
      OrigenRecurso: required(oneOf('IP', 'IF', 'IM')),
      MontoRecursoPropio: optional(pesos),
    }),
  ),
})

const RECEPTOR = element('nomina12:Receptor', {
  Curp: required(curp),
  NumSeguridadSocial: optional(pattern(/^\d{1,15}$/, ALLOWED.someDigits({ least: 1, most: 15 }))),
  FechaInicioRelLaboral: optional(day),
  Antigüedad: optional(
    pattern(
      /^P(?:(?:[1-9]\d{0,3}|0)W|(?:[1-9]\d?Y)?(?:(?:[1-9]|1[012])M)?(?:0|[1-9]|[12]\d|3[01])D)$/,
      ALLOWED.seniority({ example: 'P52W' }),
    ),
  ),
  TipoContrato: required(key(/^\d{2}$/, 'c_TipoContrato')),
  Sindicalizado: optional(oneOf('Sí', 'No')),
  TipoJornada: optional(key(/^\d{2}$/, 'c_TipoJornada')),
  TipoRegimen: required(key(/^\d{2}$/, 'c_TipoRegimen')),
  NumEmpleado: required(text(15)),
  Departamento: optional(text(100)),
  Puesto: optional(text(100)),
  RiesgoPuesto: optional(oneOf('1', '2', '3', '4', '5', '99')),
  PeriodicidadPago: required(key(/^\d{2}$/, 'c_PeriodicidadPago')),
  Banco: optional(key(/^\d{3}$/, 'c_Banco')),
  CuentaBancaria: optional(pattern(/^\d{10,18}$/, ALLOWED.someDigits({ least: 10, most: 18 }))),
  SalarioBaseCotApor: optional(pesos),
  SalarioDiarioIntegrado: optional(pesos),
  ClaveEntFed: required(key(/^[A-Z]{2,3}$/, 'c_Estado')),
  SubContratacion: children(
    element('nomina12:SubContratacion', {
      RfcLabora: required(rfc),
      PorcentajeTiempo: required(positive(3)),
    }),
  ),
})

/**
 * The complement of payroll, 1.2: who was paid, for which days, what was earned and what was taken off.
 * @source docs/decisions/0297-erp-payroll-cfdi.md; SAT, nomina12.xsd and nomina12.xslt
 */
export const NOMINA = element('nomina12:Nomina', {
  Version: required(oneOf('1.2')),
  TipoNomina: required(oneOf('O', 'E')),
  FechaPago: required(day),
  FechaInicialPago: required(day),
  FechaFinalPago: required(day),
  NumDiasPagados: required(
    pattern(/^(?:[1-9]\d{0,4}|0)(?:\.\d{3})?$/, ALLOWED.positive({ decimals: 3 })),
  ),
  TotalPercepciones: optional(pesos),
  TotalDeducciones: optional(pesos),
  TotalOtrosPagos: optional(pesos),
  Emisor: optionalChild(EMISOR),
  Receptor: child(RECEPTOR),
  Percepciones: optionalChild(PERCEPCIONES),
  Deducciones: optionalChild(
    element('nomina12:Deducciones', {
      TotalOtrasDeducciones: optional(pesos),
      TotalImpuestosRetenidos: optional(pesos),
      Deduccion: someChildren(DEDUCCION),
    }),
  ),
  OtrosPagos: optionalChild(element('nomina12:OtrosPagos', { OtroPago: someChildren(OTRO_PAGO) })),
  Incapacidades: optionalChild(
    element('nomina12:Incapacidades', { Incapacidad: someChildren(INCAPACIDAD) }),
  ),
})

export type Nomina = Shape<typeof NOMINA.parts>
export type NominaReceptor = Shape<typeof RECEPTOR.parts>
export type NominaEmisor = Shape<typeof EMISOR.parts>
export type Percepciones = Shape<typeof PERCEPCIONES.parts>
export type Percepcion = Shape<typeof PERCEPCION.parts>
export type Deduccion = Shape<typeof DEDUCCION.parts>
export type OtroPago = Shape<typeof OTRO_PAGO.parts>
export type Incapacidad = Shape<typeof INCAPACIDAD.parts>
