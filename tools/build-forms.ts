import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { invoice } from './forms/invoice.ts'
import { manual } from './forms/manual.ts'
import { purchaseOrder } from './forms/purchase-order.ts'
import { STARTERS } from './starters/starters.ts'

// Writes the forms that the ERP ships and the starter templates of documents, as .docx that people may take as a start
// for their own.

const FOLDER = join(import.meta.dirname, '../services/erp/data/forms')

await mkdir(FOLDER, { recursive: true })
await writeFile(join(FOLDER, 'compra.docx'), purchaseOrder())
await writeFile(join(FOLDER, 'cfdi.docx'), invoice())
await writeFile(join(FOLDER, 'manual.docx'), manual())

const STARTER_FOLDER = join(import.meta.dirname, '../services/documents/examples/starters')

for (const [slug, build] of Object.entries(STARTERS))
  await writeFile(join(STARTER_FOLDER, `${slug}.docx`), build())
