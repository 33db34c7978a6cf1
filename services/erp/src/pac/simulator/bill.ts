import { randomBytes, randomUUID } from 'node:crypto'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import {
  composeComprobante,
  type ComprobanteDraft,
  type ConceptoDraft,
} from '../../fiscal/cfdi/compose/compose.ts'
import { localTime, zoneOfPostalCode } from '../../fiscal/cfdi/local-time.ts'
import { openCsd } from '../../fiscal/cfdi/seal/csd.ts'
import { sealComprobante } from '../../fiscal/cfdi/seal/seal.ts'
import { cfdiXml } from '../../fiscal/cfdi/xml/write.ts'
import { parseDecimal } from '../../fiscal/decimal.ts'
import type { Simulator } from './simulator.ts'

type Fields = Readonly<Record<string, unknown>>

const FORM = [
  'emisor and receptor: {rfc, nombre, regimen, codigo_postal}',
  'conceptos: [{codigo, descripcion, cantidad, precio}], up to 100, cantidad and precio as texts',
  'folio and codigo may be left out',
].join('; ')
const MAX_CONCEPTS = 100
const PASSWORD_BYTES = 12
const CENTS = 2

interface Party {
  readonly rfc: string
  readonly nombre: string
  readonly regimen: string
  readonly codigoPostal: string
}

/**
 * The invoice of a supplier, as the supplier would send it: in pesos with IVA of 16 %, on credit (PPD), sealed with a
 * CSD of the supplier's and stamped. A company that is tried out has nobody else to send it one.
 */
export async function billFrom(
  simulator: Simulator,
  fields: Fields,
): Promise<Result<string, string>> {
  const emisor = partyOf(fields['emisor'])
  const receptor = partyOf(fields['receptor'])
  const conceptos = conceptsOf(fields['conceptos'])
  if (emisor === undefined || receptor === undefined || conceptos === undefined) return fail(FORM)
  const nowMs = simulator.options.now()
  const { rfc, nombre } = emisor
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const files = await simulator.issue({ rfc, nombre, kind: 'csd', password })
  const csd = openCsd(files, { rfc, nowMs })
  if (!csd.ok) return fail(csd.error.map(({ message }) => message).join(' '))
  const folio = textOf(fields['folio'])
  const draft: ComprobanteDraft = {
    ...(folio === undefined ? {} : { Folio: folio }),
    ...headOf({ emisor, receptor, nowMs }),
    Conceptos: conceptos,
  }
  const xml = cfdiXml(sealComprobante(composeComprobante(draft, CENTS), csd.value))
  const stamped = await simulator.stamp({ xml, customId: randomUUID(), nowMs })
  if (stamped.ok) return ok(stamped.value.xml)
  return fail(`${stamped.error.code}: ${stamped.error.message}`)
}

function headOf({
  emisor,
  nowMs,
  receptor,
}: {
  readonly emisor: Party
  readonly receptor: Party
  readonly nowMs: number
}): Omit<ComprobanteDraft, 'Conceptos'> {
  return {
    Fecha: localTime(nowMs, zoneOfPostalCode(emisor.codigoPostal)),
    TipoDeComprobante: 'I',
    Exportacion: '01',
    Moneda: 'MXN',
    MetodoPago: 'PPD',
    FormaPago: '99',
    LugarExpedicion: emisor.codigoPostal,
    Emisor: { Rfc: emisor.rfc, Nombre: emisor.nombre, RegimenFiscal: emisor.regimen },
    Receptor: {
      Rfc: receptor.rfc,
      Nombre: receptor.nombre,
      DomicilioFiscalReceptor: receptor.codigoPostal,
      RegimenFiscalReceptor: receptor.regimen,
      UsoCFDI: 'G01',
    },
  }
}

function partyOf(value: unknown): Party | undefined {
  const fields = fieldsOf(value)
  const [rfc, nombre, regimen, codigoPostal] = [
    textOf(fields['rfc']),
    textOf(fields['nombre']),
    textOf(fields['regimen']),
    textOf(fields['codigo_postal']),
  ]
  if (rfc === undefined || nombre === undefined) return undefined
  if (regimen === undefined || codigoPostal === undefined) return undefined
  return { rfc, nombre, regimen, codigoPostal }
}

function conceptsOf(value: unknown): readonly ConceptoDraft[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_CONCEPTS) return undefined
  const concepts = value.flatMap((one: unknown) => conceptOf(fieldsOf(one)) ?? [])
  return concepts.length === value.length ? concepts : undefined
}

function conceptOf(fields: Fields): ConceptoDraft | undefined {
  const [codigo, descripcion, cantidad, precio] = [
    textOf(fields['codigo']),
    textOf(fields['descripcion']),
    textOf(fields['cantidad']),
    textOf(fields['precio']),
  ]
  if (descripcion === undefined || cantidad === undefined || precio === undefined) return undefined
  if (parseDecimal(cantidad) === undefined || parseDecimal(precio) === undefined) return undefined
  return {
    ClaveProdServ: '01010101',
    ...(codigo === undefined ? {} : { NoIdentificacion: codigo }),
    Cantidad: cantidad,
    ClaveUnidad: 'H87',
    Descripcion: descripcion,
    ValorUnitario: precio,
    ObjetoImp: '02',
    Impuestos: {
      Traslados: [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }],
    },
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
