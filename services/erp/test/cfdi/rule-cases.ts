import assert from 'node:assert/strict'

import { composeComprobante } from '../../src/fiscal/cfdi/compose/compose.ts'
import {
  composePagos,
  PAYMENT_DOCUMENT,
  paidInvoice,
} from '../../src/fiscal/cfdi/compose/payments.ts'
import { FOREIGN_RFC, PUBLIC_NAME, PUBLIC_RFC } from '../../src/fiscal/cfdi/generic-parties.ts'
import { checkComprobante } from '../../src/fiscal/cfdi/rules/check.ts'
import type { UnsealedComprobante } from '../../src/fiscal/cfdi/structure/comprobante.ts'
import { readCfdiCatalogs } from '../../src/pac/catalog-files.ts'
import { CATALOG_DIR } from '../../src/store/catalogs/catalog-store.ts'
import { CUSTOMER, HEAD } from './any-cfdi.ts'

export const catalogs = await readCfdiCatalogs(CATALOG_DIR)

export const UUID = '0aa8ea28-8f54-4b2c-9f5c-4a1b2f6c0001'
export const IVA = { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.16' }
const ISR = { Impuesto: '001', TipoFactor: 'Tasa', TasaOCuota: '0.1' }
export const PUBLIC = {
  Rfc: PUBLIC_RFC,
  Nombre: PUBLIC_NAME,
  DomicilioFiscalReceptor: HEAD.LugarExpedicion,
  RegimenFiscalReceptor: '616',
  UsoCFDI: 'S01',
}
export const FOREIGNER = {
  ...PUBLIC,
  Rfc: FOREIGN_RFC,
  Nombre: 'Foreign Inc.',
  ResidenciaFiscal: 'USA',
  NumRegIdTrib: '123456789',
}
export const GLOBAL = { Periodicidad: '04', Meses: '03', Año: '2026' }

export const INVOICE = composeComprobante(
  {
    ...HEAD,
    TipoDeComprobante: 'I',
    Moneda: 'MXN',
    MetodoPago: 'PUE',
    FormaPago: '03',
    Conceptos: [
      {
        ClaveProdServ: '31161500',
        Cantidad: '3',
        ClaveUnidad: 'H87',
        Descripcion: 'Tornillo',
        ValorUnitario: '33.333',
        Descuento: '10.00',
        ObjetoImp: '02',
        Impuestos: { Traslados: [IVA], Retenciones: [ISR] },
        Parte: [
          {
            ClaveProdServ: '31161500',
            Cantidad: '2',
            Descripcion: 'Parte',
            ValorUnitario: '1.5',
            Importe: '3',
          },
        ],
      },
    ],
    locales: {
      TrasladosLocales: [{ ImpLocTrasladado: 'ISH', TasadeTraslado: '3.00', Importe: '2.70' }],
    },
  },
  2,
)

export const PAYMENT = composeComprobante(
  {
    ...HEAD,
    ...PAYMENT_DOCUMENT,
    Receptor: { ...CUSTOMER, UsoCFDI: 'CP01' },
    pagos: composePagos(
      [
        {
          FechaPago: '2026-03-01T12:00:00',
          FormaDePagoP: '03',
          MonedaP: 'MXN',
          CtaOrdenante: '012345678901234567',
          documentos: [
            {
              invoice: paidInvoice(UUID, {
                ...INVOICE,
                Sello: 'A',
                NoCertificado: 'A',
                Certificado: 'A',
              }),
              NumParcialidad: 1,
              ImpSaldoAnt: INVOICE.Total,
              ImpPagado: '50.00',
            },
          ],
        },
      ],
      () => 2,
    ),
  },
  0,
)

type Path = readonly (string | number)[]

/** The document with one value changed; undefined takes it away. */
export function changed(
  document: UnsealedComprobante,
  path: Path,
  value: unknown,
): UnsealedComprobante {
  const copy = structuredClone(document)
  let at: unknown = copy
  for (const step of path.slice(0, -1)) at = Reflect.get(Object(at), step)
  Reflect.set(Object(at), path.at(-1) ?? '', value)
  return copy
}

export function at(text: string): Path {
  return text.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

export type Case = readonly [path: string, value: unknown, field: string, code: string | undefined]

export function check(document: UnsealedComprobante, [path, value, field, code]: Case): void {
  const result = checkComprobante(changed(document, at(path), value), catalogs)
  const found = result.ok ? [] : result.error
  assert.ok(
    found.some((problem) => problem.field === field && problem.code === code),
    `${path} = ${JSON.stringify(value)}: ${JSON.stringify(found, null, 1)}`,
  )
}
