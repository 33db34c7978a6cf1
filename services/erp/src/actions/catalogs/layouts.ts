import type { PublishedLayout } from './public-catalog.ts'

/** A catalog that `erp import` reads from its publisher's file. */
export interface PublicCatalog {
  readonly name: string
  /** What the file is, for the help text. */
  readonly source: string
  /**
   * One load for each model that it fills, in the order in which they refer to each other; the alternatives are
   * editions.
   */
  readonly loads: readonly (readonly PublishedLayout[])[]
}

const DAY = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/

/** A day of a published file, `31/12/2021` or ISO 8601, or nothing. */
function day(text: string): string {
  const [, date = '', month = '', year] = DAY.exec(text) ?? []
  if (year === undefined) return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? ''
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

function flag(text: string): string {
  return text === '' ? '' : String(text !== '0')
}

/** At most `length` characters, whole words separated by commas. */
function cutList(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  return cut.slice(0, Math.max(cut.lastIndexOf(','), 0))
}

const PRODUCTS: PublishedLayout = {
  model: 'ClaveProdServ',
  fields: [
    'clave',
    'descripcion',
    'iva_trasladado',
    'ieps_trasladado',
    'inicio_vigencia',
    'fin_vigencia',
    'estimulo_frontera',
    'palabras_similares',
  ],
  header: 'c_ClaveProdServ',
  sheets: /^c_ClaveProdServ$/i,
  row: (cell) => [
    cell('c_ClaveProdServ').padStart(8, '0'),
    cell('Descripción').slice(0, 250),
    cell('Incluir IVA trasladado').slice(0, 10),
    cell('Incluir IEPS trasladado').slice(0, 10),
    day(cell('FechaInicioVigencia')),
    day(cell('FechaFinVigencia')),
    flag(cell('Estímulo Franja Fronteriza')),
    cutList(cell('Palabras similares'), 500),
  ],
}

// Those of the SAT's time zones that certainly match one of IANA's.
const ZONES: Readonly<Record<string, string>> = {
  'tiempo del centro': 'America/Mexico_City',
  'tiempo del centro en frontera': 'America/Matamoros',
  'tiempo del pacífico': 'America/Mazatlan',
  'tiempo del pacífico sonora': 'America/Hermosillo',
  'tiempo del noroeste': 'America/Tijuana',
  'tiempo del noroeste en frontera': 'America/Tijuana',
  'tiempo del sureste': 'America/Cancun',
}

const POSTAL_FIELDS = ['clave', 'estado', 'municipio']

const SAT_POSTAL_CODES: PublishedLayout = {
  model: 'CodigoPostal',
  fields: [...POSTAL_FIELDS, 'localidad', 'estimulo_frontera', 'inicio_vigencia', 'zona_horaria'],
  header: 'c_CodigoPostal',
  sheets: /^c_CodigoPostal/i,
  row: (cell) => {
    const code = cell('c_CodigoPostal').padStart(5, '0')
    const state = `MEX|${cell('c_Estado')}`
    const [municipality, locality] = [cell('c_Municipio'), cell('c_Localidad')]
    // 00000 means no postal code.
    if (code === '00000') return null
    return [
      code,
      state,
      municipality === '' ? '' : `${state}|${municipality.padStart(3, '0')}`,
      locality === '' ? '' : `${state}|${locality.padStart(2, '0')}`,
      flag(cell('Estímulo Franja Fronteriza')),
      day(cell('Fecha inicio de vigencia')),
      ZONES[cell('Referencias del Huso Horario').toLowerCase()] ?? '',
    ]
  },
}

const SEPOMEX_POSTAL_CODES: PublishedLayout = {
  model: 'CodigoPostal',
  fields: POSTAL_FIELDS,
  header: 'd_codigo',
  sheets: /./,
  row: (cell, { stateByNumber }) => {
    const state = `MEX|${stateByNumber.get(cell('c_estado').padStart(2, '0')) ?? cell('c_estado')}`
    const municipality = cell('c_mnpio').padStart(3, '0')
    return [cell('d_codigo').padStart(5, '0'), state, `${state}|${municipality}`]
  },
}

const SAT_SETTLEMENTS: PublishedLayout = {
  model: 'Colonia',
  fields: ['clave', 'nombre', 'codigo_postal'],
  header: 'c_Colonia',
  sheets: /^c_Colonia/i,
  row: (cell) => [
    cell('c_Colonia').padStart(4, '0'),
    cell('Nombre del asentamiento').slice(0, 150),
    cell('c_CodigoPostal').padStart(5, '0'),
  ],
}

const SEPOMEX_SETTLEMENTS: PublishedLayout = {
  model: 'Colonia',
  fields: ['clave', 'nombre', 'codigo_postal', 'tipo_asentamiento', 'zona'],
  header: 'id_asenta_cpcons',
  sheets: /./,
  row: (cell) => [
    cell('id_asenta_cpcons').padStart(4, '0'),
    cell('d_asenta').slice(0, 150),
    cell('d_codigo').padStart(5, '0'),
    cell('c_tipo_asenta').padStart(2, '0'),
    cell('d_zona'),
  ],
}

/** The eight digits of a tariff fraction, and the two of its NICO, if any. */
function fractionOf(text: string): { readonly fraction: string; readonly nico: string } {
  const digits = text.replaceAll(/\D/g, '')
  return { fraction: digits.slice(0, 8), nico: digits.slice(8) }
}

const FRACTIONS: PublishedLayout = {
  model: 'FraccionArancelaria',
  fields: ['clave', 'descripcion', 'inicio_vigencia', 'fin_vigencia', 'unidad'],
  header: 'c_FraccionArancelaria',
  sheets: /^c_FraccionArancelaria/i,
  // The first NICO of a fraction, 00, has the fraction's own description.
  row: (cell, { isFirst }) => {
    const { fraction } = fractionOf(cell('c_FraccionArancelaria'))
    if (!isFirst(fraction)) return null
    return [
      fraction,
      cell('Descripción').slice(0, 500),
      day(cell('Fecha de inicio de vigencia')),
      day(cell('Fecha de fin de vigencia')),
      cell('UMT') === '' ? '' : cell('UMT').padStart(2, '0'),
    ]
  },
}

const NICOS: PublishedLayout = {
  ...FRACTIONS,
  model: 'Nico',
  fields: ['clave', 'descripcion', 'fraccion'],
  row: (cell) => {
    const { fraction, nico } = fractionOf(cell('c_FraccionArancelaria'))
    return nico === '' ? null : [nico, cell('Descripción').slice(0, 500), fraction]
  },
}

/** The large public catalogs. @source services/erp/data/README.md */
export const PUBLIC_CATALOGS: readonly PublicCatalog[] = [
  {
    name: 'sat-productos',
    source: 'catCFDI of the SAT, sheet c_ClaveProdServ',
    loads: [[PRODUCTS]],
  },
  {
    name: 'codigos-postales',
    source: 'catCFDI, sheets c_CodigoPostal…, or CPdescarga.txt of SEPOMEX',
    loads: [[SAT_POSTAL_CODES, SEPOMEX_POSTAL_CODES]],
  },
  {
    name: 'colonias',
    source: 'catCFDI, sheets C_Colonia…, or CPdescarga.txt; after codigos-postales',
    loads: [[SEPOMEX_SETTLEMENTS, SAT_SETTLEMENTS]],
  },
  {
    name: 'fracciones',
    source: 'catalogs of Comercio Exterior of the SAT, sheet c_FraccionArancelaria',
    loads: [[FRACTIONS], [NICOS]],
  },
]
