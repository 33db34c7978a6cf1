import type { Bilingual } from '@oficina/words/bilingual.ts'

import { message } from './message.ts'

/** What a company withholds of whom it pays, by his régimen. */
const USUAL = {
  606: {
    en: '10 % of ISR, and two thirds of the IVA',
    es: 'el 10 % de ISR y dos terceras partes del IVA',
  },
  612: {
    en: '10 % of ISR of professional services, and two thirds of their IVA',
    es: 'el 10 % de ISR por servicios profesionales y dos terceras partes de su IVA',
  },
  626: {
    en: '1.25 % of ISR, and of services two thirds of the IVA',
    es: 'el 1.25 % de ISR y, por servicios, dos terceras partes del IVA',
  },
} as const satisfies Readonly<Record<string, Bilingual>>

/** The régimenes of persons of whom a company withholds. */
export const regimesWithheld: readonly string[] = Object.keys(USUAL)

function usual(regime: string): Bilingual | undefined {
  return new Map<string, Bilingual>(Object.entries(USUAL)).get(regime)
}

export const WITHHOLDS_NO_ISR = message<{
  readonly model: 'Venta' | 'Compra'
  readonly folio: string
  readonly regime: string
}>({
  en: ({ model, folio, regime }) =>
    `${model} ${folio} withholds no ISR, but who is paid is a person of the régimen ${regime}, and who pays a ` +
    `company: it usually withholds ${usual(regime)?.en ?? 'ISR'}. A GrupoFiscalArticulo of the party or the article says so.`,
  es: ({ model, folio, regime }, say) => {
    const party = model === 'Venta' ? 'del cliente' : 'del proveedor'
    return (
      `${say.model(model)} ${folio} no retiene ISR, pero quien cobra es una persona física del régimen ${regime} y ` +
      `quien paga es una persona moral: suele retener ${usual(regime)?.es ?? 'ISR'}. Indícalo en un grupo fiscal ${party} o del artículo.`
    )
  },
})
