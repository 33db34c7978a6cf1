import { message } from './message.ts'

// Passwords, second factors and sessions.

export const LOGIN_WRONG = message({
  en: () => 'The user or the password is wrong, or the account is locked for a while.',
  es: () =>
    'El usuario o la contraseña no son correctos, o la cuenta está bloqueada por un tiempo.',
})

export const CODE_REQUIRED = message({
  en: () => 'codigo is required: the code of your second factor, or a recovery code.',
  es: () => 'Falta el código de tu segundo factor, o un código de recuperación.',
})

export const CODE_WRONG = message({
  en: () => 'codigo is wrong, or was used before.',
  es: () => 'El código no es correcto, o ya se usó.',
})

export const PASSWORD_EXPIRED = message<{ readonly days: number }>({
  en: ({ days }) => `The password is older than ${days} days: send a new one as nueva.`,
  es: ({ days }) => `La contraseña tiene más de ${days} días: elige una nueva.`,
})

export const TOO_MANY_ATTEMPTS = message<{ readonly waitSeconds: number }>({
  en: ({ waitSeconds }) => `Too many failed attempts; try again in ${waitSeconds} s.`,
  es: ({ waitSeconds }) => `Demasiados intentos fallidos; inténtalo de nuevo en ${waitSeconds} s.`,
})

export const PASSWORD_WRONG = message({
  en: () => 'The password is wrong.',
  es: () => 'La contraseña no es correcta.',
})

export const PROOF_REQUIRED = message({
  en: () => 'password or codigo is required.',
  es: () => 'Hace falta la contraseña o un código.',
})

/** Of a new password: sentences without their subject. */
export const THREE_KINDS = message({
  en: () => 'must have three of these four: small letters, capital letters, digits, other signs',
  es: () => 'debe tener tres de estos cuatro: minúsculas, mayúsculas, cifras, otros signos',
})

export const NONE_OF_LAST = message<{ readonly count: number }>({
  en: ({ count }) => `must be none of the last ${count} passwords`,
  es: ({ count }) => `no debe ser ninguna de las últimas ${count} contraseñas`,
})

export const FACTORS_AT_MOST = message<{ readonly most: number }>({
  en: ({ most }) => `A user has at most ${most} factors; remove one first.`,
  es: ({ most }) => `Un usuario tiene como máximo ${most} factores; quita antes uno.`,
})

export const FACTOR_CONFIRMED = message<{ readonly id: string }>({
  en: ({ id }) => `Factor ${id} is confirmed already.`,
  es: ({ id }) => `El factor ${id} ya está confirmado.`,
})

export const CODES_NEED_FACTOR = message({
  en: () => 'Recovery codes belong to a second factor: confirm one first.',
  es: () => 'Los códigos de recuperación son de un segundo factor: confirma antes uno.',
})

export const OPERATOR_FACTOR = message({
  en: () => 'Only the operator may remove a factor of the operator.',
  es: () => 'Sólo el operador puede quitar un factor del operador.',
})

export const KEY_NOT_REFRESHED = message({
  en: () => 'An API key cannot be refreshed: it has its own expiry.',
  es: () => 'Una clave de API no se renueva: tiene su propio vencimiento.',
})
