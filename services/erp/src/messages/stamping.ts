import { message } from './message.ts'
import { inState } from './states.ts'

// A document whose CFDI is there already, or on its way to the PAC. `id` is what names the document: its id or its folio.

interface WithCfdi {
  readonly model: string
  readonly id: string
  readonly cfdi: string
}

interface WithState extends WithCfdi {
  readonly state: string
}

const ofCfdi = (state: string) => ({ model: 'Cfdi', state })

export const HAS_CFDI = message<WithState>({
  en: ({ model, id, cfdi, state }) => `${model} ${id} has a CFDI already, Cfdi ${cfdi} (${state}).`,
  es: ({ model, id, cfdi, state }, say) =>
    `${say.model(model)} ${id} ya tiene un CFDI, el ${cfdi}, que está en ${inState(say, ofCfdi(state))}.`,
})

export const BEING_STAMPED_ALREADY = message<WithCfdi>({
  en: ({ model, id, cfdi }) => `${model} ${id} is being stamped already, as Cfdi ${cfdi}.`,
  es: ({ model, id, cfdi }, say) => `${say.model(model)} ${id} ya se está timbrando: CFDI ${cfdi}.`,
})

export const BEING_STAMPED = message<WithCfdi>({
  en: ({ model, id, cfdi }) => `${model} ${id} is being stamped, as Cfdi ${cfdi}.`,
  es: ({ model, id, cfdi }, say) => `${say.model(model)} ${id} se está timbrando: CFDI ${cfdi}.`,
})

export const STAMPING_KEEPS_RECORD = message<WithCfdi>({
  en: ({ model, id, cfdi }) =>
    `${model} ${id} is being stamped, as Cfdi ${cfdi}; it can change after that.`,
  es: ({ model, id, cfdi }, say) =>
    `${say.model(model)} ${id} se está timbrando (CFDI ${cfdi}); los cambios se pueden hacer después.`,
})

export const STAMPING_KEEPS_LINES = message<WithCfdi>({
  en: ({ model, id, cfdi }) =>
    `${model} ${id} is being stamped, as Cfdi ${cfdi}; its lines can change after that.`,
  es: ({ model, id, cfdi }, say) =>
    `${say.model(model)} ${id} se está timbrando (CFDI ${cfdi}); sus renglones se pueden cambiar después.`,
})

export const COMPLEMENT_ON_ITS_WAY = message<{ readonly id: string; readonly cfdi: string }>({
  en: ({ id, cfdi }) =>
    `The complement of CobroCliente ${id} is being stamped already, as Cfdi ${cfdi}.`,
  es: ({ id, cfdi }, say) =>
    `El complemento de pago de ${say.model('CobroCliente')} ${id} ya se está timbrando: CFDI ${cfdi}.`,
})

export const HAS_COMPLEMENT = message<Omit<WithState, 'model'>>({
  en: ({ id, cfdi, state }) =>
    `CobroCliente ${id} has a complement already, Cfdi ${cfdi} (${state}).`,
  es: ({ id, cfdi, state }, say) =>
    `${say.model('CobroCliente')} ${id} ya tiene complemento de pago, el CFDI ${cfdi}, que está en ${inState(say, ofCfdi(state))}.`,
})
