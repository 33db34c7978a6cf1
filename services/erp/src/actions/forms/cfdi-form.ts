import { encodeQR } from 'qr'

import { apiError } from '../../errors.ts'
import { isContentName } from '../../files/content-folder.ts'
import { printedForm, type PrintedForm } from '../../fiscal/cfdi/printed-form.ts'
import { MAX_CFDI_BYTES } from '../../fiscal/cfdi/xml/parse.ts'
import { readCfdi } from '../../fiscal/cfdi/xml/read.ts'
import {
  CFDI_WITHOUT_STAMP,
  CFDI_WITHOUT_XML,
  SALE_WITHOUT_CFDI,
  XML_NO_CFDI,
} from '../../messages/forms.ts'
import { NO_RECORD } from '../../messages/requests.ts'
import {
  findCfdiFile,
  findCfdiOfSale,
  findSatWords,
  type CfdiFileRow,
  type FormFileRow,
} from '../../store/form-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import { cfdiData, cfdiIssuer, satKeys, satWords } from './cfdi-data.ts'
import type { FormContent, FormSource } from './form.ts'

/** The printed form of the CFDI of a sale. @throws ApiError INVALID_STATE for a sale without one */
export async function saleForm(source: FormSource): Promise<FormContent> {
  const { tools, empresa, subject } = source
  const { registro } = subject
  const sale = await writeAs(tools.database, empresa, (tx) => findCfdiOfSale(tx, empresa, registro))
  if (sale === undefined) throw apiError('NOT_FOUND', NO_RECORD({ model: 'Venta', id: registro }))
  if (sale.cfdi === null)
    throw apiError('INVALID_STATE', SALE_WITHOUT_CFDI({ id: registro }), 'cfdi')
  return await cfdiForm({ ...source, subject: { modelo: 'Cfdi', registro: sale.cfdi } })
}

/** The printed form of a CFDI, from its XML. @throws ApiError NOT_FOUND, INVALID_STATE for one without a stamp */
export async function cfdiForm({ tools, empresa, subject }: FormSource): Promise<FormContent> {
  const { registro } = subject
  const row = await writeAs(tools.database, empresa, (tx) => findCfdiFile(tx, empresa, registro))
  if (row === undefined) throw apiError('NOT_FOUND', NO_RECORD({ model: 'Cfdi', id: registro }))
  const xml = await readXml(tools.attachments, empresa, row)
  const printed = stamped(row, xml)
  const keys = satKeys(printed)
  const words = satWords(await writeAs(tools.database, empresa, (tx) => findSatWords(tx, keys)))
  const { Folio = '', Serie = '' } = printed.comprobante
  return {
    shipped: 'cfdi',
    modelo: 'Cfdi',
    sucursal: row.sucursal,
    emisor: cfdiIssuer(printed, words),
    data: {
      ...cfdiData(printed, words),
      aviso: row.estado === 'cancelado' ? 'CANCELADO' : '',
      qr: qrOf(printed),
    },
    nombre: `${Serie}${Folio}` === '' ? printed.timbre.UUID : `${Serie}${Folio}`,
    xml,
  }
}

async function readXml(
  { contents }: FormSource['tools']['attachments'],
  empresa: string,
  { id, xml }: CfdiFileRow,
): Promise<Buffer> {
  const file = xml === null ? undefined : await openContent(contents, empresa, xml)
  if (file === undefined) throw apiError('INVALID_STATE', CFDI_WITHOUT_XML({ id }), 'xml')
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

async function openContent(
  contents: FormSource['tools']['attachments']['contents'],
  empresa: string,
  { huella, tamano_bytes: sizeBytes }: FormFileRow,
) {
  if (!isContentName(huella) || sizeBytes > MAX_CFDI_BYTES) return undefined
  return await contents.open(empresa, huella)
}

function stamped({ id }: CfdiFileRow, xml: Buffer): PrintedForm {
  const read = readCfdi(xml)
  if (!read.ok) throw apiError('INVALID_STATE', XML_NO_CFDI({ id }), 'xml')
  const printed = printedForm(read.value.comprobante)
  if (printed !== undefined) return printed
  throw apiError('INVALID_STATE', CFDI_WITHOUT_STAMP({ id }), 'xml')
}

/** The code that anybody may read to ask the SAT, as a picture. */
function qrOf({ verificationUrl }: PrintedForm): string {
  const svg = encodeQR(verificationUrl, 'svg', { ecc: 'medium', border: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
