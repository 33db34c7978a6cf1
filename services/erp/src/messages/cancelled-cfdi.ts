import { message, type Message } from './message.ts'
import { inState } from './states.ts'

// What keeps a CFDI from being cancelled.

/** What is wrong with the UUID of what replaces it. */
export const SUBSTITUTE = {
  required: message({
    en: () =>
      'folio_sustitucion is required with motivo_sat 01: the UUID of the invoice that replaces it.',
    es: (_, say) =>
      `Falta ${say.field('folio_sustitucion')}: el motivo 01 ante el SAT pide el UUID de la factura que la sustituye.`,
  }),
  unwanted: message({
    en: () => 'folio_sustitucion is only for motivo_sat 01.',
    es: (_, say) => `${say.field('folio_sustitucion')} es sólo para el motivo 01 ante el SAT.`,
  }),
  notInForce: message<{ readonly uuid: string }>({
    en: ({ uuid }) =>
      `folio_sustitucion is ${uuid}, which is no CFDI in force that the company issued.`,
    es: ({ uuid }, say) =>
      `${say.field('folio_sustitucion')} es ${uuid}, que no es un CFDI vigente emitido por la empresa.`,
  }),
  ofOtherReceiver: message<{
    readonly uuid: string
    readonly rfc: string
    readonly replaced: string
  }>({
    en: ({ uuid, rfc, replaced }) =>
      `folio_sustitucion is ${uuid}, which is for ${rfc}, and what it is to replace is for ${replaced}.`,
    es: ({ uuid, rfc, replaced }, say) =>
      `${say.field('folio_sustitucion')} es ${uuid}, que es para ${rfc}, y lo que sustituye es para ${replaced}.`,
  }),
  notNaming: message<{ readonly uuid: string; readonly replaced: string }>({
    en: ({ uuid, replaced }) =>
      `folio_sustitucion is ${uuid}, which does not name ${replaced} by the relation 04: invoice the substitute with sustituye first.`,
    es: ({ uuid, replaced }, say) =>
      `${say.field('folio_sustitucion')} es ${uuid}, que no relaciona ${replaced} con la relación ` +
      `04: timbra antes la que sustituye, con ${say.field('sustituye')}.`,
  }),
}

interface OfRecord {
  readonly model: string
  readonly id: string
  readonly cfdi: string
}

export const CANCELLING_ASKED = message<OfRecord>({
  en: ({ model, id, cfdi }) =>
    `${model} ${id}: the cancellation of Cfdi ${cfdi} was asked for already, and waits for its answer.`,
  es: ({ model, id, cfdi }, say) =>
    `${say.model(model)} ${id}: ya se pidió la cancelación del CFDI ${cfdi}, y espera respuesta.`,
})

export const NO_CFDI_IN_FORCE = message<OfRecord & { readonly state: string | null }>({
  en: ({ model, id, cfdi, state }) =>
    `${model} ${id} has no CFDI in force: Cfdi ${cfdi} is ${state ?? 'not there'}.`,
  es: ({ model, id, cfdi, state }, say) =>
    state === null
      ? `${say.model(model)} ${id} no tiene un CFDI vigente: no existe el CFDI ${cfdi}.`
      : `${say.model(model)} ${id} no tiene un CFDI vigente: el CFDI ${cfdi} está en ${inState(say, { model: 'Cfdi', state })}.`,
})

export const OTHERS_REFER_TO_IT = message<OfRecord & { readonly what: Message }>({
  en: ({ model, id, cfdi, what }, say) =>
    `${model} ${id}: other CFDI in force refer to Cfdi ${cfdi}: ${what.in(say)}; cancel these first.`,
  es: ({ model, id, cfdi, what }, say) =>
    `${say.model(model)} ${id}: otros CFDI vigentes relacionan el CFDI ${cfdi}: ${what.in(say)}; cancélalos antes.`,
})
