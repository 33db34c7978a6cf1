import type { Bilingual } from '@oficina/words/bilingual.ts'
import type { Language } from '@oficina/words/language.ts'

import { message, type Message } from './message.ts'
import type { Speech } from './speech.ts'

// What the law's tables lack, and what is wrong with a file of them.

const PERIOD_WORDS: Readonly<Record<string, Bilingual>> = {
  daily: { es: 'diaria', en: 'daily' },
  weekly: { es: 'semanal', en: 'weekly' },
  tenDay: { es: 'decenal', en: 'ten-day' },
  fortnightly: { es: 'quincenal', en: 'fortnightly' },
  monthly: { es: 'mensual', en: 'monthly' },
  annual: { es: 'anual', en: 'annual' },
}

/** What people call the period of a tariff of ISR, or any other part of a table. */
export function partWord(key: string, language: Language): string {
  return PERIOD_WORDS[key]?.[language] ?? key
}

interface Lacking {
  readonly model: string
  readonly keys: readonly string[]
  readonly since: string
}

/** The parts of a table that are missing, as people call them. */
export function keyWords(keys: readonly string[], language: Language): string {
  return keys.map((key) => partWord(key, language)).join(', ')
}

function named({ model, keys }: Lacking, say: Speech): string {
  const parts = keyWords(keys, say.language)
  return parts === '' ? say.model(model) : `${say.model(model)} (${parts})`
}

export const LAW_IS_MISSING = message<{
  readonly day: string
  readonly lacking: readonly Lacking[]
}>({
  en: ({ day, lacking }, say) => {
    const tables = lacking.map((table) => `${named(table, say)} from ${table.since} on`)
    return `The law's tables for ${day} are not complete; there is no ${say.any(tables)}.`
  },
  es: ({ day, lacking }, say) => {
    const tables = lacking.map((table) => `${named(table, say)} desde el ${table.since}`)
    return `Las tablas de la ley para el ${day} no están completas; falta ${say.all(tables)}.`
  },
})

export const NO_LAW_TABLE = message<{ readonly file: string; readonly known: readonly string[] }>({
  en: ({ file, known }, say) => `${file} is none of the law's tables: ${say.all(known)}.`,
  es: ({ file, known }, say) =>
    `${file} no es de las tablas de la ley: ${say.all(known.map((name) => say.model(name)))}.`,
})

interface Place {
  /** The file and the row, as a spreadsheet counts: `SalarioMinimo.csv:3`. */
  readonly place: string
}

export const LAW_COLUMN_UNKNOWN = message<Place & { readonly field: string }>({
  en: ({ field, place }) => `${place}: there is no field ${field}.`,
  es: ({ field, place }) => `${place}: no existe el campo ${field}.`,
})

export const LAW_COLUMN_MISSING = message<Place & { readonly field: string }>({
  en: ({ field, place }) => `${place}: ${field} is missing.`,
  es: ({ field, place }, say) => `${place}: falta ${say.field(field)}.`,
})

export const LAW_ROW_LENGTH = message<Place>({
  en: ({ place }) => `${place}: the row has another number of cells than the header.`,
  es: ({ place }) => `${place}: el renglón no tiene tantas celdas como el encabezado.`,
})

/** What is wrong with a cell, in a sentence. */
export const LAW_CELL = message<Place & { readonly what: Message }>({
  en: ({ place, what }, say) => `At ${place}, ${what.in(say)}`,
  es: ({ place, what }, say) => `En ${place}, ${what.in(say)}`,
})

export const LAW_CELL_TOO_LONG = message<Place & { readonly field: string; readonly most: number }>(
  {
    en: ({ field, most, place }) => `${place}: ${field} has at most ${most} characters.`,
    es: ({ field, most, place }, say) =>
      `${place}: ${say.field(field)} admite ${most} caracteres como máximo.`,
  },
)

export const LAW_REFERENCE = message<Place & { readonly model: string; readonly key: string }>({
  en: ({ key, model, place }) => `${place}: there is no ${model} ${key}.`,
  es: ({ key, model, place }, say) => `${place}: no existe ${say.model(model)} ${key}.`,
})

export const LAW_ROW_TWICE = message<Place & { readonly key: string }>({
  en: ({ key, place }) => `${place}: ${key} is in the file twice.`,
  es: ({ key, place }) => `${place}: ${key} está dos veces en el archivo.`,
})

