import type { FastifyRequest } from 'fastify'
import { acceptedLanguage } from '@oficina/words/accepted-language.ts'
import type { Language } from '@oficina/words/language.ts'

/** The language in which a request is answered. @source docs/decisions/0149-documents-languages.md */
export function languageOfRequest({ headers }: FastifyRequest): Language {
  return acceptedLanguage(headers['accept-language'])
}
