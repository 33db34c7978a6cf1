import { apiError, type ApiError } from '../../errors.ts'
import type { DocumentsService } from '../../joined/documents-service.ts'
import type { JoinedFailure } from '../../joined/joined-service.ts'
import {
  DOCUMENTS_ABSENT,
  DOCUMENTS_REFUSES,
  DOCUMENTS_SILENT,
  FORM_NOT_MADE,
  NO_FORM,
  TOO_MANY_FORMS,
} from '../../messages/forms.ts'
import type { Message } from '../../messages/message.ts'
import { findLetterhead, type LetterheadRow } from '../../store/form-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import { SemaphoreFull } from '../semaphore.ts'
import { cfdiForm, saleForm } from './cfdi-form.ts'
import { stationeryFor } from './form-template.ts'
import { addressText } from './form-words.ts'
import type { FormContent, FormSource } from './form.ts'
import { orderForm } from './order-form.ts'

type Load = (source: FormSource) => Promise<FormContent>

/** THE list of models that have a form. */
const FORMS: ReadonlyMap<string, Load> = new Map([
  ['Cfdi', cfdiForm],
  ['Compra', orderForm],
  ['Venta', saleForm],
])

/** Whether records of a model have a form at all. */
export function hasForm(modelo: string): boolean {
  return FORMS.has(modelo)
}

/** Loads what a record's form shows. @throws ApiError NOT_FOUND for a model that has none */
export async function loadForm(source: FormSource): Promise<FormContent> {
  const load = FORMS.get(source.subject.modelo)
  if (load === undefined) throw withoutForm(source.subject.modelo)
  return await load(source)
}

export function withoutForm(modelo: string): ApiError {
  return apiError('NOT_FOUND', NO_FORM({ model: modelo, known: [...FORMS.keys()] }))
}

const RETRY_AFTER_S = 30

/**
 * The form as PDF, by documents. Nothing is read in a transaction while it answers.
 * @throws ApiError CONFIGURATION_INCOMPLETE, FORM_FAILED, UNAVAILABLE
 */
export async function renderForm(
  source: FormSource,
  content: FormContent,
  signal: AbortSignal,
): Promise<Buffer> {
  const { tools, empresa } = source
  const documents = demandDocuments(tools.joined.documents)
  const giveBack = await turnOf(source, signal)
  try {
    const { logo, template } = await stationeryFor(source, content)
    const letterhead = await writeAs(tools.database, empresa, (tx) => findLetterhead(tx, empresa))
    const data = { ...content.data, ...headed(content, letterhead, logo) }
    const answer = await documents.render({ template, data })
    if (answer.ok) return answer.value
    throw documentsRefusal(answer.error)
  } finally {
    giveBack()
  }
}

/** Who issues it: somebody else has neither the company's address nor its logo. */
function headed({ emisor }: FormContent, company: LetterheadRow, logo: string) {
  const { razon_social: nombre, rfc, regimen } = company
  const own = { nombre, rfc, regimen: regimen ?? '', ...emisor }
  if (own.rfc !== rfc) return { empresa: { ...own, domicilio: '' }, logo: '' }
  return { empresa: { ...own, domicilio: addressText(company.domicilio) }, logo }
}

function demandDocuments(documents: DocumentsService | undefined): DocumentsService {
  if (documents !== undefined) return documents
  throw apiError('CONFIGURATION_INCOMPLETE', DOCUMENTS_ABSENT())
}

async function turnOf({ tools }: FormSource, signal: AbortSignal): Promise<() => void> {
  try {
    return await tools.forms.take(signal)
  } catch (error) {
    if (!(error instanceof SemaphoreFull)) throw error
    throw unavailable(TOO_MANY_FORMS())
  }
}

/** Why documents made nothing, as the caller is told. */
export function documentsRefusal({ kind, reason }: JoinedFailure): ApiError {
  switch (kind) {
    case 'unavailable':
      return unavailable(DOCUMENTS_SILENT({ reason }))
    case 'misconfigured':
      return apiError('CONFIGURATION_INCOMPLETE', DOCUMENTS_REFUSES({ reason }))
    case 'rejected':
      return apiError('FORM_FAILED', FORM_NOT_MADE({ reason }))
  }
}

function unavailable(message: Message): ApiError {
  return apiError('UNAVAILABLE', message, undefined, { 'retry-after': String(RETRY_AFTER_S) })
}
