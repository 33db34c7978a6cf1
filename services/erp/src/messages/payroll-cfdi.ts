import { message, type Message } from './message.ts'
import { inState } from './states.ts'

// Why the CFDI of a receipt of payroll cannot be made, and what became of the receipts of a payroll.

const PERSON = 'Empleado'
const RECEIPT = 'ReciboNomina'
const RUN = 'Nomina'

interface OfPerson {
  /** Number and name. */
  readonly person: string
}

interface OfReceipt {
  /** Its folio. */
  readonly receipt: string
}

export const PERSON_LACKS = message<OfPerson & { readonly model: string; readonly field: string }>({
  en: ({ person, model, field }) => `Empleado ${person} has no ${model}.${field}, or a wrong one.`,
  es: ({ person, model, field }, say) =>
    `A ${say.model(PERSON)} ${person} le falta ${say.field(field, model)} (${say.model(model)}), o no es correcto.`,
})

export const EMPLOYER_CURP_MISSING = message({
  en: () => 'The company is a person, and Empresa.curp is missing.',
  es: (_, say) => `La empresa es una persona física y le falta ${say.field('curp', 'Empresa')}.`,
})

export const NO_STATE_OF_WORK = message<OfPerson>({
  en: ({ person }) =>
    `Empleado ${person}: neither the domicilio of his RegistroPatronal nor the company's says a state.`,
  es: ({ person }, say) => {
    const address = say.field('domicilio', 'RegistroPatronal')
    const place = `${address} de su ${say.model('RegistroPatronal')}`
    return `${say.model(PERSON)} ${person}: ni ${place} ni el de la empresa dicen el estado.`
  },
})

export const CONCEPT_UNTOLD = message<
  OfPerson & { readonly concept: string; readonly key: string }
>({
  en: ({ person, concept, key }) =>
    `Empleado ${person}: what the SAT wants with the key ${key} of ConceptoNomina ${concept} stands in no record.`,
  es: ({ person, concept, key }, say) =>
    `${say.model(PERSON)} ${person}: lo que el SAT pide con la clave ${key} de ${say.model('ConceptoNomina')} ${concept} no está en ningún registro.`,
})

export const OVERTIME_UNTOLD = message<OfPerson & { readonly concept: string }>({
  en: ({ person, concept }) =>
    `Empleado ${person}: ConceptoNomina ${concept} is overtime, and no ReciboNominaHoraExtra says its days and hours.`,
  es: ({ person, concept }, say) => {
    const what = `${say.model('ConceptoNomina')} ${concept} es tiempo extra`
    const where = `ningún registro de ${say.model('ReciboNominaHoraExtra')}`
    return `${say.model(PERSON)} ${person}: ${what} y ${where} dice sus días y horas.`
  },
})

export const RECEIPT_PROBLEM = message<OfPerson & { readonly what: Message }>({
  en: ({ person, what }, say) => `Empleado ${person}: ${what.in(say)}`,
  es: ({ person, what }, say) => `${say.model(PERSON)} ${person}: ${what.in(say)}`,
})

export const RUN_NOT_STAMPED_YET = message<{ readonly run: string; readonly state: string }>({
  en: ({ run, state }) => `Nomina ${run} is ${state}; its receipts cannot be stamped.`,
  es: ({ run, state }, say) =>
    `${say.model(RUN)} ${run} está en ${inState(say, { model: RUN, state })}; sus recibos no se pueden timbrar.`,
})

export const NOTHING_TO_STAMP = message<{ readonly run: string }>({
  en: ({ run }) => `Nomina ${run} has no receipt to stamp.`,
  es: ({ run }, say) => `${say.model(RUN)} ${run} no tiene ningún recibo por timbrar.`,
})

export const ALL_ON_THEIR_WAY = message<{ readonly run: string }>({
  en: ({ run }) => `The receipts of Nomina ${run} are being stamped already.`,
  es: ({ run }, say) => `Los recibos de ${say.model(RUN)} ${run} ya se están timbrando.`,
})

export const STAMPED_RUN_STAYS = message<{ readonly run: string; readonly receipt: string }>({
  en: ({ run, receipt }) =>
    `Nomina ${run} stays as it is: its ReciboNomina ${receipt} has a CFDI. Replace or cancel it.`,
  es: ({ run, receipt }, say) =>
    `${say.model(RUN)} ${run} se queda como está: su ${say.model(RECEIPT)} ${receipt} tiene CFDI. Sustitúyelo o cancélalo.`,
})

export const SUBSTITUTE_ON_ITS_WAY = message<OfReceipt>({
  en: ({ receipt }) => `A substitute of the CFDI of ReciboNomina ${receipt} is being stamped.`,
  es: ({ receipt }, say) =>
    `Ya se está timbrando el sustituto del CFDI de ${say.model(RECEIPT)} ${receipt}.`,
})

export const NOT_IN_FORCE_TO_REPLACE = message<OfReceipt>({
  en: ({ receipt }) => `ReciboNomina ${receipt} has no CFDI in force that could be replaced.`,
  es: ({ receipt }, say) =>
    `${say.model(RECEIPT)} ${receipt} no tiene un CFDI vigente que se pueda sustituir.`,
})

export const OTHER_PERSON = message<OfReceipt & { readonly rfc: string; readonly before: string }>({
  en: ({ receipt, rfc, before }) =>
    `The CFDI of ReciboNomina ${receipt} is for ${before}, and a substitute cannot be for ${rfc}. Cancel it with motivo_sat 02, and stamp it anew.`,
  es: ({ receipt, rfc, before }, say) =>
    `El CFDI de ${say.model(RECEIPT)} ${receipt} es para ${before}, y un sustituto no puede ser para ${rfc}. Cancélalo con el motivo 02 y vuelve a timbrarlo.`,
})

export const SAYS_THE_SAME = message<OfReceipt>({
  en: ({ receipt }) =>
    `The CFDI of ReciboNomina ${receipt} would say the same again. Change what it is made of first.`,
  es: ({ receipt }, say) =>
    `El CFDI de ${say.model(RECEIPT)} ${receipt} volvería a decir lo mismo. Corrige antes los datos de los que sale.`,
})
