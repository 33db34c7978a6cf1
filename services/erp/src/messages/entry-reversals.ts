import { message } from './message.ts'

// Why an entry is not taken back.

interface OfEntry {
  readonly id: string
}

export const MADE_BY_DOCUMENT = message<
  OfEntry & { readonly model: string; readonly record: string | null }
>({
  en: ({ id, model, record }) =>
    `Poliza ${id} was made by ${model} ${record}, whose actions alone take it back.`,
  es: ({ id, model, record }, say) =>
    `La póliza ${id} viene de ${say.model(model)} ${record}; sólo se reversa con las acciones de ese documento.`,
})

export const REVERSES_ANOTHER = message<OfEntry & { readonly other: string }>({
  en: ({ id, other }) => `Poliza ${id} reverses Poliza ${other}; make that entry again instead.`,
  es: ({ id, other }) =>
    `La póliza ${id} es la reversa de la póliza ${other}; en vez de reversarla, captura otra vez aquella.`,
})

export const REVERSED_TOO_EARLY = message<
  OfEntry & { readonly day: string; readonly booked: string }
>({
  en: ({ id, day, booked }) =>
    `fecha is ${day}, but Poliza ${id} is of ${booked}: it is not reversed before that.`,
  es: ({ id, day, booked }, say) =>
    `${say.field('fecha')} es ${day}, pero la póliza ${id} es del ${booked}: no se reversa con fecha anterior.`,
})

export const BALANCE_RESTS_ON_ENTRY = message<OfEntry & { readonly model: string }>({
  en: ({ id, model }) =>
    `Poliza ${id} holds a ${model} that was recognized by it; cancel that first.`,
  es: ({ id, model }, say) =>
    `Con la póliza ${id} se reconoció un saldo de ${say.model(model)}; cancélalo antes.`,
})
