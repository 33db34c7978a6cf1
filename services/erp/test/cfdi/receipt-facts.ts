import assert from 'node:assert/strict'

import { receiptCfdi } from '../../src/actions/business/nomina/decisions/receipt-cfdi.ts'
import type {
  LineToStamp,
  ReceiptToStamp,
} from '../../src/actions/business/nomina/store/receipt-cfdi-store.ts'
import { composeComprobante } from '../../src/fiscal/cfdi/compose/compose.ts'
import type { UnsealedComprobante } from '../../src/fiscal/cfdi/structure/comprobante.ts'
import { curpCheckDigit } from '../../src/fiscal/curp.ts'
import { checkDigit } from '../../src/fiscal/rfc.ts'
import { HEAD } from './any-cfdi.ts'

/** A line of a receipt. */
export function payLine(
  tipo: LineToStamp['tipo'],
  sat: string,
  importe: string,
  more: Partial<LineToStamp> = {},
): LineToStamp {
  return {
    id: '1',
    partida: 1,
    clave: `${tipo.slice(0, 1).toUpperCase()}${sat}`,
    nombre: 'Concepto',
    tipo,
    calculo: null,
    sat,
    cantidad: null,
    importe_exento: '0.00',
    importe,
    referencia: null,
    ...more,
  }
}

const CURP = 'LOAA850203MDFPNN0'
const RFC = 'LOAA850203AB'

/** A receipt of a fortnight of somebody with a boss, whose CFDI can be made. */
export const PERSON: ReceiptToStamp = {
  id: '7',
  folio: 'RN-7',
  estado: 'calculado',
  nomina: '3',
  nomina_folio: 'N-3',
  nomina_estado: 'calculada',
  cfdi: null,
  cfdi_estado: null,
  cfdi_uuid: null,
  cfdi_rfc_receptor: null,
  cfdi_huella: null,
  sustituto: null,
  sustituto_estado: null,
  tipo_nomina: 'O',
  origen_recurso: null,
  fecha_pago: '2026-02-28',
  fecha_inicio: '2026-02-16',
  fecha_fin: '2026-02-28',
  periodicidad: '04',
  dias_pagados: '15.000',
  salario_diario: '500.00',
  salario_base_cotizacion: '524.65',
  subsidio_causado: '0.00',
  empresa_rfc: 'OFI010101AB1',
  empresa_curp: null,
  numero: '12',
  nombre: 'Ana López Aguilar',
  rfc: RFC + checkDigit(`${RFC}0`),
  curp: CURP + curpCheckDigit(`${CURP}0`),
  nss: '12345678903',
  codigo_postal: '06600',
  fecha_alta: '2025-01-01',
  fecha_baja: null,
  tipo_contrato: '01',
  regimen: '02',
  jornada: '01',
  registro_patronal: 'Y5412345109',
  departamento: 'Producción',
  puesto: 'Operador',
  sindicalizado: false,
  riesgo: '2',
  estado_trabajo: 'CMX',
  clabe: '012180001234567897',
  numero_cuenta: null,
  banco: '012',
  partidas: [
    payLine('percepcion', '001', '7500.00'),
    payLine('deduccion', '002', '812.33'),
    payLine('deduccion', '001', '195.40'),
  ],
  horas_extra: [],
  dias_horas_extra: 0,
  incapacidades: [],
}

/** A receipt whose CFDI was not made before and takes no other's place. */
export const FIRST = { previous: null, replaced: null }

/** The CFDI of a receipt from which nothing is missing. */
export function receiptDocument(receipt: ReceiptToStamp): UnsealedComprobante {
  const made = receiptCfdi(receipt, FIRST)
  if (!made.ok) assert.deepEqual(made.error, [])
  assert.ok(made.ok)
  const { Fecha, LugarExpedicion, Emisor } = HEAD
  return composeComprobante({ ...made.value.draft, Fecha, LugarExpedicion, Emisor }, 2)
}
