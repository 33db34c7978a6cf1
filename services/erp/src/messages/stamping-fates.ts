import { message, spoken, type Message } from './message.ts'

// What became of a CFDI that was sealed, and of a request to cancel one. What the PAC and the SAT say stays as it is.

interface OfRecord {
  readonly model: string
  readonly id: string
  readonly what: Message | string
}

export const PAC_REFUSES = message<OfRecord & { readonly code: string }>({
  en: ({ model, id, code, what }, say) =>
    `The PAC refuses the CFDI of ${model} ${id}: ${code} ${spoken(what, say)} Mend what it names and stamp it again; it keeps its folio.`,
  es: ({ model, id, code, what }, say) =>
    `El PAC rechaza el CFDI de ${say.model(model)} ${id}: ${code} ${spoken(what, say)} Corrige lo que indica y vuelve a timbrar; conserva su folio.`,
})

export const STAMP_TO_COME = message<OfRecord>({
  en: ({ model, id, what }, say) =>
    `The CFDI of ${model} ${id} is sealed and its stamp is still to come; it is finished by itself. ${spoken(what, say)}`,
  es: ({ model, id, what }, say) =>
    `El CFDI de ${say.model(model)} ${id} está sellado y falta su timbre; se termina solo. ${spoken(what, say)}`,
})

export const STAMPED_OTHER = message<{ readonly uuid: string }>({
  en: ({ uuid }) =>
    `The PAC has stamped ${uuid}, another document, under the identity of this one. Somebody has to look at it.`,
  es: ({ uuid }) =>
    `El PAC timbró ${uuid}, otro documento, con la identidad de éste. Alguien tiene que revisarlo.`,
})

export const STAMP_UNREADABLE = message({
  en: () => 'The stamp cannot be read.',
  es: () => 'El timbre no se puede leer.',
})

export const AFTER_STAMP_WAITS = message<{ readonly why: Message | string }>({
  en: ({ why }, say) => `It is stamped, and what follows from it waits: ${spoken(why, say)}`,
  es: ({ why }, say) => `Ya está timbrado, y lo que sigue espera: ${spoken(why, say)}`,
})

export const UNFORESEEN_FAULT = message({
  en: () => 'an unforeseen fault; it is tried again.',
  es: () => 'hubo una falla imprevista; se vuelve a intentar.',
})

export const NOT_CANCELLED = message<OfRecord & { readonly code: string }>({
  en: ({ model, id, code, what }, say) =>
    `The CFDI of ${model} ${id} was not cancelled, and stays in force: ${code} ${spoken(what, say)}`,
  es: ({ model, id, code, what }, say) =>
    code === ''
      ? `El CFDI de ${say.model(model)} ${id} no se canceló, y sigue vigente: ${spoken(what, say)}`
      : `El CFDI de ${say.model(model)} ${id} no se canceló, y sigue vigente: ${code} ${spoken(what, say)}`,
})

export const WAITS_FOR_RECEIVER = message<OfRecord>({
  en: ({ model, id, what }, say) =>
    `The cancellation of the CFDI of ${model} ${id} waits for the receiver, who has three business days; it is finished by itself. ${spoken(what, say)}`,
  es: ({ model, id, what }, say) =>
    `La cancelación del CFDI de ${say.model(model)} ${id} espera al receptor, que tiene tres días hábiles; se termina sola. ${spoken(what, say)}`,
})

export const CANCELLATION_UNANSWERED = message<OfRecord>({
  en: ({ model, id, what }, say) =>
    `The cancellation of the CFDI of ${model} ${id} was not answered; it is asked for again by itself. ${spoken(what, say)}`,
  es: ({ model, id, what }, say) =>
    `Nadie contestó la cancelación del CFDI de ${say.model(model)} ${id}; se vuelve a pedir sola. ${spoken(what, say)}`,
})

export const AFTER_CANCELLING_WAITS = message<{ readonly why: Message | string }>({
  en: ({ why }, say) => `It is cancelled, and what follows waits: ${spoken(why, say)}`,
  es: ({ why }, say) => `Ya está cancelado, y lo que sigue espera: ${spoken(why, say)}`,
})

export const RECEIVER_DISAGREES = message({
  en: () => 'The receiver did not agree to cancel it.',
  es: () => 'El receptor no aceptó la cancelación.',
})

export const SAT_SAYS = message<{ readonly said: string }>({
  en: ({ said }) => `The SAT says: ${said}.`,
  es: ({ said }) => `El SAT dice: ${said}.`,
})
