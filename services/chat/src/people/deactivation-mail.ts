import type { Language } from '@oficina/words/language.ts'

import type { MailContent } from '../mail/mail.ts'

interface Deactivation {
  readonly realm: string
  readonly realmUrl: string
  /** What an administrator says about it; may be empty. */
  readonly comment: string
}

/** To somebody whose account an administrator has deactivated and who is to be told. */
export const DEACTIVATION_MAIL: Readonly<Record<Language, (about: Deactivation) => MailContent>> = {
  en: ({ realm, realmUrl, comment }) => ({
    subject: `Your account at ${realm} was deactivated`,
    text: `Hello,

your account at ${realm} (${realmUrl}) was deactivated; you cannot sign in there any more.
${comment === '' ? '' : `\nThe administrators say:\n\n${indented(comment)}\n`}
This mail was sent by a program; nobody reads answers to it.
`,
  }),
  es: ({ realm, realmUrl, comment }) => ({
    subject: `Se desactivó tu cuenta en ${realm}`,
    text: `Hola:

Se desactivó tu cuenta en ${realm} (${realmUrl}); ya no puedes entrar.
${comment === '' ? '' : `\nLos administradores dicen:\n\n${indented(comment)}\n`}
Este correo lo envió un programa; nadie lee lo que se le conteste.
`,
  }),
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
