import { message, type Message } from './message.ts'

// What is refused before anything of a model is looked at, and what goes wrong with the service itself.

const CANNOT_BE_READ = {
  PAYLOAD_TOO_LARGE: message({
    en: () => 'The request cannot be read: the body is larger than the limit.',
    es: () => 'La petición no se puede leer: el cuerpo es mayor que el límite.',
  }),
  UNSUPPORTED_MEDIA_TYPE: message({
    en: () => 'The request cannot be read: the path does not accept the content type.',
    es: () => 'La petición no se puede leer: la ruta no acepta ese tipo de contenido.',
  }),
  MALFORMED_JSON: message({
    en: () => 'The request cannot be read: the body is not JSON, or not an object.',
    es: () => 'La petición no se puede leer: el cuerpo no es JSON, o no es un objeto.',
  }),
} as const

/** Why the HTTP server itself refuses a request. */
export type Unreadable = keyof typeof CANNOT_BE_READ

/** What the HTTP server itself refuses, by its code. */
export function cannotBeRead(code: Unreadable): Message {
  return CANNOT_BE_READ[code]()
}

export const DATABASE_AWAY = message({
  en: () => 'The database is away or busy; try again.',
  es: () => 'La base de datos no responde o está ocupada; inténtalo de nuevo.',
})

export const TOO_MANY_TRANSFERS = message({
  en: () => 'Too many exports, imports or uploads are under way; try again.',
  es: () => 'Hay demasiadas exportaciones, importaciones o cargas en curso; inténtalo de nuevo.',
})

export const NO_DISK_SPACE = message({
  en: () => 'The disk of the service is full; nothing of this request was stored.',
  es: () => 'El disco del servicio está lleno; nada de esta petición se guardó.',
})

export const SERVICE_FAILED = message<{ readonly request: string }>({
  en: ({ request }) => `The service failed; its log has it under ${request}.`,
  es: ({ request }) => `El servicio falló; su bitácora lo tiene con el número ${request}.`,
})

export const NO_PATH = message<{ readonly method: string; readonly path: string }>({
  en: ({ method, path }) => `There is no ${method} ${path}.`,
  es: ({ method, path }) => `No existe ${method} ${path}.`,
})

export const NO_METHOD = message<{
  readonly method: string
  readonly path: string
  readonly allowed: string
}>({
  en: ({ method, path, allowed }) => `${path} has no ${method}; it has ${allowed}.`,
  es: ({ method, path, allowed }) => `${path} no admite ${method}; admite ${allowed}.`,
})

export const NOT_JSON = message({
  en: () => 'The body is not valid JSON.',
  es: () => 'El cuerpo no es JSON válido.',
})

export const NOT_A_JSON_OBJECT = message({
  en: () => 'The body must be a JSON object.',
  es: () => 'El cuerpo debe ser un objeto JSON.',
})

export const KEY_FORM = message<{ readonly most: number }>({
  en: ({ most }) => `Idempotency-Key must be 1 to ${most} printable ASCII characters.`,
  es: ({ most }) => `Idempotency-Key debe tener de 1 a ${most} caracteres ASCII visibles.`,
})

export const KEY_USED = message({
  en: () => 'This Idempotency-Key was used with another request.',
  es: () => 'Este Idempotency-Key ya se usó con otra petición.',
})

export const IF_MATCH_FORM = message({
  en: () => 'If-Match must be the ETag of the record, such as "3".',
  es: () => 'If-Match debe ser el ETag del registro, como "3".',
})

export const CONTENT_TYPE_ONE_OF = message<{ readonly allowed: readonly string[] }>({
  en: ({ allowed }) => `The content type must be one of ${allowed.join(', ')}.`,
  es: ({ allowed }) => `El tipo de contenido debe ser uno de estos: ${allowed.join(', ')}.`,
})

export const NOT_A_FORM = message({
  en: () => 'The content type must be multipart/form-data.',
  es: () => 'El tipo de contenido debe ser multipart/form-data.',
})

export const BODY_WITHOUT_FILE = message({
  en: () => 'The body must hold the file.',
  es: () => 'El cuerpo debe llevar el archivo.',
})

export const FILE_AT_MOST = message<{ readonly mebibytes: number }>({
  en: ({ mebibytes }) => `A file may have ${mebibytes} MiB at most.`,
  es: ({ mebibytes }) => `Un archivo puede tener ${mebibytes} MiB como máximo.`,
})

export const RANGE_BEHIND_END = message<{ readonly file: string; readonly sizeBytes: number }>({
  en: ({ file, sizeBytes }) => `${file} has ${sizeBytes} bytes; the range begins behind its end.`,
  es: ({ file, sizeBytes }) =>
    `${file} tiene ${sizeBytes} bytes; el intervalo pedido empieza después de su final.`,
})

export const NONE_OF = message<{ readonly name: string; readonly known: readonly string[] }>({
  en: ({ name, known }) => `${name} is none of ${known.join(', ')}.`,
  es: ({ name, known }) => `${name} no es ninguno de estos: ${known.join(', ')}.`,
})
