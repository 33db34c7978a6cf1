import type { Texts } from './texts.ts'

export const SPANISH: Texts = {
  lang: 'es-MX',
  email: 'Correo electrónico',
  fullName: 'Nombre completo',
  password: 'Contraseña',
  newPassword: 'Contraseña nueva',
  passwordHint: 'De 6 a 100 caracteres.',
  goOn: 'Continuar',
  signUp: {
    title: (realm) => `Únete a ${realm}`,
    explanation: 'Te enviamos un enlace con el que creas tu cuenta.',
    closedTitle: 'Necesitas una invitación',
    closed: (realm) => `A ${realm} se entra por invitación. Pídesela a alguien que ya esté ahí.`,
    invitedTitle: (realm) => `Te invitan a ${realm}`,
    invitedBy: (name, realm) => `${name} comparte contigo este enlace a ${realm}.`,
  },
  account: {
    title: (realm) => `Crea tu cuenta en ${realm}`,
    button: 'Crear la cuenta',
    doneTitle: (realm) => `Te damos la bienvenida a ${realm}`,
    done: 'Tu cuenta está lista.',
  },
  mailSent: {
    title: 'Revisa tu correo',
    text: (email) => `Enviamos un correo a ${email}. Sigue su enlace, que sirve durante un día.`,
  },
  deadLink: {
    title: 'Este enlace ya no sirve',
    text: 'Ya se usó, venció o se anuló. Pide uno nuevo.',
  },
  reset: {
    title: 'Restablece tu contraseña',
    explanation: 'Te enviamos un enlace con el que eliges una contraseña nueva.',
    button: 'Enviar el enlace',
    mailText: (email) =>
      `Si ${email} tiene una cuenta aquí, le enviamos un correo. Su enlace sirve durante un día.`,
    newTitle: 'Elige una contraseña nueva',
    newButton: 'Guardar la contraseña',
    doneTitle: 'Tu contraseña cambió',
    done: 'Inicia sesión con ella. Las aplicaciones y programas que tenían sesión deben iniciarla de nuevo.',
  },
  address: {
    title: 'Confirma tu dirección nueva',
    explanation: (email) => `A partir de entonces tu cuenta será de ${email}.`,
    button: 'Confirmar',
    doneTitle: 'Tu dirección cambió',
    done: (email) => `Desde ahora inicia sesión con ${email}.`,
  },
  signIn: {
    title: (realm) => `Inicia sesión en ${realm}`,
    with: (provider) => `Continuar con ${provider}`,
    here: 'Entrar en este navegador',
    apps: 'O abre una aplicación de Zulip en tu teléfono o computadora y escribe esta dirección:',
    forgotten: '¿Olvidaste tu contraseña?',
    signUp: 'Crear una cuenta',
    doneTitle: (name) => `Iniciaste sesión, ${name}`,
    file: 'Programas como el cliente de terminal inician sesión con este archivo, zuliprc:',
    keep: 'Quien lo tenga puede actuar en tu nombre. Deja esta página cuando lo hayas copiado.',
  },
  call: {
    title: (meeting) => `Únete a la llamada: ${meeting}`,
    explanation: 'Es en tu navegador, con voz y, si quieres, con tu cámara.',
    voiceOnly: 'Es en tu navegador y solo por voz: las cámaras quedan apagadas.',
    name: 'Tu nombre',
    nameHint: 'Lo ven todas las personas de la llamada.',
    button: 'Unirme',
  },
  failed: {
    title: 'No se pudo',
    text: 'El servidor no pudo hacerlo. Vuelve a intentarlo en un momento.',
    deactivated: 'Esta organización está desactivada.',
    busy: 'Hubo demasiados intentos. Vuelve a intentarlo en media hora.',
  },
  problems: {
    'Invalid signature.':
      'Esta dirección no lleva a ninguna llamada. Cópiala completa del mensaje en que está.',
    'The address of the call has expired.':
      'Esta dirección venció. Pide una nueva a quien te la envió.',
    'BigBlueButton is not configured.': 'Este servidor ya no tiene llamadas.',
    'Error connecting to the BigBlueButton server.':
      'No se pudo contactar al servidor BigBlueButton.',
    'Error authenticating to the BigBlueButton server.':
      'El servidor BigBlueButton no reconoció a este.',
    'BigBlueButton server returned an unexpected error.':
      'El servidor BigBlueButton respondió con un error inesperado.',
    'The address is not confirmed.': 'El proveedor no confirma que la dirección sea tuya.',
    'You need an invitation to join this organization.':
      'Necesitas una invitación para unirte a esta organización.',
    'Account is deactivated': 'Tu cuenta está desactivada.',
    'The provider did not sign in':
      'El proveedor no te dejó entrar o tardó demasiado. Vuelve a intentarlo.',
    'Name too long!': 'El nombre es demasiado largo.',
    'Name too short!': 'El nombre es demasiado corto.',
    'Invalid characters in name!': 'El nombre tiene caracteres que no se permiten.',
    'Invalid format!': 'El nombre no puede terminar en una barra y un número.',
    'The password is too weak.': 'La contraseña debe tener de 6 a 100 caracteres.',
    'Unique names required in this organization.': 'Alguien ya usa ese nombre en la organización.',
    'Invalid address.': 'Esa no es una dirección de correo.',
    'Email addresses containing + are not allowed.': 'No se permiten direcciones con +.',
    'Disposable email addresses are not allowed in this organization':
      'La organización no admite direcciones desechables.',
  },
}
