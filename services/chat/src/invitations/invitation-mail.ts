import type { Language } from '@oficina/words/language.ts'

import type { MailContent } from '../mail/mail.ts'

interface Inviting {
  readonly by: string
  readonly realm: string
  readonly realmUrl: string
  readonly link: string
  /** Null: the link works until it is used or revoked. */
  readonly expiresAt: Date | null
}

/** The mail that invites a person. */
export function invitationMail(language: Language, inviting: Inviting): MailContent {
  return language === 'es' ? spanish(inviting) : english(inviting)
}

function english({ by, realm, realmUrl, link, expiresAt }: Inviting): MailContent {
  return {
    subject: `${by} has invited you to join ${realm}`,
    text: `Hello,

${by} wants you to join the organization ${realm} (${realmUrl}), where the team talks to each other.

Follow this link to make your account:

  ${link}

${expiresAt === null ? 'The link works once.' : `The link works once, until ${dateIn('en', expiresAt)}.`}
If you did not expect this mail, you can ignore it: nothing happens.

This mail was sent by a program; nobody reads answers to it.
`,
  }
}

function spanish({ by, realm, realmUrl, link, expiresAt }: Inviting): MailContent {
  return {
    subject: `${by} te invita a unirte a ${realm}`,
    text: `Hola:

${by} te invita a la organización ${realm} (${realmUrl}), donde conversa el equipo.

Crea tu cuenta con este enlace:

  ${link}

${expiresAt === null ? 'El enlace sirve una vez.' : `El enlace sirve una vez, hasta el ${dateIn('es-MX', expiresAt)}.`}
Si no esperabas este correo, ignóralo: no pasará nada.

Este correo lo envió un programa; nadie lee lo que se le conteste.
`,
  }
}

function dateIn(locale: string, date: Date): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    hourCycle: 'h23',
  })
    .format(date)
    .concat(' UTC')
}
