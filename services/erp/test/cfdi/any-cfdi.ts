import * as fc from 'fast-check'

import type {
  ComprobanteDraft,
  ConceptoDraft,
  RetencionDraft,
  TrasladoDraft,
} from '../../src/fiscal/cfdi/compose/compose.ts'
import { decimal, decimalText } from '../../src/fiscal/decimal.ts'

export const ISSUER = {
  Rfc: 'OFI010101AB1',
  Nombre: 'OFICINA & HIJOS "DEMO"',
  RegimenFiscal: '601',
} as const

export const CUSTOMER = {
  Rfc: 'CLI020202XY3',
  Nombre: "ÑANDÚ D'ORO <MÉXICO>",
  DomicilioFiscalReceptor: '64000',
  RegimenFiscalReceptor: '601',
  UsoCFDI: 'G03',
} as const

export const HEAD = {
  Fecha: '2026-03-02T09:00:00',
  Exportacion: '01',
  LugarExpedicion: '06600',
  Emisor: ISSUER,
  Receptor: CUSTOMER,
} as const

/** Decimals of the currencies that tests use. */
export const DECIMALS: Readonly<Record<string, number>> = { MXN: 2, USD: 2, JPY: 0, KWD: 3 }

/** An amount or quantity above zero, with up to so many decimals. */
function anyDecimal(max: number, decimals: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: 1, max }), fc.integer({ min: 0, max: decimals }))
    .map(([units, scale]) => decimalText({ units: BigInt(units), scale }))
}

