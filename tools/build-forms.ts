import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { invoice } from './forms/invoice.ts'
import { purchaseOrder } from './forms/purchase-order.ts'

// Writes the forms that the ERP ships, as .docx that people may take as a start for their own.

const FOLDER = join(import.meta.dirname, '../services/erp/data/forms')

await mkdir(FOLDER, { recursive: true })
await writeFile(join(FOLDER, 'compra.docx'), purchaseOrder())
await writeFile(join(FOLDER, 'cfdi.docx'), invoice())
