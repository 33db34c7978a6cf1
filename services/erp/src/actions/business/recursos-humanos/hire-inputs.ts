import type { ActionInput } from '../../../dictionary/action-description.ts'
import type { DecimalField, ReferenceField } from '../../../dictionary/types.ts'
import type { ActionInputs } from '../../../query/action-request.ts'

type InputText = Pick<ReferenceField, 'name' | 'label' | 'help'>

const OPTIONAL = { required: false, unique: false, default: null, readOnly: null } as const

function reference(text: InputText & { readonly target: string }): ActionInput {
  return {
    field: { ...OPTIONAL, ...text, type: 'reference', onDelete: 'restrict' },
    minLength: null,
  }
}

/** An amount that need not be sent. */
export function moneyInput(text: InputText): ActionInput {
  const size: Pick<DecimalField, 'type' | 'precision' | 'scale'> = {
    type: 'money',
    precision: 18,
    scale: 2,
  }
  return { field: { ...OPTIONAL, ...text, ...size }, minLength: null }
}

/** An amount that must be sent. */
export function requiredMoney(text: InputText): ActionInput {
  const { field, minLength } = moneyInput(text)
  return { field: { ...field, required: true }, minLength }
}

function plain(text: InputText & { readonly type: 'date' | 'integer' }): ActionInput {
  return { field: { ...OPTIONAL, ...text }, minLength: null }
}

/** What is not sent follows from the person, the Empleado that is there, or the company. */
export const HIRE_INPUTS: readonly ActionInput[] = [
  plain({
    name: 'fecha_alta',
    type: 'date',
    label: 'Fecha de alta',
    help: 'Si falta: la del empleado, la de ingreso del asociado o la de hoy.',
  }),
  moneyInput({
    name: 'salario_diario',
    label: 'Salario diario',
    help: 'Si falta: el del empleado. Al menos el salario mínimo de la zona del registro patronal.',
  }),
  moneyInput({
    name: 'salario_variable',
    label: 'Salario variable diario',
    help: 'Promedio diario de lo variable; solo con tipo de salario variable o mixto.',
  }),
  reference({
    name: 'registro_patronal',
    target: 'RegistroPatronal',
    label: 'Registro patronal',
    help: 'Si falta: el del empleado, el de la sucursal de su departamento o el único de la empresa.',
  }),
  reference({
    name: 'puesto',
    target: 'Puesto',
    label: 'Puesto',
    help: 'Si falta: el del asociado.',
  }),
  reference({
    name: 'tipo_contrato',
    target: 'TipoContrato',
    label: 'Tipo de contrato',
    help: 'Si falta: el del empleado o por tiempo indeterminado.',
  }),
  plain({
    name: 'fecha_fin',
    type: 'date',
    label: 'Fecha de fin del contrato',
    help: 'De un contrato por tiempo determinado.',
  }),
  plain({
    name: 'dias_prueba',
    type: 'integer',
    label: 'Días de prueba',
    help: 'De 1 a 180; obligatorio en un contrato sujeto a prueba.',
  }),
  reference({
    name: 'regimen',
    target: 'TipoRegimenNomina',
    label: 'Régimen de contratación',
    help: 'Si falta: el del empleado o sueldos.',
  }),
  reference({
    name: 'jornada',
    target: 'TipoJornada',
    label: 'Jornada',
    help: 'Si falta: la del empleado o diurna.',
  }),
  reference({
    name: 'grupo_nomina',
    target: 'GrupoNomina',
    label: 'Grupo de nómina',
    help: 'Su tabla de prestaciones cuenta donde da más que la ley.',
  }),
  {
    field: {
      ...OPTIONAL,
      name: 'lugar_trabajo',
      type: 'text',
      length: 200,
      label: 'Lugar de trabajo',
      help: 'Queda en el contrato.',
    },
    minLength: 0,
  },
  reference({
    name: 'tipo_salario',
    target: 'TipoSalarioImss',
    label: 'Tipo de salario (IMSS)',
    help: 'Si falta: fijo.',
  }),
  reference({
    name: 'tipo_trabajador',
    target: 'TipoTrabajadorImss',
    label: 'Tipo de trabajador (IMSS)',
    help: 'Si falta: permanente, o eventual de la ciudad con fecha de fin.',
  }),
  reference({
    name: 'jornada_reducida',
    target: 'JornadaReducidaImss',
    label: 'Semana o jornada reducida',
    help: 'Si falta: semana completa.',
  }),
  reference({
    name: 'unidad_medica',
    target: 'UnidadMedicaFamiliar',
    label: 'Unidad médica familiar',
    help: 'La clínica a la que se adscribe.',
  }),
]

/** An input that was sent, as text. */
export function inputText(inputs: ActionInputs, name: string): string | null {
  const value = inputs.get(name)
  return value === undefined || value === '' ? null : String(value)
}
