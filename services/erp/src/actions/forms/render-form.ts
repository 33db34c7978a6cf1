import { apiError, type ApiError } from '../../errors.ts'
import { NO_FORM } from '../../messages/forms.ts'
import { findLetterhead, type LetterheadRow } from '../../store/form-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import { cfdiForm, saleForm } from './cfdi-form.ts'
import { stationeryFor } from './form-template.ts'
import { addressText } from './form-words.ts'
import type { FormContent, FormSource } from './form.ts'
import { orderForm } from './order-form.ts'
import { renderDocument, type Waiting } from './render-document.ts'

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

/**
 * The form as PDF, by documents. Nothing is read in a transaction while it answers.
 * @throws ApiError CONFIGURATION_INCOMPLETE, FORM_FAILED, UNAVAILABLE
 */
export async function renderForm(
  source: FormSource,
  content: FormContent,
  waiting: Waiting,
): Promise<Buffer> {
  const { tools, empresa } = source
  return await renderDocument(tools, waiting, async () => {
    const { logo, template } = await stationeryFor(source, content)
    const letterhead = await writeAs(tools.database, empresa, (tx) => findLetterhead(tx, empresa))
    return { template, data: { ...content.data, ...headed(content, letterhead, logo) } }
  })
}

/** Who issues it: somebody else has neither the company's address nor its logo. */
function headed({ emisor }: FormContent, company: LetterheadRow, logo: string) {
  const { razon_social: nombre, rfc, regimen } = company
  const own = { nombre, rfc, regimen: regimen ?? '', ...emisor }
  if (own.rfc !== rfc) return { empresa: { ...own, domicilio: '' }, logo: '' }
  return { empresa: { ...own, domicilio: addressText(company.domicilio) }, logo }
}
