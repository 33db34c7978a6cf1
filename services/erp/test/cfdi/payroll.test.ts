import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { receiptCfdi } from '../../src/actions/business/nomina/decisions/receipt-cfdi.ts'
import type {
  LineToStamp,
  ReceiptToStamp,
} from '../../src/actions/business/nomina/store/receipt-cfdi-store.ts'
import { checkComprobante } from '../../src/fiscal/cfdi/rules/check.ts'
import { sealComprobante } from '../../src/fiscal/cfdi/seal/seal.ts'
import type { UnsealedComprobante } from '../../src/fiscal/cfdi/structure/comprobante.ts'
import { readCfdi } from '../../src/fiscal/cfdi/xml/read.ts'
import { cfdiXml } from '../../src/fiscal/cfdi/xml/write.ts'
import { readCfdiCatalogs } from '../../src/pac/catalog-files.ts'
import { CATALOG_DIR } from '../../src/store/catalogs/catalog-store.ts'
import { ISSUER } from './any-cfdi.ts'
import { testCsds } from './csds.ts'
import { schemaProblems } from './held-to-schema.ts'
import { FIRST, payLine, PERSON, receiptDocument } from './receipt-facts.ts'

const catalogs = await readCfdiCatalogs(CATALOG_DIR)
const csd = await (await testCsds()).open(ISSUER.Rfc)

/** A document that keeps the SAT's rules, and whose XML is as its schemas say. */
function whole(receipt: ReceiptToStamp): UnsealedComprobante {
  const checked = checkComprobante(receiptDocument(receipt), catalogs)
  if (!checked.ok) assert.deepEqual(checked.error, [])
  assert.ok(checked.ok)
  const xml = cfdiXml(sealComprobante(checked.value, csd))
  assert.deepEqual(schemaProblems(xml), [])
  const read = readCfdi(Buffer.from(xml))
  assert.ok(read.ok && read.value.cadena !== undefined)
  assert.deepEqual(read.value.comprobante.Complemento, checked.value.Complemento)
  return checked.value
}

test('a receipt of wages is a CFDI of payroll with all that its complement tells', () => {
  const cfdi = whole(PERSON)
  assert.deepEqual(
    [cfdi.TipoDeComprobante, cfdi.Exportacion, cfdi.Moneda, cfdi.MetodoPago, cfdi.FormaPago],
    ['N', '01', 'MXN', 'PUE', undefined],
  )
  assert.deepEqual([cfdi.SubTotal, cfdi.Descuento, cfdi.Total], ['7500.00', '1007.73', '6492.27'])
  assert.equal(cfdi.Impuestos, undefined)
  assert.deepEqual(cfdi.Conceptos, [
    {
      ClaveProdServ: '84111505',
      Cantidad: '1',
      ClaveUnidad: 'ACT',
      Descripcion: 'Pago de nómina',
      ObjetoImp: '01',
      ValorUnitario: '7500.00',
      Importe: '7500.00',
      Descuento: '1007.73',
    },
  ])
  assert.deepEqual(cfdi.Receptor, {
    Rfc: PERSON.rfc,
    Nombre: 'ANA LÓPEZ AGUILAR',
    DomicilioFiscalReceptor: '06600',
    RegimenFiscalReceptor: '605',
    UsoCFDI: 'CN01',
  })
  assert.deepEqual(cfdi.Complemento?.Nomina, {
    Version: '1.2',
    TipoNomina: 'O',
    FechaPago: '2026-02-28',
    FechaInicialPago: '2026-02-16',
    FechaFinalPago: '2026-02-28',
    NumDiasPagados: '15.000',
    TotalPercepciones: '7500.00',
    TotalDeducciones: '1007.73',
    TotalOtrosPagos: '0.00',
    Emisor: { RegistroPatronal: 'Y5412345109' },
    Receptor: {
      Curp: PERSON.curp,
      NumSeguridadSocial: '12345678903',
      FechaInicioRelLaboral: '2025-01-01',
      Antigüedad: 'P60W',
      TipoContrato: '01',
      Sindicalizado: 'No',
      TipoJornada: '01',
      TipoRegimen: '02',
      NumEmpleado: '12',
      Departamento: 'Producción',
      Puesto: 'Operador',
      RiesgoPuesto: '2',
      PeriodicidadPago: '04',
      CuentaBancaria: '012180001234567897',
      SalarioBaseCotApor: '524.65',
      SalarioDiarioIntegrado: '524.65',
      ClaveEntFed: 'CMX',
    },
    Percepciones: {
      TotalSueldos: '7500.00',
      TotalGravado: '7500.00',
      TotalExento: '0.00',
      Percepcion: [
        {
          TipoPercepcion: '001',
          Clave: 'P001',
          Concepto: 'Concepto',
          ImporteGravado: '7500.00',
          ImporteExento: '0.00',
        },
      ],
    },
    Deducciones: {
      TotalOtrasDeducciones: '195.40',
      TotalImpuestosRetenidos: '812.33',
      Deduccion: [
        { TipoDeduccion: '002', Clave: 'D002', Concepto: 'Concepto', Importe: '812.33' },
        { TipoDeduccion: '001', Clave: 'D001', Concepto: 'Concepto', Importe: '195.40' },
      ],
    },
    OtrosPagos: {
      OtroPago: [
        {
          TipoOtroPago: '002',
          Clave: '002',
          Concepto: 'Subsidio para el empleo',
          Importe: '0.00',
          SubsidioAlEmpleo: { SubsidioCausado: '0.00' },
        },
      ],
    },
  })
})

