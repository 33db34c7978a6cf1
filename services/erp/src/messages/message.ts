import type { Language } from '@oficina/words/language.ts'

import { ENGLISH, type Speech } from './speech.ts'

type Texts<V> = Readonly<Record<Language, (values: V, say: Speech) => string>>

/**
 * Something that the service tells people, put into words when it is known to whom. Where it becomes text by itself, in
 * a log or in JSON that nobody put into words, it is English.
 * @source docs/decisions/0280-erp-languages.md
 */
export class Message {
  readonly #say: (speech: Speech) => string

  constructor(say: (speech: Speech) => string) {
    this.#say = say
  }

  in(speech: Speech): string {
    return this.#say(speech)
  }

  toString(): string {
    return this.#say(ENGLISH)
  }

  toJSON(): string {
    return this.#say(ENGLISH)
  }
}

/** A message in a language; a text that has none stays as it is. */
export function spoken(what: Message | string, speech: Speech): string {
  return what instanceof Message ? what.in(speech) : what
}

/** A row of a table of messages: the same values in each language. */
export function message<V = void>(texts: Texts<V>): (values: V) => Message {
  return (values) => new Message((speech) => texts[speech.language](values, speech))
}

/** JSON in which every message is put into words. */
export function spokenJson(value: unknown, speech: Speech): string {
  // Messages become text by `toJSON` before the function sees them, so that it looks at the object that holds them.
  return JSON.stringify(value, function told(this: object, key: string, found: unknown) {
    const held: unknown = Reflect.get(this, key)
    return held instanceof Message ? held.in(speech) : found
  })
}