/** What a row of the law's tables is about, such as `SalarioMinimo GRAL`. */
interface About {
  readonly about: string
}

export const LAW_GAP = message<About & { readonly end: string; readonly next: string }>({
  en: ({ about, end, next }) => `${about}: nothing holds between ${end} and ${next}.`,
  es: ({ about, end, next }) => `${about}: nada rige entre el ${end} y el ${next}.`,
})

export const LAW_OVERLAP = message<About & { readonly end: string; readonly next: string }>({
  en: ({ about, end, next }) =>
    `${about}: what holds until ${end} overlaps what begins on ${next}.`,
  es: ({ about, end, next }) =>
    `${about}: lo que rige hasta el ${end} se traslapa con lo que empieza el ${next}.`,
})

export const LAW_BACKWARDS = message<About & { readonly end: string; readonly start: string }>({
  en: ({ about, end, start }) => `${about}: ${end} is before ${start}.`,
  es: ({ about, end, start }) => `${about}: el ${end} es anterior al ${start}.`,
})

export const LAW_NO_FRACTION = message<About & { readonly rate: string }>({
  en: ({ about, rate }) => `${about}: the rate ${rate} is not between 0 and 1; 16 % is 0.16.`,
  es: ({ about, rate }) => `${about}: la tasa ${rate} no está entre 0 y 1; 16 % es 0.16.`,
})

export const LAW_NOT_ABOVE_ZERO = message<About & { readonly amount: string }>({
  en: ({ about, amount }) => `${about}: ${amount} is not above zero.`,
  es: ({ about, amount }) => `${about}: ${amount} no es mayor que cero.`,
})

export const LAW_FIRST_LIMIT = message<About & { readonly found: string; readonly wanted: string }>(
  {
    en: ({ about, found, wanted }) => `${about} begins at ${found} instead of ${wanted}.`,
    es: ({ about, found, wanted }) => `${about} empieza en ${found} en lugar de ${wanted}.`,
  },
)

export const LAW_NEXT_LIMIT = message<About & { readonly end: string; readonly next: string }>({
  en: ({ about, end, next }) =>
    `${about}: the row behind the one that ends at ${end} begins at ${next}.`,
  es: ({ about, end, next }) =>
    `${about}: después del renglón que termina en ${end} sigue el que empieza en ${next}.`,
})

export const LAW_LAST_LIMIT = message<About & { readonly end: string }>({
  en: ({ about, end }) => `${about}: the last row ends at ${end} instead of having no end.`,
  es: ({ about, end }) => `${about}: el último renglón termina en ${end} en lugar de no tener fin.`,
})

export const LAW_NOT_ASCENDING = message<
  About & { readonly found: string; readonly before: string }
>({
  en: ({ about, before, found }) => `${about}: ${found} follows ${before} and is not larger.`,
  es: ({ about, before, found }) => `${about}: ${found} sigue a ${before} y no es mayor.`,
})

export const LAW_FIXED_FEE = message<About & { readonly found: string; readonly wanted: string }>({
  en: ({ about, found, wanted }) =>
    `${about}: the fixed fee ${found} is not what the rows below come to, about ${wanted}.`,
  es: ({ about, found, wanted }) =>
    `${about}: la cuota fija ${found} no es a lo que llegan los renglones anteriores, cerca de ${wanted}.`,
})

export const LAW_ONE_ROW = message<About & { readonly count: number }>({
  en: ({ about, count }) => `${about} has ${count} rows instead of one.`,
  es: ({ about, count }) => `${about} tiene ${count} renglones en lugar de uno.`,
})

export const LAW_YEAR_BETWEEN = message<About & { readonly year: number }>({
  en: ({ about, year }) => `${about} has no row of ${year}.`,
  es: ({ about, year }) => `${about} no tiene renglón de ${year}.`,
})

export const LAW_UMA_DAY = message<About & { readonly day: string }>({
  en: ({ about, day }) => `${about} of ${day} does not begin on the day that the law sets.`,
  es: ({ about, day }) => `${about} del ${day} no empieza en el día que marca la ley.`,
})

export const LAW_UNIT = message<
  About & { readonly unit: string; readonly known: readonly string[] }
>({
  en: ({ about, known, unit }, say) => `${about}: ${unit} is none of ${say.any(known)}.`,
  es: ({ about, known, unit }, say) => `${about}: ${unit} no es ${say.any(known)}.`,
})
