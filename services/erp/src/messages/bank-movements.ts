import { message } from './message.ts'

// Why a line of a bank becomes no movement.

export const NO_LINE_RECOGNIZED = message({
  en: () =>
    'No ReglaConciliacion that makes movements knows a line; name the lines and their concepto.',
  es: (_, say) =>
    `Ninguna de las reglas de conciliación que crean movimientos reconoce un renglón; elige los renglones y da su ${say.field('concepto')}.`,
})

interface OfLine {
  /** As the statement and the place in it name it. */
  readonly line: string
}

export const LINE_WITHOUT_CONCEPT = message<OfLine>({
  en: ({ line }) => `Line ${line}: give its concepto; no ReglaConciliacion says it.`,
  es: ({ line }, say) =>
    `Renglón ${line}: da su ${say.field('concepto')}; ninguna regla de conciliación lo dice.`,
})

interface OfConcept extends OfLine {
  /** Its key. */
  readonly concept: string
}

export const CONCEPT_INACTIVE = message<OfConcept>({
  en: ({ line, concept }) => `Line ${line}: the ConceptoTesoreria ${concept} is not active.`,
  es: ({ line, concept }) => `Renglón ${line}: el concepto de tesorería ${concept} no está activo.`,
})

export const CONCEPT_OF_OTHER_SIDE = message<
  OfConcept & { readonly side: 'cargo' | 'abono'; readonly nature: string }
>({
  en: ({ line, concept, side, nature }) =>
    `Line ${line}: it is a ${side}, but ${concept} is for ${nature}.`,
  es: ({ line, concept, side, nature }, say) =>
    `Renglón ${line}: es un ${side}, pero ${concept} es de «${say.choice(nature, { model: 'ConceptoTesoreria', field: 'naturaleza' })}».`,
})

export const NO_RATE_FOR_LINE = message<
  OfLine & { readonly currency: string; readonly day: string }
>({
  en: ({ line, currency, day }) =>
    `Line ${line}: there is no TipoCambio of ${currency} for ${day}; add it.`,
  es: ({ line, currency, day }) =>
    `Renglón ${line}: no hay tipo de cambio de ${currency} para el ${day}; agrégalo.`,
})
