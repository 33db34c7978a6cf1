import { message } from './message.ts'

// Why a payroll is not computed, and of whom something is missing.

const PERSON = 'Empleado'
const RUN = 'Nomina'

interface OfPerson {
  /** Number and name. */
  readonly person: string
}

export const NOBODY_TO_PAY = message<{ readonly run: string }>({
  en: ({ run }) => `Nomina ${run}: nobody of its group was employed in its period.`,
  es: ({ run }, say) =>
    `${say.model(RUN)} ${run}: nadie de su grupo estuvo contratado en su periodo.`,
})

export const RUN_WITHOUT_RECEIPTS = message<{ readonly run: string }>({
  en: ({ run }) => `Nomina ${run} has no receipts; calcular_nomina makes them.`,
  es: ({ run }, say) => `${say.model(RUN)} ${run} no tiene recibos; calcúlala antes.`,
})

export const PERIOD_NOT_OPEN = message<{ readonly run: string; readonly state: string }>({
  en: ({ run, state }) =>
    `Nomina ${run}: its period is ${state}; abrir_periodo opens it before it is computed.`,
  es: ({ run, state }, say) =>
    `${say.model(RUN)} ${run}: su periodo está en ${say.choice(state, { model: 'PeriodoNomina', field: 'estado' })}; ábrelo antes de calcular.`,
})

export const WAGE_MISSING = message<OfPerson>({
  en: ({ person }) => `Empleado ${person} has no salario_diario in the period.`,
  es: ({ person }, say) =>
    `${say.model(PERSON)} ${person} no tiene ${say.field('salario_diario', PERSON)} en el periodo.`,
})

export const BASE_WAGE_MISSING = message<OfPerson>({
  en: ({ person }) => `Empleado ${person} has no salario_base_cotizacion in the period.`,
  es: ({ person }, say) =>
    `${say.model(PERSON)} ${person} no tiene ${say.field('salario_base_cotizacion', PERSON)} en el periodo.`,
})

export const REGISTRATION_MISSING = message<OfPerson>({
  en: ({ person }) =>
    `Empleado ${person} has no registro_patronal, whose zone says his minimum wage.`,
  es: ({ person }, say) =>
    `${say.model(PERSON)} ${person} no tiene ${say.field('registro_patronal', PERSON)}, cuya zona dice su salario mínimo.`,
})

/** `receipt`: its folio. */
export const COMPUTED_RECEIPT_STAYS = message<{ readonly receipt: string }>({
  en: ({ receipt }) =>
    `ReciboNomina ${receipt} was computed: note what is to change (IncidenciaNomina, ConceptoFijoEmpleado) and compute its run again.`,
  es: ({ receipt }, say) =>
    `${say.model('ReciboNomina')} ${receipt} se calculó: captura lo que cambia como incidencia o concepto fijo y calcula la nómina otra vez.`,
})

/** `concept`: key of a concept that an incident or a person's fixed concept names. */
export const CONCEPT_HAS_NO_SAT_KEY = message<{ readonly concept: string }>({
  en: ({ concept }) =>
    `ConceptoNomina ${concept} has no key of the SAT (tipo_percepcion, tipo_deduccion or tipo_otro_pago).`,
  es: ({ concept }, say) =>
    `${say.model('ConceptoNomina')} ${concept} no tiene clave del SAT (${say.all(
      ['tipo_percepcion', 'tipo_deduccion', 'tipo_otro_pago'].map((name) =>
        say.field(name, 'ConceptoNomina'),
      ),
    )}).`,
})

export const NET_BELOW_ZERO = message<OfPerson>({
  en: ({ person }) => `The receipt of Empleado ${person} would be below zero.`,
  es: ({ person }, say) => `El recibo de ${say.model(PERSON)} ${person} quedaría bajo cero.`,
})
