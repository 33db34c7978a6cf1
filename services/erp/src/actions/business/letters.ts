import { languageOf } from '@oficina/words/language.ts'
import type { Language } from '@oficina/words/language.ts'

import { spoken, type Message } from '../../messages/message.ts'
import { spanishOf } from '../../messages/spanish.ts'
import { ENGLISH, type Speech } from '../../messages/speech.ts'
import type { OutboxChat, OutboxMail } from '../../store/outbox-store.ts'
import { findReaderLanguages } from '../../store/people/reader-language-store.ts'
import type { ActionContext } from './action.ts'

/** A mail before it is known in which languages its receivers read. */
export interface Letter extends Omit<OutboxMail, 'asunto' | 'texto'> {
  readonly asunto: Message
  /** Its lines. */
  readonly texto: readonly (Message | string)[]
  /** In which language receivers read who are no users, as a tag; null: in the company's. */
  readonly idioma?: string | null
}

/** The same of what people are told in a chat. */
export interface Notice extends Omit<OutboxChat, 'tema' | 'texto' | 'enCanal'> {
  readonly tema: Message | string
  readonly texto: Message | string
  readonly enCanal: Message | string
}

/** In which languages people read. */
export interface Readers {
  /** By an address; `otherwise` is the tag that holds for whoever is no user. */
  readonly languageOf: (address: string, otherwise?: string | null) => Language
  readonly speechOf: (language: Language) => Speech
}

/**
 * The readers of some letters and notices. A user reads in the language that he prefers; customers and suppliers in
 * theirs; everybody else, and who prefers none, in the company's, else in Spanish.
 * @source docs/decisions/0280-erp-languages.md
 */
export async function readersOf(
  { tx, caller, registry }: Pick<ActionContext, 'tx' | 'caller' | 'registry'>,
  told: readonly { readonly para: readonly string[] }[],
): Promise<Readers> {
  const addresses = [...new Set(told.flatMap(({ para }) => para))]
  const { company, users } =
    addresses.length === 0
      ? { company: null, users: new Map<string, string | null>() }
      : await findReaderLanguages(tx, caller.empresa, addresses)
  // Letters name no action.
  const spanish = spanishOf(registry, new Map())
  return {
    languageOf: (address, otherwise = null) => {
      const known = users.get(address.toLowerCase())
      // Of a user it is his own, also where he has none.
      const preferred = known === undefined ? otherwise : known
      return languageOf(preferred ?? '') ?? languageOf(company ?? '') ?? 'es'
    },
    speechOf: (language) => (language === 'en' ? ENGLISH : spanish),
  }
}

/** A letter as one mail for those of each language. */
export function mailsOf(
  { para, asunto, texto, idioma, ...rest }: Letter,
  readers: Readers,
): OutboxMail[] {
  const read = (address: string) => readers.languageOf(address, idioma)
  return [...Map.groupBy(para, read)].map(([language, addresses]) => {
    const speech = readers.speechOf(language)
    const lines = texto.map((line) => spoken(line, speech))
    return { ...rest, para: addresses, asunto: asunto.in(speech), texto: `${lines.join('\n')}\n` }
  })
}

/** In the order in which they are told. */
const LANGUAGES: readonly Language[] = ['es', 'en']

/**
 * A notice as one message, so that nobody is told twice: to people of several languages it says everything in each. A
 * channel, of whose readers nothing is known, is told in Spanish.
 */
export function chatOf({ tema, texto, enCanal, ...rest }: Notice, readers: Readers): OutboxChat {
  const read = new Set(rest.para.map((address) => readers.languageOf(address)))
  const spanish = readers.speechOf('es')
  const speeches = LANGUAGES.filter((language) => read.has(language)).map(readers.speechOf)
  const told = (speeches.length === 0 ? [spanish] : speeches).map((speech) => spoken(texto, speech))
  return {
    ...rest,
    tema: spoken(tema, spanish),
    texto: told.join('\n\n'),
    enCanal: spoken(enCanal, spanish),
  }
}
