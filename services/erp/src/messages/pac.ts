import { message, spoken, type Message } from './message.ts'

// Why the PAC or the SAT gave no answer, or none that can be used. What they say themselves stays word for word, and so
// does what the network says.

interface Answered {
  /** Of HTTP. */
  readonly status: number
}

export const PAC = {
  unanswered: message<{ readonly reason: string }>({
    en: ({ reason }) => `The PAC did not answer: ${reason}.`,
    es: ({ reason }) => `El PAC no contestó: ${reason}.`,
  }),
  notAsked: message<{ readonly reason: string }>({
    en: ({ reason }) => `The PAC cannot be asked: ${reason}.`,
    es: ({ reason }) => `No se le puede preguntar al PAC: ${reason}.`,
  }),
  notLetIn: message<{ readonly what: Message | string }>({
    en: ({ what }, say) => `The PAC does not let us in. ${spoken(what, say)}`,
    es: ({ what }, say) => `El PAC no nos deja entrar. ${spoken(what, say)}`,
  }),
  /** With what it says beside, which may be nothing. */
  answered: message<Answered & { readonly said: string }>({
    en: ({ status, said }) =>
      said === '' ? `The PAC answered ${status}.` : `The PAC answered ${status}. ${said}`,
    es: ({ status, said }) =>
      said === '' ? `El PAC contestó ${status}.` : `El PAC contestó ${status}. ${said}`,
  }),
  answeredAlone: message<Answered>({
    en: ({ status }) => `It answered ${status}.`,
    es: ({ status }) => `Contestó ${status}.`,
  }),
  noStamp: message({
    en: () => 'The PAC answered without a stamp.',
    es: () => 'El PAC contestó sin un timbre.',
  }),
}

/** Why a CFDI was not cancelled, by the SAT's codes. */
export const CANCEL_CODE = {
  '203': message({
    en: () => 'The CFDI is not one of the issuer.',
    es: () => 'El CFDI no es del emisor.',
  }),
  '204': message({
    en: () => 'The CFDI cannot be cancelled.',
    es: () => 'El CFDI no se puede cancelar.',
  }),
  '205': message({
    en: () => 'The SAT does not know the CFDI.',
    es: () => 'El SAT no conoce el CFDI.',
  }),
  '208': message({
    en: () => 'The SAT does not take the substitute (Folio sustitución inválido).',
    es: () => 'El SAT no acepta la factura que sustituye (Folio sustitución inválido).',
  }),
  '212': message({
    en: () => 'The substitute does not name the CFDI (Relación no válida o inexistente).',
    es: () => 'La factura que sustituye no relaciona el CFDI (Relación no válida o inexistente).',
  }),
  none: message({
    en: () => 'It was not cancelled.',
    es: () => 'No se canceló.',
  }),
}

export const SAT = {
  unanswered: message<{ readonly reason: string }>({
    en: ({ reason }) => `The SAT did not answer: ${reason}.`,
    es: ({ reason }) => `El SAT no contestó: ${reason}.`,
  }),
  noState: message({
    en: () => 'The SAT did not answer with a state.',
    es: () => 'El SAT contestó sin decir el estado.',
  }),
  noCertificate: message<{ readonly number: string }>({
    en: ({ number }) => `The SAT has no certificate ${number}.`,
    es: ({ number }) => `El SAT no tiene el certificado ${number}.`,
  }),
}
