import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { apiError } from '../../errors.ts'
import { isContentName } from '../../files/content-folder.ts'
import type { FormTemplate } from '../../joined/documents-service.ts'
import { FORM_PART_GONE, FORM_PART_TOO_LARGE } from '../../messages/forms.ts'
import { findOwnForm, type FormFileRow, type OwnFormRow } from '../../store/form-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import type { FormContent, FormSource, FormTools, ShippedForm } from './form.ts'

const FOLDER = join(import.meta.dirname, '../../../data/forms')
// What documents takes, unless it is told to take more.
const MAX_TEMPLATE_BYTES = 10 * 1024 * 1024
// It travels within a request of a megabyte, in base64.
const MAX_LOGO_BYTES = 500_000
// A slug of documents has 64 characters at most.
const HASH_CHARACTERS = 40

export interface Stationery {
  readonly template: FormTemplate
  /** As a data URI; empty when there is none. */
  readonly logo: string
}

/**
 * What a form is written on: the company's own FormatoImpresion where it has one with files, else what the service ships.
 * @throws ApiError FORM_FAILED for a file that is too large or gone
 */
export async function stationeryFor(
  { tools, empresa }: FormSource,
  { modelo, shipped, sucursal }: FormContent,
): Promise<Stationery> {
  const own = await writeAs(tools.database, empresa, (tx) =>
    findOwnForm(tx, empresa, { modelo, sucursal }),
  )
  if (own === undefined) return { template: await shippedTemplate(shipped), logo: '' }
  return {
    template:
      own.plantilla === null
        ? await shippedTemplate(shipped)
        : ownTemplate(tools, { empresa, own, file: own.plantilla }),
    logo: own.logotipo === null ? '' : await logoOf(tools, { empresa, own, file: own.logotipo }),
  }
}

/** The template of a form, or of what else is printed, that the service ships. */
export async function shippedTemplate(name: ShippedForm | 'manual'): Promise<FormTemplate> {
  const docx = await readFile(join(FOLDER, `${name}.docx`))
  const hash = createHash('sha256').update(docx).digest('hex').slice(0, HASH_CHARACTERS)
  return { slug: `erp-${name}-${hash}`, docx: async () => await Promise.resolve(docx) }
}

interface OwnFile<F extends FormFileRow> {
  readonly empresa: string
  readonly own: OwnFormRow
  readonly file: F
}

function ownTemplate(tools: FormTools, ownFile: OwnFile<FormFileRow>): FormTemplate {
  const { own, file } = ownFile
  return {
    slug: `erp-own-${file.huella.slice(0, HASH_CHARACTERS)}`,
    docx: async () =>
      await contentOf(tools, ownFile, { part: 'template', maxBytes: MAX_TEMPLATE_BYTES, own }),
  }
}

async function logoOf(
  tools: FormTools,
  ownFile: OwnFile<FormFileRow & { readonly mime: string }>,
): Promise<string> {
  const bytes = await contentOf(tools, ownFile, {
    part: 'logo',
    maxBytes: MAX_LOGO_BYTES,
    own: ownFile.own,
  })
  return `data:${ownFile.file.mime};base64,${bytes.toString('base64')}`
}

async function contentOf(
  { attachments }: FormTools,
  { empresa, file }: OwnFile<FormFileRow>,
  {
    part,
    maxBytes,
    own,
  }: { readonly part: 'template' | 'logo'; readonly maxBytes: number; readonly own: OwnFormRow },
): Promise<Buffer> {
  const subject = { part, form: own.clave }
  if (file.tamano_bytes > maxBytes) {
    const size = { bytes: file.tamano_bytes, most: maxBytes }
    throw apiError('FORM_FAILED', FORM_PART_TOO_LARGE({ ...subject, ...size }))
  }
  const found = isContentName(file.huella)
    ? await attachments.contents.open(empresa, file.huella)
    : undefined
  if (found === undefined) throw apiError('FORM_FAILED', FORM_PART_GONE(subject))
  try {
    return await found.readFile()
  } finally {
    await found.close()
  }
}
