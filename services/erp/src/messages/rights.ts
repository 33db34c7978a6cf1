import { message } from './message.ts'

// What records that decide about rights may not become by whoever writes them.

export const ADMINISTRATOR_ACTS_FOR_OTHERS = message({
  en: () => 'Only an administrator of the company may act for another user.',
  es: () => 'Sólo un administrador de la empresa puede actuar por otro usuario.',
})

export const NOBODY_ACTS_FOR_OPERATOR = message({
  en: () => 'Nobody but the operator acts for the operator.',
  es: () => 'Nadie más que el operador actúa por el operador.',
})

export const ADMINISTRATOR_TAKES_AWAY = message({
  en: () =>
    'Only an administrator of the company may take away a profile that refuses rights, hides fields or limits records.',
  es: () =>
    'Sólo un administrador de la empresa puede quitar un perfil que niega derechos, oculta campos o limita registros.',
})

export const ADMINISTRATOR_WIDENS = message({
  en: () =>
    'Only an administrator of the company may change what a profile that takes rights away inherits, or activate or deactivate it.',
  es: () =>
    'Sólo un administrador de la empresa puede cambiar lo que hereda un perfil que quita derechos, o activarlo o desactivarlo.',
})

export const ADMINISTRATOR_WRITES = message<{ readonly model: string }>({
  en: ({ model }) => `Only an administrator of the company may write ${model}.`,
  es: ({ model }, say) =>
    `Sólo un administrador de la empresa puede escribir en ${say.model(model)}.`,
})

export const ADMINISTRATOR_CHANGES = message<{ readonly field: string }>({
  en: ({ field }) => `Only an administrator of the company may change ${field}.`,
  es: ({ field }, say) =>
    `Sólo un administrador de la empresa puede cambiar ${say.field(field, 'Usuario')}.`,
})

export const ADMINISTRATOR_CHANGES_PASSWORDS = message({
  en: () => 'Only an administrator of the company may change another user’s password.',
  es: () => 'Sólo un administrador de la empresa puede cambiar la contraseña de otro usuario.',
})

export const ADMINISTRATOR_CHANGES_ADMINISTRATORS = message({
  en: () => 'Only an administrator of the company may change the user of an administrator.',
  es: () => 'Sólo un administrador de la empresa puede cambiar el usuario de un administrador.',
})

export const OPERATOR_CHANGES_OPERATOR = message({
  en: () => 'Only the operator changes the operator’s user.',
  es: () => 'Sólo el operador cambia el usuario del operador.',
})

export const MORE_THAN_OWN = message<{ readonly right: string }>({
  en: ({ right }) => `${right} is more than your own rights allow, so you cannot grant it.`,
  es: ({ right }) => `${right} es más de lo que permiten tus derechos, así que no puedes darlo.`,
})

export const REVOKED_STAYS = message({
  en: () => 'A revoked key stays revoked; create another.',
  es: () => 'Una clave revocada sigue revocada; crea otra.',
})

export const KEY_SHOWN_ONCE = message({
  en: () => 'A key is shown only once, to whoever creates it with POST /ClaveApi.',
  es: () => 'Una clave se muestra una sola vez, a quien la crea con POST /ClaveApi.',
})

export const KEY_MAKES_NO_KEYS = message({
  en: () => 'An API key may not create or change API keys: this needs a session.',
  es: () => 'Una clave de API no puede crear ni cambiar claves de API: hace falta una sesión.',
})

export const ADMINISTRATOR_MAKES_KEYS = message({
  en: () => 'Only an administrator of the company makes keys for other users.',
  es: () => 'Sólo un administrador de la empresa hace claves para otros usuarios.',
})

export const KEY_LIMIT = message({
  en: () => 'limite_por_minuto must be 1 or more.',
  es: (_, say) => `${say.field('limite_por_minuto', 'ClaveApi')} debe ser 1 o más.`,
})

export const KEY_SCOPES = message<{ readonly most: number }>({
  en: ({ most }) =>
    `alcances must be a list of at most ${most} keys of PermisoSistema, such as ["Compra.leer"].`,
  es: ({ most }, say) =>
    `${say.field('alcances', 'ClaveApi')} debe ser una lista de ${most} claves de ${say.model('PermisoSistema')} como máximo, por ejemplo ["Compra.leer"].`,
})

export const NO_SUCH_RIGHT = message<{ readonly right: string }>({
  en: ({ right }) => `alcances: there is no right ${right}.`,
  es: ({ right }, say) => `${say.field('alcances', 'ClaveApi')}: no hay ningún derecho ${right}.`,
})

export const NETWORK_FORM = message({
  en: () => 'rango_cidr must be an address or a range, such as 10.0.0.0/8 or 2001:db8::/32.',
  es: (_, say) =>
    `${say.field('rango_cidr', 'RedPermitida')} debe ser una dirección o un rango, como 10.0.0.0/8 o 2001:db8::/32.`,
})

export const NETWORKS_AT_MOST = message<{ readonly most: number }>({
  en: ({ most }) => `A company has at most ${most} networks.`,
  es: ({ most }) => `Una empresa tiene como máximo ${most} redes.`,
})

export const LOCKS_YOU_OUT = message<{ readonly address: string }>({
  en: ({ address }) => `This would lock you out: your address is ${address}.`,
  es: ({ address }) => `Esto te dejaría fuera: tu dirección es ${address}.`,
})

export const RULE_LIMITS_NOTHING = message<{ readonly fields: readonly string[] }>({
  en: ({ fields }) => `One of ${fields.join(', ')} must be true, or the rule limits nothing.`,
  es: ({ fields }, say) =>
    `Marca ${say.any(fields.map((name) => say.field(name, 'ReglaRegistro')))}; si no, la regla no limita nada.`,
})

export const RULE_OF_NO_MODEL = message({
  en: () => 'modelo: the dictionary has no such model.',
  es: (_, say) => `${say.field('modelo')}: no existe ese modelo en el diccionario.`,
})

export const SUBSCRIPTION_SENDS_ALL = message<{ readonly model: string | null }>({
  en: ({ model }) =>
    `A subscription sends every ${model ?? 'record'}; your profile does not show you all of them completely.`,
  es: ({ model }, say) =>
    model === null
      ? 'Una suscripción envía todos los registros; tu perfil no te los muestra todos completos.'
      : `Una suscripción envía todos los registros de ${say.model(model)}; tu perfil no te los muestra todos completos.`,
})
