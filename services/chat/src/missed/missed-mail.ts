import type { Language } from '@oficina/words/language.ts'

import type { MailContent } from '../mail/mail.ts'
import type { MissedMessage } from './store/missed-store.ts'

interface Missed {
  readonly realm: string
  readonly realmUrl: string
  readonly messages: readonly MissedMessage[]
  /** Whether the mail may say who wrote what. */
  readonly isContentShown: boolean
}

// A mail is to be read; what is more is in the chat.
const MAX_MESSAGES = 50
const MAX_CHARACTERS = 2_000

interface Words {
  readonly countSubject: (realm: string, count: number) => string
  readonly intro: (count: number, realm: string, url: string) => string
  readonly more: (count: number) => string
  readonly end: string
  readonly noTopic: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    countSubject: (realm, count) =>
      count === 1 ? `[${realm}] A new message` : `[${realm}] ${count} new messages`,
    intro: (count, realm, url) =>
      count === 1
        ? `While you were away there was a message for you at ${realm} (${url}).`
        : `While you were away there were ${count} messages for you at ${realm} (${url}).`,
    more: (count) => (count === 1 ? '… and one more.' : `… and ${count} more.`),
    end: `Answer in the chat: this mail was sent by a program, and nobody reads answers to it.
Which messages you get by mail is among your notification settings.
`,
    noTopic: 'general chat',
  },
  es: {
    countSubject: (realm, count) =>
      count === 1 ? `[${realm}] Un mensaje nuevo` : `[${realm}] ${count} mensajes nuevos`,
    intro: (count, realm, url) =>
      count === 1
        ? `Mientras no estabas hubo un mensaje para ti en ${realm} (${url}).`
        : `Mientras no estabas hubo ${count} mensajes para ti en ${realm} (${url}).`,
    more: (count) => (count === 1 ? '… y uno más.' : `… y ${count} más.`),
    end: `Contesta en el chat: este correo lo envió un programa y nadie lee lo que se le conteste.
Qué mensajes te llegan por correo se elige en tus ajustes de notificaciones.
`,
    noTopic: 'chat general',
  },
}

/** The mail about messages that somebody missed, conversation by conversation. */
export function missedMail(language: Language, missed: Missed): MailContent {
  const { realm, realmUrl, messages, isContentShown } = missed
  const words = WORDS[language]
  const count = messages.length
  const intro = words.intro(count, realm, realmUrl)
  if (!isContentShown) {
    return { subject: words.countSubject(realm, count), text: `${intro}\n\n${words.end}` }
  }
  const shown = conversationsOf(messages.slice(0, MAX_MESSAGES), words)
  const names = [...conversationsOf(messages, words).keys()]
  const subject =
    names.length === 1 ? `[${realm}] ${names.join('')}` : words.countSubject(realm, count)
  const blocks = [...shown].map(([name, lines]) => `== ${name} ==\n\n${lines.join('\n\n')}`)
  const more = count > MAX_MESSAGES ? [words.more(count - MAX_MESSAGES)] : []
  return { subject, text: [intro, ...blocks, ...more, words.end].join('\n\n') }
}

function conversationsOf(
  messages: readonly MissedMessage[],
  words: Words,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const message of messages) {
    const name = nameOf(message, words)
    found.set(name, [...(found.get(name) ?? []), `${message.sender}:\n${cut(message.content)}`])
  }
  return found
}

function nameOf({ channel, topic, others }: MissedMessage, { noTopic }: Words): string {
  return channel === null ? others.join(', ') : `#${channel} > ${topic === '' ? noTopic : topic}`
}

function cut(content: string): string {
  const characters = Array.from(content)
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS).join('')}…`
    : content
}
