import type { Condition } from '../dictionary/condition.ts'
import { message } from './message.ts'
import type { Speech } from './speech.ts'

// What the dictionary, the SAT and the law demand of records.

interface OfField {
  readonly field: string
  readonly model: string
}

export const REQUIRED_WHERE = message<OfField & { readonly condition: Condition }>({
  en: ({ field, condition }) => `${field} is required where ${conditionInEnglish(condition)}.`,
  es: ({ field, model, condition }, say) =>
    `Falta ${say.field(field, model)}: hace falta cuando ${conditionInSpanish(condition, model, say)}.`,
})

/** As the dictionary writes it. */
function conditionInEnglish(condition: Condition): string {
  const said = condition.map((terms) =>
    terms
      .map((term) => {
        if ('empty' in term) return `${term.field} is ${term.empty ? 'absent' : 'present'}`
        if ('in' in term) return `${term.field} is ${term.in.join(', ')}`
        return `${term.field} is not ${term.not_in.join(', ')}`
      })
      .join(' and '),
  )
  return said.join(', or ')
}

function conditionInSpanish(condition: Condition, model: string, say: Speech): string {
  const said = condition.map((terms) =>
    terms
      .map((term) => {
        const field = say.field(term.field, model)
        if ('empty' in term) return term.empty ? `falta ${field}` : `hay ${field}`
        const values = ('in' in term ? term.in : term.not_in).map((value) =>
          say.choice(value, { model, field: term.field }),
        )
        return 'in' in term ? `${field} es ${say.any(values)}` : `${field} no es ${say.any(values)}`
      })
      .join(' y '),
  )
  return said.join(', o cuando ')
}

export const WHOLE_NUMBER_FROM_TO = message<{ readonly least: number; readonly most: number }>({
  en: ({ least, most }) => `must be a whole number from ${least} to ${most}`,
  es: ({ least, most }) => `debe ser un número entero de ${least} a ${most}`,
})

export const LIMIT_IN_OWN_CURRENCY = message({
  en: () =>
    'limite_importe is compared with totals in the currency of the company: moneda must be that currency, or empty.',
  es: (_, say) => {
    const [limit, currency] = [say.field('limite_importe', 'Comprador'), say.field('moneda')]
    return `${limit} se compara con totales en la moneda de la empresa: ${currency} debe ser esa moneda, o quedar vacía.`
  },
})

export const CLABE_OF_OTHER_BANK = message<{
  readonly begins: string
  readonly bank: string
  readonly key: string
}>({
  en: ({ begins, bank, key }) =>
    `clabe begins with ${begins}, and the CLABE of ${bank} with ${key}.`,
  es: ({ begins, bank, key }) =>
    `La CLABE empieza con ${begins}, y la de ${bank} empieza con ${key}.`,
})

export const USE_NOT_OF_REGIME = message<
  OfField & { readonly use: string; readonly regime: string }
>({
  en: ({ field, use, regime }) =>
    `${field}: the use of CFDI ${use} is not for the regime in ${regime}.`,
  es: ({ field, model, use, regime }, say) =>
    `${say.field(field, model)}: el uso de CFDI ${use} no corresponde al régimen de ${say.field(regime, model)}.`,
})

export const REGIME_NOT_OF_PERSON = message<
  OfField & { readonly regime: string; readonly rfc: string }
>({
  en: ({ field, regime, rfc }) =>
    `${field}: the regime ${regime} is not for a person with such an RFC as in ${rfc}.`,
  es: ({ field, model, regime, rfc }, say) =>
    `${say.field(field, model)}: el régimen ${regime} no es de una persona con un RFC como el de ${say.field(rfc, model)}.`,
})

export const FORM_NOT_OF_METHOD = message<
  OfField & { readonly form: string; readonly method: string }
>({
  en: ({ field, form, method }) =>
    `${field}: the form ${form} does not go with the method in ${method}.`,
  es: ({ field, model, form, method }, say) =>
    `${say.field(field, model)}: la forma de pago ${form} no va con el método de ${say.field(method, model)}.`,
})

// What the callbacks of a model reject.

export const NSS_WRONG = message<OfField>({
  en: ({ field }) => `${field}: it must have eleven digits with the right last one.`,
  es: ({ field, model }, say) =>
    `${say.field(field, model)} debe tener once dígitos con el último correcto.`,
})

export const IDENTITY_MALFORMED = message<OfField>({
  en: ({ field }) => `${field}: the form, the date or the check digit is wrong.`,
  es: ({ field, model }, say) =>
    `${say.field(field, model)} tiene mal la forma, la fecha o el dígito verificador.`,
})

export const DATE_NOT_OF_CURP = message<OfField>({
  en: ({ field }) => `${field}: its date is not that of the CURP.`,
  es: ({ field, model }, say) => `La fecha de ${say.field(field, model)} no es la de la CURP.`,
})

export const NOT_OF_SURNAME = message<OfField>({
  en: ({ field }) => `${field}: it does not begin as the surname does.`,
  es: ({ field, model }, say) => `${say.field(field, model)} no empieza como el apellido.`,
})

interface SatForm extends OfField {
  readonly form: string
}

export const SAT_FORM_OVER = message<SatForm>({
  en: ({ field, form }) => `${field}: the SAT's form ${form} is not in force.`,
  es: ({ field, model, form }, say) =>
    `${say.field(field, model)}: la forma de pago ${form} del SAT no está vigente.`,
})

export const SAT_FORM_BANKED = message<SatForm>({
  en: ({ field, form }) => `${field}: the SAT's form ${form} is banked and needs a bank account.`,
  es: ({ field, model, form }, say) =>
    `Falta ${say.field(field, model)}: la forma de pago ${form} del SAT es bancarizada.`,
})

export const DEFAULT_STAYS_ACTIVE = message<OfField>({
  en: ({ field }) =>
    `${field}: the default form cannot be deactivated; make another the default first.`,
  es: ({ field, model }, say) =>
    `${say.field(field, model)}: la forma de pago predeterminada no se desactiva; elige antes otra como predeterminada.`,
})
