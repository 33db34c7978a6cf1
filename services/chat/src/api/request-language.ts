import type { FastifyRequest } from 'fastify'
import { acceptedLanguage } from '@oficina/words/accepted-language.ts'
import type { Language } from '@oficina/words/language.ts'

import { languageOf } from '../tenancy/language.ts'
import { userSetting } from '../tenancy/settings.ts'
import type { Caller } from '../tenancy/store/user-store.ts'

const chosen = new WeakMap<FastifyRequest, Language>()

/** From here on the request is answered in the language of the person who made it. */
export function answerIn(request: FastifyRequest, caller: Caller): void {
  chosen.set(request, languageOf(userSetting(caller, 'default_language')))
}

/**
 * The language of an answer: before it is known who asks, what the request asks for.
 * @source docs/decisions/0342-chat-languages.md
 */
export function languageOfRequest(request: FastifyRequest): Language {
  return chosen.get(request) ?? acceptedLanguage(request.headers['accept-language'])
}
