import { message } from './message.ts'

// Why a file cannot be read: sentences without capital and period, which `THE_FILE` puts after what they are about.

export const TOO_MANY_TEXTS = message({
  en: () => 'the workbook has too many different texts; save it as CSV',
  es: () => 'el libro tiene demasiados textos distintos; guárdalo como CSV',
})

export const WORKBOOK_DAMAGED = message({
  en: () => 'the workbook is damaged',
  es: () => 'el libro está dañado',
})

export const WORKBOOK_TOO_LARGE = message({
  en: () => 'the workbook is too large; save it as CSV',
  es: () => 'el libro es demasiado grande; guárdalo como CSV',
})

export const WORKBOOK_WITH_DOCUMENT_TYPE = message({
  en: () => 'the workbook has a document type',
  es: () => 'el libro tiene una declaración de tipo de documento (DOCTYPE)',
})

export const WORKBOOK_TEXT_TOO_LONG = message({
  en: () => 'the workbook holds a text too long',
  es: () => 'el libro contiene un texto demasiado largo',
})

export const NO_WORKBOOK = message({
  en: () => 'the file is not an XLSX workbook',
  es: () => 'no es un libro de Excel (XLSX)',
})

export const NO_WORKBOOK_PART = message<{ readonly part: string }>({
  en: ({ part }) => `the workbook has no part ${part}`,
  es: ({ part }) => `al libro le falta la parte ${part}`,
})

export const NO_SHEET = message<{ readonly sheet: string; readonly known: readonly string[] }>({
  en: ({ sheet, known }) =>
    `the workbook has no sheet ${sheet}; it has ${known.map((name) => JSON.stringify(name)).join(', ')}`,
  es: ({ sheet, known }) =>
    `el libro no tiene la hoja ${sheet}; tiene ${known.map((name) => JSON.stringify(name)).join(', ')}`,
})

export const OLD_WORKBOOK = message({
  en: () => 'it has the old format of Excel; save it as .xlsx or .csv',
  es: () => 'tiene el formato antiguo de Excel; guárdalo como .xlsx o .csv',
})

export const CELL_TOO_LONG = message({
  en: () => 'a cell is too long; is a closing quote missing?',
  es: () => 'una celda es demasiado larga; ¿falta una comilla de cierre?',
})

export const QUOTE_NOT_CLOSED = message({
  en: () => 'a quoted cell has no closing quote',
  es: () => 'una celda entre comillas no tiene comilla de cierre',
})

export const TOO_MANY_CELLS = message<{ readonly most: number }>({
  en: ({ most }) => `a row has more than ${most} cells`,
  es: ({ most }) => `una fila tiene más de ${most} celdas`,
})

export const ROW_TOO_LONG = message({
  en: () => 'the row holds more than 4 MiB of text',
  es: () => 'la fila contiene más de 4 MiB de texto',
})

export const LINE_TOO_LONG = message({
  en: () => 'a line is longer than 4 MiB',
  es: () => 'una línea mide más de 4 MiB',
})

export const NOT_UTF8 = message({
  en: () => 'the file is not UTF-8',
  es: () => 'no está en UTF-8',
})

// Of the public catalogs.

export const PUBLISHED_ENDING = message<{ readonly endings: readonly string[] }>({
  en: ({ endings }, say) => `nombre must end in ${say.any(endings)}.`,
  es: ({ endings }, say) => `El nombre del archivo debe terminar en ${say.any(endings)}.`,
})

export const NO_PUBLISHED_TABLE = message<{ readonly headers: readonly string[] }>({
  en: ({ headers }) => `there is no table in it whose header holds ${headers.join(' or ')}`,
  es: ({ headers }) => `no hay en él ninguna tabla cuyo encabezado tenga ${headers.join(' o ')}`,
})

interface PublishedCell {
  readonly place: string
  readonly field: string
}

export const PUBLISHED_CELL_MISSING = message<PublishedCell>({
  en: ({ place, field }) => `${place}: no ${field}`,
  es: ({ place, field }) => `${place}: falta ${field}`,
})

export const PUBLISHED_CELL_TOO_LONG = message<PublishedCell & { readonly most: number }>({
  en: ({ place, field, most }) => `${place}: ${field} is longer than ${most}`,
  es: ({ place, field, most }) => `${place}: ${field} tiene más de ${most} caracteres`,
})

export const PUBLISHED_NOT_FOUND = message<{
  readonly place: string
  readonly target: string
  readonly key: string
}>({
  en: ({ place, target, key }) => `${place}: there is no ${target} ${key}`,
  es: ({ place, target, key }, say) => `${place}: no hay ${key} en ${say.model(target)}`,
})
