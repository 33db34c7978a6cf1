import type { Language } from '@oficina/words/language.ts'

const GREETINGS: Readonly<Record<Language, (realm: string) => string>> = {
  en: (realm) =>
    [
      `Hello, and welcome to **${realm}**! This is a direct message: only you and I read it.`,
      'Channels have topics, which keep conversations apart.',
    ].join(' '),
  es: (realm) =>
    [
      `¡Hola! Te damos la bienvenida a **${realm}**.`,
      'Este es un mensaje directo: solo tú y yo lo leemos.',
      'Los canales tienen temas, que separan las conversaciones.',
    ].join(' '),
}

/** What the welcome bot writes to somebody who has just joined. */
export function welcomeText(language: Language, realm: string, custom: string): string {
  const greeting = GREETINGS[language](plain(realm))
  return custom.trim() === '' ? greeting : `${greeting}\n\n${custom}`
}

/** A name without what would end the emphasis around it. */
function plain(name: string): string {
  return name.replaceAll(/[*\\]/g, '')
}