// What a person may type: accents, quotes, markup, several spaces, a character outside of the first plane.
const anyWords = fc
  .array(
    fc.constantFrom('Tornillo', 'ñ', '"3/8"', '<b>', '&', "'", 'a  b', '\t', '€', '😀', '100%'),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((words) => `x ${words.join(' ')}`)

const TRASLADOS: readonly Omit<TrasladoDraft, 'Base' | 'Importe'>[] = [
  { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' },
  { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.080000' },
  { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.000000' },
  { Impuesto: '002', TipoFactor: 'Exento' },
  { Impuesto: '003', TipoFactor: 'Tasa', TasaOCuota: '0.265000' },
  { Impuesto: '003', TipoFactor: 'Cuota', TasaOCuota: '5.911600' },
]

const RETENCIONES: readonly Omit<RetencionDraft, 'Base' | 'Importe'>[] = [
  { Impuesto: '001', TipoFactor: 'Tasa', TasaOCuota: '0.100000' },
  { Impuesto: '001', TipoFactor: 'Tasa', TasaOCuota: '0.012500' },
  { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.106667' },
]

/** A line of up to six decimals, with a discount or none, taxed in any way or not. */
const anyLine: fc.Arbitrary<ConceptoDraft> = fc
  .record({
    Cantidad: anyDecimal(2_000_000, 6),
    ValorUnitario: anyDecimal(90_000_000, 6),
    Descripcion: anyWords,
    NoIdentificacion: fc.option(fc.constantFrom('A-1', 'B&2'), { nil: undefined }),
    Unidad: fc.option(fc.constant('Pieza'), { nil: undefined }),
    discount: fc.integer({ min: 0, max: 3 }),
    traslados: fc.subarray([...TRASLADOS], { maxLength: 3 }),
    retenciones: fc.subarray([...RETENCIONES], { maxLength: 2 }),
    pedimentos: fc.integer({ min: 0, max: 2 }),
    isForThirdParty: fc.boolean(),
    hasParts: fc.boolean(),
    hasPredial: fc.boolean(),
  })
  .map((given) => {
    const taxes = given.traslados.length + given.retenciones.length
    return {
      ClaveProdServ: '31161500',
      NoIdentificacion: given.NoIdentificacion,
      Cantidad: given.Cantidad,
      ClaveUnidad: 'H87',
      Unidad: given.Unidad,
      Descripcion: given.Descripcion,
      ValorUnitario: given.ValorUnitario,
      ...(given.discount === 0 ? {} : { Descuento: '0' }),
      ObjetoImp: taxes > 0 ? '02' : '01',
      ...(taxes > 0
        ? {
            Impuestos: {
              ...(given.traslados.length > 0 ? { Traslados: given.traslados } : {}),
              ...(given.retenciones.length > 0 ? { Retenciones: given.retenciones } : {}),
            },
          }
        : {}),
      ...(given.isForThirdParty
        ? {
            ACuentaTerceros: {
              RfcACuentaTerceros: 'TER030303AA1',
              NombreACuentaTerceros: 'TERCERO',
              RegimenFiscalACuentaTerceros: '612',
              DomicilioFiscalACuentaTerceros: '44100',
            },
          }
        : {}),
      ...(given.pedimentos > 0
        ? {
            InformacionAduanera: Array.from({ length: given.pedimentos }, () => ({
              NumeroPedimento: '15  48  3009  0001234',
            })),
          }
        : {}),
      ...(given.hasPredial ? { CuentaPredial: [{ Numero: '15956011002' }] } : {}),
      ...(given.hasParts
        ? {
            Parte: [
              {
                ClaveProdServ: '31161500',
                Cantidad: '1.5',
                Descripcion: 'parte',
                ValorUnitario: '2.333',
                Importe: '3.50',
                InformacionAduanera: [{ NumeroPedimento: '15  48  3009  0001235' }],
              },
            ],
          }
        : {}),
    }
  })

/** Discounts that the currency can write, and lines that cost something in it. */
function inCurrency(line: ConceptoDraft, decimals: number): ConceptoDraft {
  const price = decimal(line.ValorUnitario)
  const quantity = decimal(line.Cantidad)
  const cost = (price.units * quantity.units) / 10n ** BigInt(price.scale + quantity.scale)
  const dear = cost >= 4n ? line : { ...line, Cantidad: '7', ValorUnitario: '3.5' }
  if (dear.Descuento === undefined) return dear
  return { ...dear, Descuento: decimalText({ units: 10n ** BigInt(decimals), scale: decimals }) }
}

/** An invoice or a credit note of any lines, in any currency, paid in any way. */
export const anyDraft: fc.Arbitrary<ComprobanteDraft & { readonly decimals: number }> = fc
  .record({
    kind: fc.constantFrom('I', 'E'),
    Moneda: fc.constantFrom('MXN', 'USD', 'JPY', 'KWD'),
    paid: fc.constantFrom(
      { MetodoPago: 'PUE', FormaPago: '03' },
      { MetodoPago: 'PPD', FormaPago: '99' },
    ),
    serie: fc.option(fc.constant({ Serie: 'F', Folio: '17' }), { nil: undefined }),
    CondicionesDePago: fc.option(anyWords, { nil: undefined }),
    lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
    hasLocals: fc.boolean(),
    relations: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ kind, Moneda, paid, serie, lines, hasLocals, relations, CondicionesDePago }) => {
    const decimals = DECIMALS[Moneda] ?? 2
    return {
      ...HEAD,
      ...serie,
      ...paid,
      CondicionesDePago,
      Moneda,
      ...(Moneda === 'MXN' ? {} : { TipoCambio: '17.123456' }),
      TipoDeComprobante: kind,
      ...(relations === 0 ? {} : { CfdiRelacionados: relationsOf(relations) }),
      Conceptos: lines.map((line) => inCurrency(line, decimals)),
      ...(hasLocals && decimals >= 2 ? { locales: LOCALS } : {}),
      decimals,
    }
  })

function relationsOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    TipoRelacion: `0${index + 1}`,
    CfdiRelacionado: [
      { UUID: '11111111-2222-3333-4444-555555555555' },
      { UUID: '11111111-2222-3333-4444-55555555555A' },
    ],
  }))
}

const LOCALS = {
  TrasladosLocales: [{ ImpLocTrasladado: 'ISH & otro', TasadeTraslado: '3.00', Importe: '0.75' }],
  RetencionesLocales: [
    { ImpLocRetenido: 'Cinco al millar', TasadeRetencion: '0.50', Importe: '0.05' },
  ],
}