const nominaOf = (more: Partial<ReceiptToStamp>) =>
  whole({ ...PERSON, ...more }).Complemento?.Nomina ?? assert.fail('no complement')

test('overtime tells its days and hours, those that somebody wrote before those that were noted', () => {
  const line = payLine('percepcion', '019', '750.00', {
    id: '4',
    calculo: 'horas_dobles',
    cantidad: '5.50',
    importe_exento: '375.00',
  })
  const partidas = [...PERSON.partidas, line]
  const hoursOf = (more: Partial<ReceiptToStamp>) =>
    nominaOf({ partidas, ...more }).Percepciones?.Percepcion[1]?.HorasExtra
  assert.deepEqual(hoursOf({ dias_horas_extra: 3 }), [
    { Dias: '3', TipoHoras: '01', HorasExtra: '6', ImportePagado: '750.00' },
  ])
  const written = { renglon: '4', tipo_horas: '03', dias: 2, horas: 4, importe: '750.00' }
  assert.deepEqual(hoursOf({ horas_extra: [written] }), [
    { Dias: '2', TipoHoras: '03', HorasExtra: '4', ImportePagado: '750.00' },
  ])
})

test('certificates of incapacity tell their days, and what was paid for each', () => {
  const pay = (importe: string, referencia: string | null) =>
    payLine('percepcion', '014', importe, { referencia, importe_exento: importe })
  const partidas = [...PERSON.partidas, pay('300.00', 'AB2'), pay('50.00', null)]
  const some = (folio: string) => ({ folio, tipo: '02', dias: 3, importe: null })
  assert.deepEqual(
    nominaOf({ partidas, incapacidades: [some('AB1'), some('AB2')] }).Incapacidades,
    {
      Incapacidad: [
        { DiasIncapacidad: '3', TipoIncapacidad: '02', ImporteMonetario: '50.00' },
        { DiasIncapacidad: '3', TipoIncapacidad: '02', ImporteMonetario: '300.00' },
      ],
    },
  )
  assert.deepEqual(nominaOf({ incapacidades: [some('AB1')] }).Incapacidades, {
    Incapacidad: [{ DiasIncapacidad: '3', TipoIncapacidad: '02' }],
  })
})

