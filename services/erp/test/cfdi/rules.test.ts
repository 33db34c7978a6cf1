import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fiscalName } from '../../src/fiscal/cfdi/fiscal-name.ts'
import { localMs, localTime, zoneOfPostalCode } from '../../src/fiscal/cfdi/local-time.ts'
import { checkComprobante } from '../../src/fiscal/cfdi/rules/check.ts'
import { CUSTOMER } from './any-cfdi.ts'
import {
  catalogs,
  check,
  FOREIGNER,
  GLOBAL,
  INVOICE,
  IVA,
  PUBLIC,
  UUID,
  type Case,
} from './rule-cases.ts'

const LINE = 'Conceptos.0'
const TRASLADO = `${LINE}.Impuestos.Traslados.0`
const RETENCION = `${LINE}.Impuestos.Retenciones.0`

const FORMS: readonly Case[] = [
  ['Version', '3.3', 'Version', undefined],
  ['Fecha', '2026-03-02T09:00:00Z', 'Fecha', undefined],
  ['Serie', 'x'.repeat(26), 'Serie', undefined],
  ['Folio', 'a|b', 'Folio', undefined],
  ['CondicionesDePago', 'a\u0007', 'CondicionesDePago', undefined],
  ['Emisor.Rfc', 'abc', 'Emisor.Rfc', undefined],
  ['Emisor.Nombre', undefined, 'Emisor.Nombre', undefined],
  ['Receptor', undefined, 'Receptor', undefined],
  ['Receptor.DomicilioFiscalReceptor', '123', 'Receptor.DomicilioFiscalReceptor', undefined],
  ['Conceptos', [], 'Conceptos', undefined],
  [`${LINE}.Cantidad`, '0', 'Conceptos[0].Cantidad', undefined],
  [`${LINE}.Cantidad`, '1.0000001', 'Conceptos[0].Cantidad', undefined],
  [`${LINE}.Importe`, '1e2', 'Conceptos[0].Importe', undefined],
  [`${LINE}.Descripcion`, '', 'Conceptos[0].Descripcion', undefined],
  [
    `${LINE}.InformacionAduanera`,
    [{ NumeroPedimento: '15 48 3009 0001234' }],
    'Conceptos[0].InformacionAduanera[0].NumeroPedimento',
    undefined,
  ],
  [`${LINE}.CuentaPredial`, [{ Numero: 'a b' }], 'Conceptos[0].CuentaPredial[0].Numero', undefined],
  [`${TRASLADO}.Base`, '0', 'Conceptos[0].Impuestos.Traslados[0].Base', undefined],
  ['CfdiRelacionados', [{ TipoRelacion: '01' }], 'CfdiRelacionados[0].CfdiRelacionado', undefined],
]

