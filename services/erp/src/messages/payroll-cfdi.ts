import { message } from './message.ts'

// Why the CFDI of a receipt of payroll cannot be made, and what became of the receipts of a payroll.

const PERSON = 'Empleado'
const RECEIPT = 'ReciboNomina'

interface OfPerson {
  /** Number and name. */
  readonly person: string
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
  es: ({ person }, say) =>
    `${say.model(PERSON)} ${person}: ni el ${say.field('domicilio', 'RegistroPatronal')} de su ${say.model('RegistroPatronal')} ni el de la empresa dicen el estado.`,
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
  es: ({ person, concept }, say) =>
    `${say.model(PERSON)} ${person}: ${say.model('ConceptoNomina')} ${concept} es tiempo extra y ningún registro de ${say.model('ReciboNominaHoraExtra')} dice sus días y horas.`,
})
