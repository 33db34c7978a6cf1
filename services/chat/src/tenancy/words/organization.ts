/** What an organization does not allow of its settings, emoji, files, exports, integrations, calls and devices. */
export const ORGANIZATION = {
  'Organization name is too long.': 'El nombre de la organización es demasiado largo.',
  'Organization description is too long.': 'La descripción de la organización es demasiado larga.',
  'Moderation request channel must be private.':
    'El canal de solicitudes de moderación debe ser privado.',
  'Invalid video_chat_provider %{value}': 'video_chat_provider no válido %{value}',
  '%{place} is not a web address of at most %{max} characters, nor "default"':
    '%{place} no es una dirección web de a lo más %{max} caracteres, ni "default"',
  'Email addresses containing + are not allowed.': 'No se permiten correos con +.',
  "Email '%{address}' not allowed in this organization":
    "El correo '%{address}' no se permite en esta organización",
  'Disposable email addresses are not allowed in this organization':
    'En esta organización no se permiten correos desechables',
  'Invalid domain: %{error}': 'Dominio no válido: %{error}',
  "Domain can't be empty.": 'El dominio no puede estar vacío.',
  'Domain is too long (limit: %{max} characters)':
    'El dominio es demasiado largo (límite: %{max} caracteres)',
  'Domain must have at least one dot (.)': 'El dominio debe tener al menos un punto (.)',
  'Domain cannot start or end with a dot (.)':
    'El dominio no puede empezar ni terminar con un punto (.)',
  "Consecutive '.' are not allowed.": "No se permiten '.' seguidos.",
  "Subdomains cannot start or end with a '-'.":
    "Los subdominios no pueden empezar ni terminar con '-'.",
  "Domain can only have letters, numbers, '.' and '-'s.":
    "El dominio solo puede tener letras, números, '.' y '-'.",
  'An organization has at most %{max} domains.': 'Una organización tiene a lo más %{max} dominios.',
  'The domain %{value} is already a part of your organization.':
    'El dominio %{value} ya es parte de tu organización.',
  'No entry found for domain %{domain}.': 'No se encontró el dominio %{domain}.',

  'Linkifier not found.': 'No se encontró el patrón de enlaces.',
  'The ordered list must enumerate all existing linkifiers exactly once':
    'La lista ordenada debe nombrar una vez cada patrón de enlaces',
  'Bad regular expression: %{problem}': 'Expresión regular incorrecta: %{problem}',
  'Invalid URL template.': 'La plantilla de URL no es válida.',
  "Group '%{missing}' in URL template is not present in linkifier pattern.":
    "El grupo '%{missing}' de la plantilla de URL no está en el patrón de enlaces.",
  "Group '%{unused}' in linkifier pattern is not present in URL template.":
    "El grupo '%{unused}' del patrón de enlaces no está en la plantilla de URL.",
  'A linkifier with this pattern already exists.':
    'Ya existe un patrón de enlaces con esta expresión.',
  'An organization has at most %{max} playgrounds.':
    'Una organización tiene a lo más %{max} entornos de código.',
  'Realm playground with this Realm, Pygments language and Name already exists.':
    'Ya existe un entorno de código con este lenguaje y este nombre.',
  'Invalid playground': 'El entorno de código no es válido',
  'Invalid characters in pygments language': 'Hay caracteres no válidos en el lenguaje de Pygments',
  'Missing the required variable "code" in the URL template':
    'Falta la variable obligatoria "code" en la plantilla de URL',
  '"code" should be the only variable present in the URL template':
    '"code" debe ser la única variable de la plantilla de URL',

  'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores, and must end with a letter or digit':
    'Los nombres de emoji solo llevan letras minúsculas del inglés, dígitos, espacios, guiones y guiones bajos, y deben terminar en letra o dígito',
  'Only administrators can override default emoji.':
    'Solo los administradores pueden reemplazar los emoji predeterminados.',
  'A custom emoji with this name already exists.':
    'Ya existe un emoji personalizado con este nombre.',
  'Must be an organization administrator or emoji author':
    'Debes ser administrador de la organización o autor del emoji',
  'Invalid custom emoji.': 'El emoji personalizado no es válido.',
  'Invalid custom emoji name.': 'El nombre del emoji personalizado no es válido.',
  'This custom emoji has been deactivated.': 'Este emoji personalizado está desactivado.',
  'Invalid emoji code.': 'El código del emoji no es válido.',
  'Invalid emoji name.': 'El nombre del emoji no es válido.',
  'Invalid emoji type.': 'El tipo del emoji no es válido.',

  'Uploaded file is larger than the allowed limit of %{max} MiB':
    'El archivo es más grande que el límite de %{max} MiB',
  "File is larger than this server's configured maximum upload size (%{max} MiB).":
    'El archivo es más grande que el máximo de este servidor (%{max} MiB).',
  'Could not decode image; did you upload an image file?':
    'No se pudo leer la imagen; ¿subiste un archivo de imagen?',
  'You must upload exactly one avatar.': 'Debes subir exactamente una foto.',
  'You must upload exactly one file.': 'Debes subir exactamente un archivo.',
  'You must upload exactly one icon.': 'Debes subir exactamente un icono.',
  'You must upload exactly one logo.': 'Debes subir exactamente un logotipo.',
  'Invalid attachment': 'El archivo adjunto no es válido',
  'Invalid token': 'El token no es válido',
  'You must specify a file to upload': 'Indica un archivo que subir',
  'You may only upload one file at a time': 'Solo puedes subir un archivo a la vez',
  'You are not authorized to view this file.': 'No tienes autorización para ver este archivo.',
  'This file does not exist or has been deleted.': 'Este archivo no existe o se borró.',

  'Exceeded export rate limit.': 'Se excedió el límite de exportaciones.',
  'Make sure at least one Organization Owner is consenting to the export.':
    'Asegúrate de que al menos un propietario de la organización consienta la exportación.',
  'Invalid data export ID': 'El ID de la exportación no es válido',
  'This export does not exist or has been deleted.': 'Esta exportación no existe o se borró.',
  'Export already deleted': 'La exportación ya se borró',
  'Export failed, nothing to delete': 'La exportación falló, no hay nada que borrar',
  'Export still in progress': 'La exportación sigue en curso',

  'Missing stream, and the account has no owner to be told':
    'Falta el canal, y la cuenta no tiene dueño a quien avisar',
  'The payload is nested too deeply (limit: %{max} levels)':
    'El contenido anida demasiado (límite: %{max} niveles)',
  'Malformed JSON': 'El JSON está mal formado',
  'Missing text, blocks and attachments': 'Faltan texto, bloques y adjuntos',
  'The payload has no %{path}, which this integration needs.':
    'El contenido no tiene %{path}, que esta integración necesita.',
  "This integration does not support the parameter '%{unsupported}'":
    "Esta integración no admite el parámetro '%{unsupported}'",

  'BigBlueButton is not configured.': 'BigBlueButton no está configurado.',
  'Error connecting to the BigBlueButton server.':
    'No se pudo conectar con el servidor BigBlueButton.',
  'Error authenticating to the BigBlueButton server.':
    'El servidor BigBlueButton no reconoció a este.',
  'BigBlueButton server returned an unexpected error.':
    'El servidor BigBlueButton respondió con un error inesperado.',
  'Invalid signature.': 'La firma no es válida.',
  'The address of the call has expired.': 'La dirección de la llamada venció.',

  'Server is not configured to use push notification service.':
    'El servidor no está configurado para usar notificaciones push.',
  'No active registered push device': 'No hay un dispositivo registrado y activo para push',
  'Invalid `push_public_key`': '`push_public_key` no es válida',
  'Network error while connecting to Zulip push notification service.':
    'Error de red al conectar con el servicio de notificaciones push de Zulip.',
  'Internal server error on Zulip push notification service, retry later.':
    'Error interno en el servicio de notificaciones push de Zulip, inténtalo más tarde.',
  'Push notification configuration issue on server, contact the server administrator or retry later.':
    'Hay un problema de configuración de las notificaciones push en el servidor; avisa a su administrador o inténtalo más tarde.',
  'Token does not exist': 'El token no existe',
  'Empty or invalid length token': 'El token está vacío o su largo no es válido',
  'Invalid APNS token': 'El token de APNS no es válido',
  'Device not recognized': 'No se reconoció el dispositivo',
  'Device not recognized by the push bouncer':
    'El servicio de notificaciones push no reconoció el dispositivo',
} as const