const RULES: readonly Case[] = [
  ['FormaPago', '77', 'FormaPago', 'CFDI40104'],
  ['FormaPago', '99', 'FormaPago', 'CFDI40105'],
  ['FormaPago', undefined, 'FormaPago', undefined],
  ['MetodoPago', 'PPD', 'FormaPago', 'CFDI40105'],
  ['MetodoPago', undefined, 'MetodoPago', undefined],
  ['TipoDeComprobante', 'T', 'FormaPago', 'CFDI40103'],
  ['TipoDeComprobante', 'T', 'MetodoPago', 'CFDI40125'],
  ['TipoDeComprobante', 'T', 'SubTotal', 'CFDI40109'],
  ['TipoDeComprobante', 'T', 'Total', 'CFDI40119'],
  ['TipoDeComprobante', 'T', 'Impuestos', 'CFDI40201'],
  ['TipoDeComprobante', 'T', 'Conceptos[0].Descuento', 'CFDI40111'],
  ['TipoDeComprobante', 'P', 'Complemento.Pagos', undefined],
  ['SubTotal', '100.000', 'SubTotal', 'CFDI40107'],
  ['SubTotal', '99.99', 'SubTotal', 'CFDI40108'],
  ['Descuento', undefined, 'Descuento', 'CFDI40110'],
  ['Descuento', '9.99', 'Descuento', 'CFDI40110'],
  ['Descuento', '10.000', 'Descuento', 'CFDI40112'],
  [`${LINE}.Descuento`, undefined, 'Descuento', 'CFDI40111'],
  ['Moneda', 'ZZZ', 'Moneda', 'CFDI40113'],
  ['TipoCambio', '1.5', 'TipoCambio', 'CFDI40114'],
  ['Moneda', 'USD', 'TipoCambio', 'CFDI40115'],
  ['Total', '1.00', 'Total', 'CFDI40119'],
  ['Exportacion', '02', 'Exportacion', 'CFDI40122'],
  ['Emisor.Nombre', 'Oficina', 'Emisor.Nombre', 'CFDI40139'],
  ['Receptor.Nombre', 'CLIENTE, S.A. DE C.V.', 'Receptor.Nombre', 'CFDI40145'],
  ['Emisor.Rfc', 'XAXX010101000', 'Emisor.Rfc', undefined],
  ['Emisor.RegimenFiscal', '699', 'Emisor.RegimenFiscal', 'CFDI40140'],
  ['Emisor.RegimenFiscal', '605', 'Emisor.RegimenFiscal', 'CFDI40141'],
  ['Receptor.RegimenFiscalReceptor', '699', 'Receptor.RegimenFiscalReceptor', 'CFDI40157'],
  ['Receptor.RegimenFiscalReceptor', '605', 'Receptor.RegimenFiscalReceptor', 'CFDI40158'],
  ['Receptor.UsoCFDI', 'Z99', 'Receptor.UsoCFDI', 'CFDI40160'],
  ['Receptor.UsoCFDI', 'D01', 'Receptor.UsoCFDI', 'CFDI40161'],
  ['Receptor.RegimenFiscalReceptor', '610', 'Receptor.UsoCFDI', 'CFDI40161'],
  ['Receptor.ResidenciaFiscal', 'USA', 'Receptor.ResidenciaFiscal', 'CFDI40151'],
  ['Receptor.NumRegIdTrib', '1', 'Receptor.NumRegIdTrib', 'CFDI40154'],
  ['InformacionGlobal', GLOBAL, 'InformacionGlobal', 'CFDI40130'],
  [`${LINE}.ValorUnitario`, '0', 'Conceptos[0].ValorUnitario', 'CFDI40166'],
  [`${LINE}.Importe`, '120.00', 'Conceptos[0].Importe', 'CFDI40167'],
  [`${LINE}.Descuento`, '10.001', 'Conceptos[0].Descuento', 'CFDI40168'],
  [`${LINE}.Descuento`, '200.00', 'Conceptos[0].Descuento', 'CFDI40169'],
  [`${LINE}.Impuestos`, undefined, 'Conceptos[0].Impuestos', 'CFDI40171'],
  [`${LINE}.ObjetoImp`, '01', 'Conceptos[0].Impuestos', 'CFDI40172'],
  [`${LINE}.ObjetoImp`, '06', 'Conceptos[0].Impuestos', 'CFDI40172'],
  [`${LINE}.ObjetoImp`, '07', 'Conceptos[0].Impuestos', 'CFDI40171'],
  [`${LINE}.Impuestos`, {}, 'Conceptos[0].Impuestos', 'CFDI40173'],
  [`${TRASLADO}.TipoFactor`, 'Exento', 'Conceptos[0].Impuestos.Traslados[0]', 'CFDI40177'],
  [`${TRASLADO}.Importe`, undefined, 'Conceptos[0].Impuestos.Traslados[0]', 'CFDI40178'],
  [
    `${TRASLADO}.TasaOCuota`,
    '0.150000',
    'Conceptos[0].Impuestos.Traslados[0].TasaOCuota',
    'CFDI40179',
  ],
  [`${TRASLADO}.Impuesto`, '001', 'Conceptos[0].Impuestos.Traslados[0].TasaOCuota', 'CFDI40179'],
  [`${TRASLADO}.Importe`, '14.500000', 'Conceptos[0].Impuestos.Traslados[0].Importe', 'CFDI40180'],
  [
    `${RETENCION}.TipoFactor`,
    'Exento',
    'Conceptos[0].Impuestos.Retenciones[0].TipoFactor',
    'CFDI40184',
  ],
  [
    `${RETENCION}.TasaOCuota`,
    '0.400000',
    'Conceptos[0].Impuestos.Retenciones[0].TasaOCuota',
    'CFDI40185',
  ],
  [
    `${RETENCION}.Importe`,
    '8.900000',
    'Conceptos[0].Impuestos.Retenciones[0].Importe',
    'CFDI40186',
  ],
  [
    `${LINE}.ACuentaTerceros`,
    {
      RfcACuentaTerceros: CUSTOMER.Rfc,
      NombreACuentaTerceros: 'X',
      RegimenFiscalACuentaTerceros: '601',
      DomicilioFiscalACuentaTerceros: '01000',
    },
    'Conceptos[0].ACuentaTerceros.RfcACuentaTerceros',
    'CFDI40188',
  ],
  [`${LINE}.Parte.0.ValorUnitario`, '0', 'Conceptos[0].Parte[0].ValorUnitario', 'CFDI40197'],
  [`${LINE}.Parte.0.Importe`, '4', 'Conceptos[0].Parte[0].Importe', 'CFDI40198'],
  [
    'Impuestos.TotalImpuestosRetenidos',
    undefined,
    'Impuestos.TotalImpuestosRetenidos',
    'CFDI40206',
  ],
  ['Impuestos.TotalImpuestosRetenidos', '9.000', 'Impuestos.TotalImpuestosRetenidos', 'CFDI40202'],
  ['Impuestos.TotalImpuestosRetenidos', '9.01', 'Impuestos.TotalImpuestosRetenidos', 'CFDI40203'],
  [
    'Impuestos.TotalImpuestosTrasladados',
    undefined,
    'Impuestos.TotalImpuestosTrasladados',
    'CFDI40212',
  ],
  [
    'Impuestos.TotalImpuestosTrasladados',
    '14.400',
    'Impuestos.TotalImpuestosTrasladados',
    'CFDI40204',
  ],
  [
    'Impuestos.TotalImpuestosTrasladados',
    '14.41',
    'Impuestos.TotalImpuestosTrasladados',
    'CFDI40205',
  ],
  ['Impuestos.Retenciones.0.Importe', '9.01', 'Impuestos.Retenciones[0].Importe', 'CFDI40211'],
  [
    'Impuestos.Retenciones.1',
    { Impuesto: '001', Importe: '0' },
    'Impuestos.Retenciones[1]',
    'CFDI40208',
  ],
  ['Impuestos.Retenciones', undefined, 'Impuestos.Retenciones', 'CFDI40211'],
  ['Impuestos.Traslados', undefined, 'Impuestos.Traslados', 'CFDI40213'],
  ['Impuestos.Traslados.0.Base', '90.000', 'Impuestos.Traslados[0].Base', 'CFDI40214'],
  ['Impuestos.Traslados.0.Base', '90.01', 'Impuestos.Traslados[0].Base', 'CFDI40215'],
  [
    'Impuestos.Traslados.1',
    { Base: '90.00', ...IVA, Importe: '14.40' },
    'Impuestos.Traslados[1]',
    'CFDI40218',
  ],
  ['Impuestos.Traslados.0.TasaOCuota', '0.080000', 'Impuestos.Traslados[0]', 'CFDI40219'],
  ['Impuestos.Traslados.0.Importe', '14.400', 'Impuestos.Traslados[0].Importe', 'CFDI40220'],
  ['Impuestos.Traslados.0.Importe', '14.41', 'Impuestos.Traslados[0].Importe', 'CFDI40221'],
  [
    'Complemento.ImpuestosLocales.TotaldeTraslados',
    '3.00',
    'Complemento.ImpuestosLocales.TotaldeTraslados',
    undefined,
  ],
  [
    'CfdiRelacionados',
    [{ TipoRelacion: '08', CfdiRelacionado: [{ UUID }] }],
    'CfdiRelacionados[0].TipoRelacion',
    'CFDI40137',
  ],
  [
    'CfdiRelacionados',
    [{ TipoRelacion: '01', CfdiRelacionado: [{ UUID }, { UUID: UUID.toUpperCase() }] }],
    'CfdiRelacionados[0]',
    undefined,
  ],
]

