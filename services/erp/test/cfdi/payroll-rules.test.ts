import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkComprobante } from '../../src/fiscal/cfdi/rules/check.ts'
import { payLine, PERSON, receiptDocument } from './receipt-facts.ts'
import { catalogs, check, INVOICE, type Case } from './rule-cases.ts'

const NOMINA = 'Complemento.Nomina'
const RECEPTOR = `${NOMINA}.Receptor`
const EARNED = `${NOMINA}.Percepciones`
const PAID = `${NOMINA}.OtrosPagos.OtroPago`

const CASES: readonly (readonly [path: string, value: unknown, field: string])[] = [
  ['Complemento', undefined, NOMINA],
  ['Moneda', 'USD', 'Moneda'],
  ['MetodoPago', 'PPD', 'MetodoPago'],
  ['Exportacion', '03', 'Exportacion'],
  ['Receptor.RegimenFiscalReceptor', '616', 'Receptor.RegimenFiscalReceptor'],
  ['Conceptos.0.ClaveProdServ', '84111506', 'Conceptos[0].ClaveProdServ'],
  ['Conceptos.0.ClaveUnidad', 'H87', 'Conceptos[0].ClaveUnidad'],
  ['Conceptos.0.Descripcion', 'Pago', 'Conceptos[0].Descripcion'],
  ['Conceptos.0.ObjetoImp', '02', 'Conceptos[0].ObjetoImp'],
  ['Conceptos.0.ValorUnitario', '7500.01', 'Conceptos[0].ValorUnitario'],
  ['Conceptos.0.Descuento', '1007.72', 'Conceptos[0].Descuento'],
  [`${NOMINA}.TotalPercepciones`, '1.00', `${NOMINA}.TotalPercepciones`],
  [`${NOMINA}.TotalDeducciones`, undefined, `${NOMINA}.TotalDeducciones`],
  [`${NOMINA}.TotalOtrosPagos`, '1.00', `${NOMINA}.TotalOtrosPagos`],
  [`${EARNED}.TotalSueldos`, '1.00', `${EARNED}.TotalSueldos`],
  [`${EARNED}.TotalGravado`, '1.00', `${EARNED}.TotalGravado`],
  [`${EARNED}.TotalSeparacionIndemnizacion`, '0.00', `${EARNED}.TotalSeparacionIndemnizacion`],
  [
    `${NOMINA}.Deducciones.TotalImpuestosRetenidos`,
    '0.00',
    `${NOMINA}.Deducciones.TotalImpuestosRetenidos`,
  ],
  [`${NOMINA}.Emisor.Curp`, PERSON.curp, `${NOMINA}.Emisor.Curp`],
  ['Emisor.Rfc', PERSON.rfc, `${NOMINA}.Emisor.Curp`],
  [`${NOMINA}.Emisor`, undefined, `${NOMINA}.Emisor.RegistroPatronal`],
  [`${RECEPTOR}.NumSeguridadSocial`, undefined, `${RECEPTOR}.NumSeguridadSocial`],
  [`${RECEPTOR}.Antigüedad`, undefined, `${RECEPTOR}.Antigüedad`],
  [`${RECEPTOR}.Antigüedad`, '60 weeks', `${RECEPTOR}.Antigüedad`],
  [`${RECEPTOR}.RiesgoPuesto`, undefined, `${RECEPTOR}.RiesgoPuesto`],
  [`${RECEPTOR}.TipoContrato`, '09', `${RECEPTOR}.NumSeguridadSocial`],
  [`${RECEPTOR}.TipoRegimen`, '09', `${RECEPTOR}.TipoRegimen`],
  [`${RECEPTOR}.TipoRegimen`, '03', `${NOMINA}.OtrosPagos.OtroPago`],
  [`${RECEPTOR}.Curp`, 'X', `${RECEPTOR}.Curp`],
  [`${RECEPTOR}.PeriodicidadPago`, '99', `${RECEPTOR}.PeriodicidadPago`],
  [`${NOMINA}.TipoNomina`, 'E', `${RECEPTOR}.PeriodicidadPago`],
  [`${RECEPTOR}.Banco`, '012', `${RECEPTOR}.Banco`],
  [`${RECEPTOR}.CuentaBancaria`, '1234567890', `${RECEPTOR}.Banco`],
  [`${RECEPTOR}.FechaInicioRelLaboral`, '2026-03-01', `${RECEPTOR}.FechaInicioRelLaboral`],
  [`${NOMINA}.FechaInicialPago`, '2026-03-01', `${NOMINA}.FechaInicialPago`],
  [`${NOMINA}.NumDiasPagados`, '0', `${NOMINA}.NumDiasPagados`],
  [`${NOMINA}.NumDiasPagados`, '15.5', `${NOMINA}.NumDiasPagados`],
  [`${EARNED}.Percepcion.0.TipoPercepcion`, '019', `${EARNED}.Percepcion[0].HorasExtra`],
  [`${EARNED}.Percepcion.0.TipoPercepcion`, '045', `${EARNED}.Percepcion[0].AccionesOTitulos`],
  [`${EARNED}.Percepcion.0.TipoPercepcion`, '014', `${NOMINA}.Incapacidades`],
  [`${EARNED}.Percepcion.0.ImporteGravado`, '0.00', `${EARNED}.Percepcion[0]`],
  [`${EARNED}.Percepcion.0.Clave`, 'P1', `${EARNED}.Percepcion[0].Clave`],
  [
    `${NOMINA}.Deducciones.Deduccion.0.Importe`,
    '0.00',
    `${NOMINA}.Deducciones.Deduccion[0].Importe`,
  ],
  [`${PAID}.0.TipoOtroPago`, '004', `${PAID}[0].CompensacionSaldosAFavor`],
  [`${PAID}.0.TipoOtroPago`, '003', `${PAID}[0].Importe`],
  [`${PAID}.0.SubsidioAlEmpleo`, undefined, `${PAID}[0].SubsidioAlEmpleo`],
  [`${PAID}.0.Importe`, '1.00', `${PAID}[0].Importe`],
]

test('each rule of the complement of payroll is told with the attribute that breaks it', () => {
  const document = receiptDocument(PERSON)
  assert.ok(checkComprobante(document, catalogs).ok)
  for (const [path, value, field] of CASES) {
    const broken: Case = [path, value, field, undefined]
    check(document, broken)
  }
})

test('what is told of hours belongs to overtime alone, and a payroll to no invoice', () => {
  const line = payLine('percepcion', '019', '10.00', {
    calculo: 'horas_triples',
    cantidad: '1',
  })
  const document = receiptDocument({ ...PERSON, partidas: [line] })
  assert.ok(checkComprobante(document, catalogs).ok)
  const path = `${EARNED}.Percepcion`
  check(document, [`${path}.0.TipoPercepcion`, '001', `${path}[0].HorasExtra`, undefined])
  check(INVOICE, [NOMINA, document.Complemento?.Nomina, NOMINA, undefined])
})
