import { message } from './message.ts'

// Who may do what, and why somebody is not let in.

export const TOKEN_REQUIRED = message({
  en: () => 'A bearer token is required; POST /auth/login gives one.',
  es: () => 'Hace falta iniciar sesión: POST /auth/login da un token.',
})

export const TOKEN_UNKNOWN = message({
  en: () => 'The token is unknown, expired or logged out.',
  es: () => 'La sesión no existe, venció o ya se cerró.',
})

export const SESSION_IDLE = message({
  en: () => 'The session was idle for too long; log in again.',
  es: () => 'La sesión estuvo demasiado tiempo sin uso; inicia sesión de nuevo.',
})

export const KEY_UNKNOWN = message({
  en: () => 'The API key is unknown, expired or revoked.',
  es: () => 'La clave de API no existe, venció o fue revocada.',
})

export const KEY_TOO_BUSY = message<{ readonly limit: number; readonly waitSeconds: number }>({
  en: ({ limit, waitSeconds }) =>
    `The API key has ${limit} calls a minute; try again in ${waitSeconds} s.`,
  es: ({ limit, waitSeconds }) =>
    `La clave de API tiene ${limit} llamadas por minuto; inténtalo de nuevo en ${waitSeconds} s.`,
})

export const FACTOR_REQUIRED = message({
  en: () => 'A second factor is required: enrol one by POST /auth/factores and confirm it.',
  es: () => 'Hace falta un segundo factor: regístralo con POST /auth/factores y confírmalo.',
})

export const NETWORK_REFUSED = message({
  en: () => 'The company does not allow access from this network.',
  es: () => 'La empresa no permite el acceso desde esta red.',
})

export const PASSWORDS_BUSY = message({
  en: () => 'Too many passwords are being checked; try again in a second.',
  es: () => 'Se están revisando demasiadas contraseñas; inténtalo de nuevo en un segundo.',
})

export const NO_RIGHT = message<{ readonly right: string; readonly model: string }>({
  en: ({ right, model }) => `Your profile has no right to ${right} on ${model}.`,
  es: ({ right, model }, say) =>
    `Tu perfil no tiene el derecho de ${say.field(right)} en ${say.model(model)}.`,
})

export const ADMINISTRATOR_ONLY = message({
  en: () => 'Only an administrator of the company may do this.',
  es: () => 'Sólo un administrador de la empresa puede hacer esto.',
})

export const SESSION_ONLY = message({
  en: () => 'An API key may not do this: it needs a session.',
  es: () => 'Una clave de API no puede hacer esto: hace falta una sesión.',
})

export const SEES_ONLY_SOME = message<{ readonly model: string }>({
  en: ({ model }) =>
    `The report has sums over records of ${model}, and your profile shows you only some of them.`,
  es: ({ model }, say) =>
    `El reporte suma registros de ${say.model(model)}, y tu perfil sólo te muestra algunos.`,
})

/** What is wrong with the filter of a record rule: a sentence without its subject. */
export const RULE_AN_OBJECT = message({
  en: () => 'must be an object of filters, such as {"estado": "borrador"}',
  es: () => 'debe ser un objeto de filtros, como {"estado": "borrador"}',
})

export const RULE_HOLDS = message<{ readonly most: number }>({
  en: ({ most }) => `must hold 1 to ${most} filters`,
  es: ({ most }) => `debe tener de 1 a ${most} filtros`,
})

export const RULE_WITHOUT_VALUE = message<{ readonly filter: string }>({
  en: ({ filter }) => `has in ${filter} neither a value nor a list of values`,
  es: ({ filter }) => `no tiene en ${filter} ni un valor ni una lista de valores`,
})