test('the invoice that the cases change keeps every rule itself', () => {
  const result = checkComprobante(INVOICE, catalogs)
  assert.deepEqual(result.ok ? [] : result.error, [])
})

test('a CFDI that breaks a rule is refused with the field and the SAT’s own code', () => {
  for (const one of [...FORMS, ...RULES]) check(INVOICE, one)
})

test('the public at large and foreigners have their own régimen, use, place and further data', () => {
  const toPublic = { ...INVOICE, Receptor: PUBLIC, InformacionGlobal: GLOBAL }
  const toForeigner = { ...INVOICE, Receptor: FOREIGNER }
  for (const document of [toPublic, toForeigner]) assert.ok(checkComprobante(document, catalogs).ok)
  const ofPublic: readonly Case[] = [
    ['InformacionGlobal', undefined, 'InformacionGlobal', 'CFDI40130'],
    ['InformacionGlobal.Periodicidad', '05', 'InformacionGlobal.Periodicidad', 'CFDI40132'],
    ['InformacionGlobal.Meses', '13', 'InformacionGlobal.Meses', 'CFDI40134'],
    ['InformacionGlobal.Periodicidad', '05', 'InformacionGlobal.Meses', 'CFDI40135'],
    ['InformacionGlobal.Año', '2024', 'InformacionGlobal.Año', 'CFDI40136'],
    ['Receptor.DomicilioFiscalReceptor', '01000', 'Receptor.DomicilioFiscalReceptor', 'CFDI40149'],
    ['Receptor.RegimenFiscalReceptor', '601', 'Receptor.RegimenFiscalReceptor', 'CFDI40158'],
    ['Receptor.UsoCFDI', 'G02', 'Receptor.UsoCFDI', 'CFDI40161'],
  ]
  for (const one of ofPublic) check(toPublic, one)
  const ofForeigner: readonly Case[] = [
    ['Receptor.ResidenciaFiscal', undefined, 'Receptor.ResidenciaFiscal', 'CFDI40153'],
    ['Receptor.ResidenciaFiscal', 'MEX', 'Receptor.ResidenciaFiscal', 'CFDI40152'],
    ['Receptor.ResidenciaFiscal', 'QQQ', 'Receptor.ResidenciaFiscal', 'CFDI40150'],
  ]
  for (const one of ofForeigner) check(toForeigner, one)
})