test('a separation tells the years of service and what of it is added to the year', () => {
  const partidas = [
    payLine('percepcion', '022', '9000.00', { importe_exento: '2000.00' }),
    payLine('percepcion', '025', '45000.00', { importe_exento: '20000.00' }),
  ]
  const { Percepciones } = nominaOf({ partidas, fecha_baja: '2026-02-20', tipo_nomina: 'E' })
  assert.deepEqual(
    [Percepciones?.TotalSueldos, Percepciones?.TotalSeparacionIndemnizacion],
    [undefined, '54000.00'],
  )
  assert.deepEqual(Percepciones?.SeparacionIndemnizacion, {
    TotalPagado: '54000.00',
    NumAñosServicio: '1',
    UltimoSueldoMensOrd: '15000.00',
    IngresoAcumulable: '15000.00',
    IngresoNoAcumulable: '17000.00',
  })
})

test('a retirement tells whether it is paid at once or in parts, and what of it a day', () => {
  const retired = { regimen: '03', tipo_contrato: '10', periodicidad: '05' }
  const { Percepciones } = nominaOf({
    ...retired,
    regimen: '12',
    partidas: [payLine('percepcion', '044', '9000.00')],
  })
  assert.deepEqual(Percepciones?.JubilacionPensionRetiro, {
    TotalParcialidad: '9000.00',
    MontoDiario: '600.00',
    IngresoAcumulable: '9000.00',
    IngresoNoAcumulable: '0.00',
  })
  const atOnce = nominaOf({
    ...retired,
    regimen: '12',
    partidas: [payLine('percepcion', '039', '20000.00')],
  })
  assert.deepEqual(
    [atOnce.TotalOtrosPagos, atOnce.OtrosPagos, atOnce.Emisor],
    [undefined, undefined, undefined],
  )
  assert.deepEqual(atOnce.Percepciones?.JubilacionPensionRetiro, {
    TotalUnaExhibicion: '20000.00',
    IngresoAcumulable: '15000.00',
    IngresoNoAcumulable: '5000.00',
  })
})

test('an account that is no CLABE names its bank, and one of another length is not told', () => {
  const { CuentaBancaria, Banco } = nominaOf({ clabe: null, numero_cuenta: '1234567890' }).Receptor
  assert.deepEqual([CuentaBancaria, Banco], ['1234567890', '012'])
  const other = nominaOf({ clabe: null, numero_cuenta: '123456789012' }).Receptor
  assert.deepEqual([other.CuentaBancaria, other.Banco], [undefined, undefined])
})

test('all that is missing of a person is told at once, each with its name', () => {
  const nothing: Partial<ReceiptToStamp> = {
    rfc: null,
    curp: 'X',
    nss: null,
    codigo_postal: null,
    regimen: null,
    registro_patronal: null,
    riesgo: null,
    salario_base_cotizacion: null,
    estado_trabajo: null,
    empresa_rfc: 'LOAA850203AB9',
  }
  const told = (more: Partial<ReceiptToStamp>) => {
    const made = receiptCfdi({ ...PERSON, ...more }, FIRST)
    assert.ok(!made.ok)
    return made.error.map(({ field, message }) => field ?? String(message))
  }
  assert.deepEqual(told(nothing), [
    'rfc',
    'curp',
    'codigo_postal_fiscal',
    'regimen',
    'nss',
    'registro_patronal',
    'riesgo',
    'salario_base_cotizacion',
    'The company is a person, and Empresa.curp is missing.',
    "Empleado 12 Ana López Aguilar: neither the domicilio of his RegistroPatronal nor the company's says a state.",
  ])
  assert.deepEqual(told({ tipo_contrato: null, nss: null }), ['tipo_contrato'])
  const lines: readonly (readonly [LineToStamp, RegExp])[] = [
    [payLine('percepcion', '001', '1.00', { sat: null }), /P001 has no key of the SAT/],
    [payLine('percepcion', '045', '1.00'), /045 of ConceptoNomina P045 stands in no record/],
    [payLine('otro_pago', '004', '1.00'), /004 of ConceptoNomina O004 stands in no record/],
    [payLine('percepcion', '019', '1.00'), /no ReciboNominaHoraExtra says its days/],
  ]
  for (const [line, problem] of lines) assert.match(told({ partidas: [line] }).join(), problem)
})

