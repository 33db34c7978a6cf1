import type { Language } from '@oficina/words/language.ts'

import { apiError, type ApiError } from '../../errors.ts'
import type { DocumentsService, FormRequest } from '../../joined/documents-service.ts'
import type { JoinedFailure } from '../../joined/joined-service.ts'
import {
  DOCUMENTS_ABSENT,
  DOCUMENTS_REFUSES,
  DOCUMENTS_SILENT,
  FORM_NOT_MADE,
  TOO_MANY_FORMS,
} from '../../messages/forms.ts'
import type { Message } from '../../messages/message.ts'
import { SemaphoreFull } from '../semaphore.ts'
import type { FormTools } from './form.ts'

/** Whoever waits for a form. */
export interface Waiting {
  readonly signal: AbortSignal
  /** What is wrong is told in it, also by documents. */
  readonly language: Language
}

type RenderTools = Pick<FormTools, 'joined' | 'forms'>

/**
 * What `made` gives as PDF, by documents; it is asked for when it is this one's turn.
 * @throws ApiError CONFIGURATION_INCOMPLETE, FORM_FAILED, UNAVAILABLE
 */
export async function renderDocument(
  tools: RenderTools,
  { signal, language }: Waiting,
  made: () => Promise<FormRequest>,
): Promise<Buffer> {
  const documents = demandDocuments(tools.joined.documents)
  const giveBack = await turnOf(tools, signal)
  try {
    const answer = await documents.render(await made(), language)
    if (answer.ok) return answer.value
    throw documentsRefusal(answer.error)
  } finally {
    giveBack()
  }
}

const RETRY_AFTER_S = 30

function demandDocuments(documents: DocumentsService | undefined): DocumentsService {
  if (documents !== undefined) return documents
  throw apiError('CONFIGURATION_INCOMPLETE', DOCUMENTS_ABSENT())
}

async function turnOf(tools: RenderTools, signal: AbortSignal): Promise<() => void> {
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