test('names are written as the SAT registers them', () => {
  const cases = [
    ['Tornillos del Norte, S.A. de C.V.', 'TORNILLOS DEL NORTE'],
    ['TORNILLOS DEL NORTE SA DE CV', 'TORNILLOS DEL NORTE'],
    ['Ñandú S. de R.L. de C.V.', 'ÑANDÚ'],
    ['Datos SAPI de CV', 'DATOS'],
    ['Escuela Modelo, A.C.', 'ESCUELA MODELO'],
    ['Grupo  ABC', 'GRUPO ABC'],
  ] as const
  for (const [name, registered] of cases) assert.equal(fiscalName(name, 'moral'), registered)
  assert.equal(fiscalName('José Pérez S.A. de C.V.', 'fisica'), 'JOSÉ PÉREZ S.A. DE C.V.')
})

test('the time of a CFDI is that of the place of issue', () => {
  const winter = Date.parse('2026-01-15T18:00:00Z')
  const summer = Date.parse('2026-07-15T18:00:00Z')
  const cases = [
    ['06600', '2026-01-15T12:00:00', '2026-07-15T12:00:00'],
    ['77500', '2026-01-15T13:00:00', '2026-07-15T13:00:00'],
    ['83000', '2026-01-15T11:00:00', '2026-07-15T11:00:00'],
    ['22000', '2026-01-15T10:00:00', '2026-07-15T11:00:00'],
    ['88000', '2026-01-15T12:00:00', '2026-07-15T13:00:00'],
  ] as const
  for (const [code, inWinter, inSummer] of cases) {
    const zone = zoneOfPostalCode(code)
    assert.equal(localTime(winter, zone), inWinter, code)
    assert.equal(localTime(summer, zone), inSummer, code)
    assert.equal(localMs(inWinter, zone), winter)
    assert.equal(localMs(inSummer, zone), summer)
  }
})
