import { message, type Message } from './message.ts'
import type { Speech } from './speech.ts'

// What is wrong with the file of a bank's statement, or with how its CSV is described.

export const NO_STATEMENT_FILE = message({
  en: () => 'Give the file of the bank as adjunto.',
  es: () => 'Adjunta el archivo del banco.',
})

export const STATEMENT_UNREADABLE = message<{
  readonly what: Message
  /** Of the file, from 1; null: the file as a whole. */
  readonly row: number | null
}>({
  en: ({ what, row }, say) =>
    row === null
      ? `The statement cannot be read: ${what.in(say)}.`
      : `The statement cannot be read: ${what.in(say)} (row ${row}).`,
  es: ({ what, row }, say) =>
    row === null
      ? `No se puede leer el estado de cuenta: ${what.in(say)}.`
      : `No se puede leer el estado de cuenta: ${what.in(say)} (fila ${row}).`,
})

// What follows there.

export const TOO_MANY_STATEMENT_LINES = message<{ readonly most: number }>({
  en: ({ most }) => `it has more than ${most} lines`,
  es: ({ most }) => `tiene más de ${most} renglones`,
})

export const COLUMNS_NOT_FOUND = message<{
  /** The headings that were declared. */
  readonly headers: readonly string[]
}>({
  en: ({ headers }) => `none of its first rows has the columns ${headers.join(', ')}`,
  es: ({ headers }, say) => `ninguna de sus primeras filas tiene las columnas ${say.all(headers)}`,
})

export const COLUMN_NOT_AN_AMOUNT = message<{ readonly column: string }>({
  en: ({ column }) => `${column} is not an amount`,
  es: ({ column }, say) => `${say.field(column)} no es un importe`,
})

export const COLUMN_NOT_A_DAY = message<{
  readonly column: string
  /** How the file was said to write days. */
  readonly form: string
}>({
  en: ({ column, form }) => `${column} is not a day as ${form}`,
  es: ({ column, form }, say) => `${say.field(column)} no es una fecha como ${form}`,
})

export const LINE_WITHOUT_AMOUNT = message({
  en: () => 'it has no amount',
  es: () => 'no tiene importe',
})

export const OFX_WITHOUT_START = message({
  en: () => 'it has no <OFX>',
  es: () => 'no tiene <OFX>',
})

export const OFX_WITH_DECLARATION = message({
  en: () => 'it has a declaration, which OFX does not',
  es: () => 'tiene una declaración, y un OFX no lleva ninguna',
})

export const OFX_NO_TAG = message<{ readonly place: number }>({
  en: ({ place }) => `what stands at character ${place} is not a tag`,
  es: ({ place }) => `lo que está en el carácter ${place} no es una etiqueta`,
})

export const OFX_GROUPS_DO_NOT_END = message({
  en: () => 'its groups do not end',
  es: () => 'sus grupos no terminan',
})

export const OFX_ENDS_NOTHING = message<{ readonly tag: string }>({
  en: ({ tag }) => `</${tag}> ends what did not begin`,
  es: ({ tag }) => `</${tag}> cierra algo que no se abrió`,
})

export const OFX_DOES_NOT_END = message<{ readonly tag: string }>({
  en: ({ tag }) => `<${tag}> does not end`,
  es: ({ tag }) => `<${tag}> no se cierra`,
})

export const OFX_SEVERAL_ACCOUNTS = message({
  en: () => 'it has the lines of several accounts',
  es: () => 'tiene renglones de varias cuentas',
})

export const OFX_NOT_A_DAY = message<{ readonly tag: string }>({
  en: ({ tag }) => `${tag} is not a day`,
  es: ({ tag }) => `${tag} no es una fecha`,
})

export const OFX_NOT_AN_AMOUNT = message<{ readonly tag: string }>({
  en: ({ tag }) => `${tag} is not an amount`,
  es: ({ tag }) => `${tag} no es un importe`,
})

// How a CSV is described.

function columnsIn(say: Speech) {
  return {
    columns: say.field('columnas'),
    day: say.field('fecha'),
    text: say.field('descripcion'),
    out: say.field('cargo'),
    into: say.field('abono'),
    amount: say.field('importe'),
  }
}

export const COLUMNS_OF_CSV = message({
  en: () =>
    'The file is not OFX: columnas must name the columns of a CSV, fecha, descripcion, and cargo and abono or importe.',
  es: (_, say) => {
    const { columns, day, text, out, into, amount } = columnsIn(say)
    return `El archivo no es OFX: ${columns} debe decir cuáles son las columnas del CSV: ${day}, ${text}, y ${out} con ${into} o bien ${amount}.`
  },
})

export const COLUMNS_INCOMPLETE = message({
  en: () => 'columnas must name fecha, descripcion, and cargo and abono or importe.',
  es: (_, say) => {
    const { columns, day, text, out, into, amount } = columnsIn(say)
    return `${columns} debe decir cuáles son ${day}, ${text}, y ${out} con ${into} o bien ${amount}.`
  },
})

export const COLUMN_UNKNOWN = message<{
  readonly name: string
  readonly known: readonly string[]
}>({
  en: ({ name, known }) => `columnas has ${name}; it gives the headings of ${known.join(', ')}.`,
  es: ({ name, known }, say) =>
    `${say.field('columnas')} trae ${name}; debe dar los encabezados de ${say.all(known.map((column) => say.field(column)))}.`,
})
