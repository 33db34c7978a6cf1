import type { FastifyRequest } from 'fastify'
import { acceptedLanguage } from '@oficina/words/accepted-language.ts'
import type { Language } from '@oficina/words/language.ts'

import type { Registry } from '../dictionary/types.ts'
import { spanishOf } from '../messages/spanish.ts'
import { ENGLISH, type Speech } from '../messages/speech.ts'

const speeches = new WeakMap<Registry, Readonly<Record<Language, Speech>>>()
const chosen = new WeakMap<FastifyRequest, Speech>()

/** What has names: the models of a dictionary, and their business actions. */
interface Named {
  readonly registry: Registry
  readonly actions: { readonly all: readonly { readonly name: string; readonly label: string }[] }
}

/** How a language names what a dictionary declares. */
export function speechIn(language: Language, { registry, actions }: Named): Speech {
  const known = speeches.get(registry)
  if (known !== undefined) return known[language]
  const labels = new Map(actions.all.map(({ name, label }) => [name, label]))
  const made = { en: ENGLISH, es: spanishOf(registry, labels) }
  speeches.set(registry, made)
  return made[language]
}

/** From here on the request is answered in the language of the person who made it, else in the one that it asks for. */
export function chooseSpeech(
  request: FastifyRequest,
  named: Named,
  own: Language | null = null,
): void {
  const language = own ?? acceptedLanguage(request.headers['accept-language'])
  chosen.set(request, speechIn(language, named))
}

/** The language of an answer; English where nothing was chosen, since no handler saw the request. */
export function speechOf(request: FastifyRequest): Speech {
  return chosen.get(request) ?? ENGLISH
}
