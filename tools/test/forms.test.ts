import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { invoice } from '../forms/invoice.ts'
import { manual } from '../forms/manual.ts'
import { purchaseOrder } from '../forms/purchase-order.ts'
import { STARTERS } from '../starters/starters.ts'
import { ROOT } from './launch.ts'

test('the forms that the ERP ships are those that tools/build-forms.ts builds', async () => {
  const built = {
    'compra.docx': purchaseOrder(),
    'cfdi.docx': invoice(),
    'manual.docx': manual(),
  }
  for (const [name, bytes] of Object.entries(built)) {
    const shipped = await readFile(join(ROOT, 'services/erp/data/forms', name))
    assert.ok(bytes.equals(shipped), `${name}: npm run build-forms -w @oficina/tools`)
  }
})

test('the starter templates of documents are those that tools/build-forms.ts builds', async () => {
  for (const [slug, build] of Object.entries(STARTERS)) {
    const shipped = await readFile(
      join(ROOT, 'services/documents/examples/starters', `${slug}.docx`),
    )
    assert.ok(build().equals(shipped), `${slug}: npm run build-forms -w @oficina/tools`)
  }
})
