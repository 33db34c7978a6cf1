import { xlsxBytes } from '../../src/files/xlsx-writer.ts'
import type { ChosenFile } from './working-person.ts'

// What a company has at hand in its first hour: the SAT's catalogs, its constancia and its own lists, as people keep them.

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const COMPANY = { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' } as const
/** Its supplier that sends invoices. */
const SUPPLIER = { rfc: 'ANO010101AB1', nombre: 'ACEROS DEL NORTE' } as const

export const CONSTANCIA = `CÉDULA DE IDENTIFICACIÓN FISCAL
RFC: ${COMPANY.rfc}
Denominación/Razón Social: ${COMPANY.nombre}
Régimen Capital: SOCIEDAD ANONIMA DE CAPITAL VARIABLE
Datos del domicilio registrado
Código Postal:06000 Tipo de Vialidad: AVENIDA (AV.)
Nombre de Vialidad: FRANCISCO I. MADERO Número Exterior: 12
Número Interior:B Nombre de la Colonia: CENTRO
Nombre de la Localidad: Nombre del Municipio o Demarcación Territorial: CUAUHTEMOC
Nombre de la Entidad Federativa: CIUDAD DE MEXICO Entre Calle: BOLIVAR
Regímenes:
Régimen Fecha Inicio Fecha Fin
Régimen General de Ley Personas Morales 17/03/1990
`

/** The sheet of products of catCFDI, with its title above the header, and CPdescarga.txt. */
export async function publishedFiles(): Promise<readonly ChosenFile[]> {
  const products = await workbook('catCFDI_V_4.xlsx', 'c_ClaveProdServ', [
    ['Catálogo de productos y servicios'],
    [],
    [
      'c_ClaveProdServ',
      'Descripción',
      'Incluir IVA trasladado',
      'Incluir IEPS trasladado',
      'Complemento que debe incluir',
      'FechaInicioVigencia',
      'FechaFinVigencia',
      'Estímulo Franja Fronteriza',
      'Palabras similares',
    ],
    ['31161500', 'Tornillos', 'Opcional', 'No', '', '01/01/2022', '', '0', ''],
    ['30102403', 'Varilla de acero', 'Opcional', 'No', '', '01/01/2022', '', '0', ''],
  ])
  const postal = [
    'El Catálogo Nacional de Códigos Postales, es elaborado por Correos de México y se proporciona en forma gratuita',
    'd_codigo|d_asenta|d_tipo_asenta|D_mnpio|d_estado|d_ciudad|d_CP|c_estado|c_oficina|c_CP|c_tipo_asenta|c_mnpio|id_asenta_cpcons|d_zona|c_cve_ciudad',
    '06000|Centro|Colonia|Cuauhtémoc|Ciudad de México|Ciudad de México|06002|09|06002||09|015|0001|Urbano|06',
    '64000|Monterrey Centro|Colonia|Monterrey|Nuevo León|Monterrey|64001|19|64001||09|039|0001|Urbano|08',
  ].join('\r\n')
  return [products, text('CPdescarga.txt', Buffer.from(`${postal}\r\n`, 'latin1'))]
}

/** Ten customers, as a spreadsheet keeps them. */
export function customers(): ChosenFile {
  const others = numbered(9, (number) => [
    `C${number + 1}`,
    `CLIENTE DEL CENTRO ${number}`,
    `CDC0101${letters(number)}AB1`,
  ])
  const rows = [['C1', 'UNIVERSIDAD ROBOTICA ESPAÑOLA', 'URE180429TM6'], ...others]
  return csv(
    'clientes.csv',
    [
      'Clave',
      'Razón social',
      'RFC',
      'Régimen fiscal',
      'Código postal',
      'Uso de CFDI',
      'Condición de pago',
    ],
    rows.map((row) => [...row, '601', '06000', 'G03', 'CREDITO-30']),
  )
}

/** Ten suppliers. */
export function suppliers(): ChosenFile {
  const others = numbered(9, (number) => [
    `P${number + 1}`,
    `PROVEEDOR DEL SUR ${number}`,
    `PDS0101${letters(number)}AB1`,
  ])
  const rows = [['P1', SUPPLIER.nombre, SUPPLIER.rfc], ...others]
  return csv(
    'proveedores.csv',
    ['Clave', 'Razón social', 'RFC', 'Régimen fiscal', 'Condición de pago'],
    rows.map((row) => [...row, '601', 'CREDITO-30']),
  )
}

/** Thirty articles. */
export function articles(): ChosenFile {
  return csv(
    'articulos.csv',
    [
      'Clave',
      'Descripción',
      'Unidad',
      'Clave de producto o servicio',
      'Objeto de impuesto',
      'Grupo fiscal',
      'Precio base',
    ],
    numbered(30, (number) => [
      `A${number}`,
      `Tornillo del ${number}`,
      'PZA',
      '31161500',
      '02',
      'IVA-16',
      `${100 + number}.00`,
    ]),
  )
}

/** What the company brings along: stock, money in the bank, a debt of a customer and one of its own. */
export function openingFiles(): readonly ChosenFile[] {
  return [
    csv('cuentas.csv', ['cuenta', 'cargo', 'abono'], [['304-01', '', '10000.00']]),
    csv(
      'existencias.csv',
      ['articulo', 'almacen', 'cantidad', 'costo_unitario'],
      numbered(10, (number) => [`A${number}`, 'GENERAL', '20', '10.00']),
    ),
    csv(
      'por_cobrar.csv',
      ['cliente', 'documento', 'total', 'iva', 'fecha', 'vencimiento'],
      [['C2', 'V-118', '1160.00', '160.00', '10/02/2026', '12/03/2026']],
    ),
    csv(
      'por_pagar.csv',
      ['proveedor', 'documento', 'total', 'iva', 'fecha', 'vencimiento'],
      [['P2', 'F-77', '1160.00', '160.00', '12/02/2026', '14/03/2026']],
    ),
    csv('bancos.csv', ['cuenta', 'saldo'], [['BANCO', '8000.00']]),
  ]
}

function numbered<T>(count: number, make: (number: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index + 1))
}

/** A day of a made-up RFC: another one for each number up to 28. */
function letters(number: number): string {
  return String(number).padStart(2, '0')
}

function csv(
  name: string,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): ChosenFile {
  const lines = [titles, ...rows].map((cells) => cells.join(','))
  return text(name, Buffer.from(`${lines.join('\r\n')}\r\n`), 'text/csv')
}

function text(name: string, buffer: Buffer, mimeType = 'text/plain'): ChosenFile {
  return { name, mimeType, buffer }
}

async function workbook(
  name: string,
  sheet: string,
  rows: readonly (readonly string[])[],
): Promise<ChosenFile> {
  const width = Math.max(...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, () => ({ title: '', format: 'text' as const }))
  async function* batches() {
    yield await Promise.resolve([...rows])
  }
  const chunks: Buffer[] = []
  for await (const chunk of xlsxBytes({ name: sheet, columns, batches: batches() }))
    chunks.push(chunk)
  return { name, mimeType: WORKBOOK, buffer: Buffer.concat(chunks) }
}