const money = fc.integer({ min: 1, max: 9_999_999 }).map((units) => (units / 100).toFixed(2))
const kindOf = (...keys: readonly string[]) => fc.constantFrom(...keys)
const anyLine: fc.Arbitrary<LineToStamp> = fc.oneof(
  fc
    .tuple(kindOf('001', '002', '005', '014', '020', '021', '022', '023', '025'), money, money)
    .map(([sat, taxed, exempt]) =>
      payLine('percepcion', sat, (Number(taxed) + Number(exempt)).toFixed(2), {
        importe_exento: exempt,
      }),
    ),
  fc.tuple(kindOf('001', '002', '004', '006', '010'), money).map(([sat, importe]) => {
    return payLine('deduccion', sat, importe)
  }),
  fc.tuple(kindOf('001', '002', '003', '999'), money).map(([sat, importe]) => {
    return payLine('otro_pago', sat, importe)
  }),
  money.map((importe) => payLine('obligacion', '001', importe)),
)

const centsIn = (amount: string | undefined) => BigInt((amount ?? '0.00').replace('.', ''))
const sumOf = (amounts: readonly (string | undefined)[]) =>
  amounts.reduce((sum, amount) => sum + centsIn(amount), 0n)

test("whatever lines a receipt has, its CFDI keeps the schemas and the SAT's rules, and its totals are their sums", () => {
  const incapacidades = [{ folio: null, tipo: '01', dias: 2, importe: null }]
  // Paid well enough that no deduction is more than the whole.
  const wage = payLine('percepcion', '001', '9999999.00')
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 12 }), (some) => {
      const partidas = [wage, ...some]
      const cfdi = whole({ ...PERSON, partidas, incapacidades })
      const nomina = cfdi.Complemento?.Nomina ?? assert.fail('no complement')
      const all = (tipo: string) => partidas.filter((line) => line.tipo === tipo)
      const importes = (lines: readonly LineToStamp[]) => sumOf(lines.map((one) => one.importe))
      const earned = all('percepcion')
      const separated = earned.filter(({ sat }) => ['022', '023', '025'].includes(sat ?? ''))
      const taken = all('deduccion')
      const withheld = taken.filter(({ sat }) => sat === '002')
      const { Percepciones, Deducciones } = nomina
      // There only where there is something; the subsidy is another payment of each receipt.
      const optional = [
        [Percepciones?.TotalSeparacionIndemnizacion, separated],
        [nomina.TotalDeducciones, taken],
        [Deducciones?.TotalImpuestosRetenidos, withheld],
        [Deducciones?.TotalOtrasDeducciones, taken.filter((line) => !withheld.includes(line))],
        [cfdi.Descuento, taken],
      ] as const
      for (const [total, lines] of optional)
        assert.deepEqual(
          [total === undefined, centsIn(total)],
          [lines.length === 0, importes(lines)],
        )
      const paid = importes(earned) + importes(all('otro_pago'))
      const always = [
        [nomina.TotalPercepciones, importes(earned)],
        [nomina.TotalOtrosPagos, importes(all('otro_pago'))],
        [Percepciones?.TotalExento, sumOf(earned.map((one) => one.importe_exento ?? '0.00'))],
        [Percepciones?.TotalSueldos, importes(earned) - importes(separated)],
        [cfdi.SubTotal, paid],
        [cfdi.Total, paid - importes(taken)],
      ] as const
      for (const [total, sum] of always) assert.equal(centsIn(total), sum)
      assert.equal(
        centsIn(nomina.Percepciones?.TotalGravado) + centsIn(nomina.Percepciones?.TotalExento),
        centsIn(nomina.TotalPercepciones),
      )
    }),
  )
})
