import type { Language } from '@oficina/words/language.ts'

import type { MailContent } from '../mail/mail.ts'

interface About {
  readonly realm: string
  readonly realmUrl: string
}

interface Linked extends About {
  readonly link: string
}

const END = {
  en: 'If you did not ask for this mail, you can ignore it: nothing happens.\n\nThis mail was sent by a program; nobody reads answers to it.\n',
  es: 'Si no pediste este correo, ignóralo: no pasará nada.\n\nEste correo lo envió un programa; nadie lee lo que se le conteste.\n',
} as const

type Mails<T> = Readonly<Record<Language, (about: T) => MailContent>>

/** By which somebody who wants to join shows that the address is theirs. */
export const SIGN_UP_MAIL: Mails<Linked> = {
  en: ({ realm, realmUrl, link }) => ({
    subject: `Make your account at ${realm}`,
    text: `Hello,

follow this link to make your account at ${realm} (${realmUrl}). It works once, for a day:

  ${link}

${END.en}`,
  }),
  es: ({ realm, realmUrl, link }) => ({
    subject: `Crea tu cuenta en ${realm}`,
    text: `Hola:

Crea tu cuenta en ${realm} (${realmUrl}) con este enlace. Sirve una vez, durante un día:

  ${link}

${END.es}`,
  }),
}

/** To somebody who wants to join and is there already. */
export const ACCOUNT_EXISTS_MAIL: Mails<Linked> = {
  en: ({ realm, realmUrl, link }) => ({
    subject: `You have an account at ${realm}`,
    text: `Hello,

somebody, probably you, wanted to make an account at ${realm} with this address. There is one already.
Sign in to ${realmUrl}, or choose a new password:

  ${link}

${END.en}`,
  }),
  es: ({ realm, realmUrl, link }) => ({
    subject: `Ya tienes una cuenta en ${realm}`,
    text: `Hola:

Alguien, probablemente tú, quiso crear una cuenta en ${realm} con esta dirección. Ya existe una.
Inicia sesión en ${realmUrl} o elige una contraseña nueva:

  ${link}

${END.es}`,
  }),
}

/** To somebody whose account is deactivated and who wants to join, or another password. */
export const DEACTIVATED_MAIL: Mails<About> = {
  en: ({ realm, realmUrl }) => ({
    subject: `Your account at ${realm} is deactivated`,
    text: `Hello,

your account at ${realm} (${realmUrl}) is deactivated. An administrator of the organization can bring it back.

${END.en}`,
  }),
  es: ({ realm, realmUrl }) => ({
    subject: `Tu cuenta en ${realm} está desactivada`,
    text: `Hola:

Tu cuenta en ${realm} (${realmUrl}) está desactivada. Un administrador de la organización puede reactivarla.

${END.es}`,
  }),
}

/** By which somebody chooses a new password. */
export const PASSWORD_MAIL: Mails<Linked> = {
  en: ({ realm, realmUrl, link }) => ({
    subject: `Choose a new password for ${realm}`,
    text: `Hello,

somebody, probably you, asked for a new password of your account at ${realm} (${realmUrl}).
Choose it here; the link works once, for a day:

  ${link}

${END.en}`,
  }),
  es: ({ realm, realmUrl, link }) => ({
    subject: `Elige una contraseña nueva para ${realm}`,
    text: `Hola:

Alguien, probablemente tú, pidió una contraseña nueva para tu cuenta en ${realm} (${realmUrl}).
Elígela aquí; el enlace sirve una vez, durante un día:

  ${link}

${END.es}`,
  }),
}

/** To an address that an account is to have. */
export const NEW_ADDRESS_MAIL: Mails<Linked> = {
  en: ({ realm, realmUrl, link }) => ({
    subject: `Confirm your new address at ${realm}`,
    text: `Hello,

this is to become the address of your account at ${realm} (${realmUrl}).
Confirm it here; the link works once, for a day:

  ${link}

${END.en}`,
  }),
  es: ({ realm, realmUrl, link }) => ({
    subject: `Confirma tu dirección nueva en ${realm}`,
    text: `Hola:

Esta va a ser la dirección de tu cuenta en ${realm} (${realmUrl}).
Confírmala aquí; el enlace sirve una vez, durante un día:

  ${link}

${END.es}`,
  }),
}

interface Changed extends About {
  readonly newEmail: string
}

/** To the address that an account had. */
export const OLD_ADDRESS_MAIL: Mails<Changed> = {
  en: ({ realm, realmUrl, newEmail }) => ({
    subject: `The address of your account at ${realm} was changed`,
    text: `Hello,

the address of your account at ${realm} (${realmUrl}) is now ${newEmail}.
If that was not you, tell an administrator of the organization at once.

This mail was sent by a program; nobody reads answers to it.
`,
  }),
  es: ({ realm, realmUrl, newEmail }) => ({
    subject: `Cambió la dirección de tu cuenta en ${realm}`,
    text: `Hola:

La dirección de tu cuenta en ${realm} (${realmUrl}) ahora es ${newEmail}.
Si no fuiste tú, avisa de inmediato a un administrador de la organización.

Este correo lo envió un programa; nadie lee lo que se le conteste.
`,
  }),
}

interface Joined extends About {
  /** By which the person signs in. */
  readonly email: string
}

/** To somebody who has just joined. */
export const WELCOME_MAIL: Mails<Joined> = {
  en: ({ realm, realmUrl, email }) => ({
    subject: `Welcome to ${realm}`,
    text: `Hello,

your account at ${realm} is ready. To sign in, in the browser or in Zulip's apps:

  Organization: ${realmUrl}
  Email: ${email}

Channels have topics, which keep conversations apart: choose a topic for each thing that you write about.

This mail was sent by a program; nobody reads answers to it.
`,
  }),
  es: ({ realm, realmUrl, email }) => ({
    subject: `Te damos la bienvenida a ${realm}`,
    text: `Hola:

Tu cuenta en ${realm} está lista. Para entrar, en el navegador o en las aplicaciones de Zulip:

  Organización: ${realmUrl}
  Correo: ${email}

Los canales tienen temas, que separan las conversaciones: elige un tema para cada asunto del que escribas.

Este correo lo envió un programa; nadie lee lo que se le conteste.
`,
  }),
}
