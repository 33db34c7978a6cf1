import type { Bilingual } from '@oficina/words/bilingual.ts'

// What stands on a report’s sheet besides what its declaration says.

export const TOTAL: Bilingual = { es: 'Total', en: 'Total' }

/** `&P` is the number of the page, `&N` how many there are. */
export const PAGE_OF: Bilingual = { es: 'Página &P de &N', en: 'Page &P of &N' }

export const YES: Bilingual = { es: 'Sí', en: 'Yes' }
export const NO: Bilingual = { es: 'No', en: 'No' }

/** When by the company’s clock, and by whom. */
export function askedBy(instant: string, person: string): Bilingual {
  return {
    es: `Consultado el ${instant} por ${person}`,
    en: `As of ${instant}, asked for by ${person}`,
  }
}
