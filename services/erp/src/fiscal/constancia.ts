import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { hasRfcForm, normalizeRfc } from './rfc.ts'

/** Who a taxpayer is, as his constancia de situación fiscal says. */
export interface Constancia {
  readonly rfc: string
  /** As CFDI 4.0 wants it: without the kind of company. */
  readonly nombre: string
  readonly nombreComercial: string | null
  readonly esMoral: boolean
  /** The names of the regimes that have not ended, in the order of the document. */
  readonly regimenes: readonly string[]
  readonly codigoPostal: string | null
  readonly calle: string | null
  readonly numeroExterior: string | null
  readonly numeroInterior: string | null
  readonly colonia: string | null
  readonly municipio: string | null
  readonly entidad: string | null
}

// The labels of the document. One ends what stands behind another, since copied text has several on a line.
const LABELS = [
  'RFC',
  'CURP',
  'Nombre (s)',
  'Nombre(s)',
  'Primer Apellido',
  'Segundo Apellido',
  'Denominación/Razón Social',
  'Denominación o Razón Social',
  'Régimen Capital',
  'Nombre Comercial',
  'Fecha inicio de operaciones',
  'Fecha de inicio de operaciones',
  'Estatus en el padrón',
  'Situación del contribuyente',
  'Fecha de último cambio de estado',
  'Fecha del último cambio de situación',
  'Código Postal',
  'CP',
  'Tipo de Vialidad',
  'Tipo de vialidad',
  'Nombre de Vialidad',
  'Nombre de la vialidad',
  'Número Exterior',
  'Número exterior',
  'Número Interior',
  'Número interior',
  'Nombre de la Colonia',
  'Colonia',
  'Nombre de la Localidad',
  'Nombre del Municipio o Demarcación Territorial',
  'Municipio o delegación',
  'Nombre de la Entidad Federativa',
  'Entidad Federativa',
  'Entre Calle',
  'Y Calle',
  'Correo electrónico',
  'AL',
  'Regímenes',
  'Actividades Económicas',
  'Obligaciones',
  'Datos del domicilio registrado',
  'Datos de Ubicación',
  'Datos de Identificación del Contribuyente',
] as const

const escaped = (text: string) => text.replaceAll(/[()/]/g, String.raw`\$&`)
const ANY_LABEL = String.raw`(?:${LABELS.toSorted((a, b) => b.length - a.length)
  .map(escaped)
  .join('|')})`
const MAX_LENGTH = 20_000
// `Régimen General de Ley Personas Morales 01/01/2020`; with a second day it has ended.
const REGIME =
  /^\s*(?:Régimen\s+(?:de\s+las\s+|de\s+los\s+|de\s+)?)?(\p{L}[\p{L}\d\s(),.-]{4,160}?)\s+\d{2}\/\d{2}\/\d{4}(\s+\d{2}\/\d{2}\/\d{4})?\s*$/u

/**
 * Reads the text of a constancia de situación fiscal, as it is copied from its PDF or from the page that its QR opens.
 * @returns what is missing, by its label, when it is none
 * @source https://www.sat.gob.mx/aplicacion/53027/genera-tu-constancia-de-situacion-fiscal
 */
export function readConstancia(given: string): Result<Constancia, readonly string[]> {
  const text = given
    .slice(0, MAX_LENGTH)
    .replaceAll(/[\u00A0\t]/g, ' ')
    .normalize('NFC')
  const of = (...labels: readonly string[]) => valueOf(text, labels)
  const rfc = normalizeRfc(of('RFC') ?? '')
  const esMoral = rfc.length === 12
  const nombre = esMoral
    ? of('Denominación/Razón Social', 'Denominación o Razón Social')
    : joined([of('Nombre (s)', 'Nombre(s)'), of('Primer Apellido'), of('Segundo Apellido')])
  const missing = [
    ...(hasRfcForm(rfc) ? [] : ['RFC']),
    ...(nombre === null ? [esMoral ? 'Denominación/Razón Social' : 'Nombre (s)'] : []),
  ]
  if (missing.length > 0 || nombre === null) return fail(missing)
  return ok({
    rfc,
    nombre: nombre.toUpperCase(),
    nombreComercial: of('Nombre Comercial'),
    esMoral,
    regimenes: regimesOf(text),
    codigoPostal: /^\d{5}/.exec(of('Código Postal', 'CP') ?? '')?.[0] ?? null,
    calle: of('Nombre de Vialidad', 'Nombre de la vialidad'),
    numeroExterior: of('Número Exterior', 'Número exterior'),
    numeroInterior: of('Número Interior', 'Número interior'),
    colonia: of('Nombre de la Colonia', 'Colonia'),
    municipio: of('Nombre del Municipio o Demarcación Territorial', 'Municipio o delegación'),
    entidad: of('Nombre de la Entidad Federativa', 'Entidad Federativa'),
  })
}

/** What stands behind the first of the labels that has something, up to the next label or the end of the line. */
function valueOf(text: string, labels: readonly string[]): string | null {
  for (const label of labels) {
    const pattern = String.raw`(?:^|[\s.])${escaped(label)}\s*:[ ]*([^\n\r]*?)[ ]*(?=${ANY_LABEL}\s*:|$)`
    const found = new RegExp(pattern, 'mu').exec(text)?.[1]?.trim() ?? ''
    if (found !== '') return found.replaceAll(/\s+/g, ' ')
  }
  return null
}

function joined(parts: readonly (string | null)[]): string | null {
  const [first] = parts
  if (first === null || first === undefined) return null
  return parts.filter((part) => part !== null).join(' ')
}

function regimesOf(text: string): readonly string[] {
  const [, after = ''] = text.split(/Regímenes\s*:?/u, 2)
  const [part = ''] = after.split(/Obligaciones\s*:/u, 1)
  return part.split(/\r?\n/).flatMap((line) => {
    const [, name, end] = REGIME.exec(line) ?? []
    return name === undefined || end !== undefined ? [] : [name.trim()]
  })
}
