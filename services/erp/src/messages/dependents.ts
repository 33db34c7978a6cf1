import { message } from './message.ts'
import type { Speech } from './speech.ts'

/** How many records of each model refer to something, and how many more that the reader may not see. */
export interface ReferringRecords {
  readonly counts: ReadonlyMap<string, number>
  readonly others: number
}

/** They as an enumeration: `2 of Compra, 1 that you may not read`. */
export function dependentsIn(say: Speech, { counts, others }: ReferringRecords): string {
  const isSpanish = say.language === 'es'
  const named = [...counts].map(([model, count]) =>
    isSpanish ? `${count} de ${say.model(model)}` : `${count} of ${say.model(model)}`,
  )
  const hidden = isSpanish ? `${others} que no puedes leer` : `${others} that you may not read`
  return [...named, ...(others > 0 ? [hidden] : [])].join(', ')
}

/** The same as a part of another message. */
export const DEPENDENTS = message<ReferringRecords>({
  en: (referring, say) => dependentsIn(say, referring),
  es: (referring, say) => dependentsIn(say, referring),
})
