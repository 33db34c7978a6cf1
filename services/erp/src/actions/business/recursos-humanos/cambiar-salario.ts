import { choiceInput } from '../../../dictionary/action-description.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import type { Changes } from '../changes.ts'
import { documentAction } from '../document-action.ts'
import type { Later } from '../later.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import { yearOfService } from './decisions/service-years.ts'
import {
  PAID_FIELDS,
  planWage,
  WAGE_FIELDS,
  type PaidEmployee,
  type WageChange,
  type WageReason,
  type WageTerms,
} from './decisions/wage-change.ts'
import {
  makeImssMovement,
  makeMovement,
  TOLD_FIELDS,
  type ToldMovement,
} from './effects/personnel-movement.ts'
import { staying } from './employed.ts'
import { inputText, moneyInput } from './hire-inputs.ts'
import { findDefaults } from './store/hire-store.ts'
import { findImssKinds, type ImssKinds } from './store/imss-store.ts'
import { findLaw } from './store/law-store.ts'

const REASONS: readonly WageReason[] = [
  'aumento',
  'revision_contractual',
  'aniversario',
  'variable_bimestral',
  'salario_minimo',
]

const INPUTS = [
  dateInput({
    name: 'fecha_efectiva',
    label: 'Fecha efectiva',
    help: 'Desde cuándo gana el nuevo salario; si falta, desde hoy. Puede ser futura.',
    required: false,
  }),
  moneyInput({
    name: 'salario_diario',
    label: 'Salario diario',
    help: 'Si falta, el que tiene: sólo cambian su base de cotización y su parte variable.',
  }),
  moneyInput({
    name: 'salario_variable',
    label: 'Salario variable diario',
    help: 'Promedio diario de lo variable; sólo con tipo de salario variable o mixto.',
  }),
  referenceInput('TipoSalarioImss', {
    name: 'tipo_salario',
    label: 'Tipo de salario (IMSS)',
    help: 'Si falta, el que tiene.',
    required: false,
  }),
  choiceInput({
    name: 'causa',
    label: 'Causa',
    help: 'Por qué cambia; si falta, es un aumento.',
    required: false,
    choices: REASONS,
  }),
]

const EVENT = 'cambio_salario'

/**
 * Changes wages from a day on: history, base of contributions, and the movement 07 for the IMSS where the base changes.
 * On a day to come the history says so already, and Empleado follows on that day.
 * @source docs/decisions/0296-erp-life-of-employees.md
 */
export const cambiarSalario = documentAction(staying('cambiar_salario'), {
  name: 'cambiar_salario',
  label: 'Cambiar salario',
  emits: [EVENT],
  folio: 'numero',
  inputs: INPUTS,
  fields: PAID_FIELDS,
  run: async ({ context, batch, changes }) => {
    await refuseMissingInputs(context, { inputs: INPUTS })
    const { tx, caller } = context
    const terms = termsOf(context)
    const employees = batch.remaining
    const ids = employees.map(({ id }) => id)
    const below = { parent: 'empleado', ids } as const
    const [defaults, kinds, history, told, laws] = await Promise.all([
      findDefaults(tx, caller.empresa),
      findImssKinds(tx),
      rowsBelow(context, 'HistorialSalario', { ...below, fields: WAGE_FIELDS }),
      rowsBelow(context, 'MovimientoAfiliatorio', { ...below, fields: TOLD_FIELDS }),
      findLaw(tx, caller.empresa, questionsOf(employees, terms.day)),
    ])
    const ofWages = { codes: defaults.salarios, fixed: defaults.tipo_salario }
    for (const employee of employees) {
      const change = planWage({
        employee,
        history: history.get(employee.id) ?? [],
        law: laws.get(employee.id),
        kinds: ofWages,
        terms,
      })
      if ('problems' in change) {
        batch.refuse(employee.id, ...change.problems)
        continue
      }
      batch.warn(employee.id, change.warnings)
      write(changes, { employee, change, terms, kinds, told: told.get(employee.id) ?? [] })
    }
  },
})

function termsOf({ inputs, moment }: ActionContext): WageTerms {
  const cause = inputText(inputs, 'causa')
  return {
    day: inputText(inputs, 'fecha_efectiva') ?? moment.today,
    daily: inputText(inputs, 'salario_diario'),
    variable: inputText(inputs, 'salario_variable'),
    kind: inputText(inputs, 'tipo_salario'),
    reason: REASONS.find((reason) => reason === cause) ?? 'aumento',
    today: moment.today,
  }
}

function questionsOf(employees: readonly PaidEmployee[], fecha: string) {
  return employees.flatMap(({ id, fecha_alta, registro_patronal, grupo_nomina }) =>
    registro_patronal === null
      ? []
      : [
          {
            persona: id,
            fecha,
            anio: yearOfService(fecha_alta, fecha),
            registro: registro_patronal,
            grupo: grupo_nomina,
          },
        ],
  )
}

interface Written {
  readonly employee: PaidEmployee
  readonly change: WageChange
  readonly terms: WageTerms
  readonly kinds: ImssKinds
  readonly told: readonly ToldMovement[]
}

function write(changes: Changes, written: Written): void {
  const { employee, change, terms } = written
  const { id, numero, salario_diario, salario_base_cotizacion } = employee
  const { day, reason } = terms
  const movimiento = makeMovement(changes, {
    empleado: id,
    tipo: 'cambio_sueldo',
    fecha_efectiva: day,
    salario_anterior: change.before,
    salario_nuevo: change.daily,
    motivo: reason,
    estado: change.isDue ? 'aplicado' : 'autorizado',
  })
  writeHistory(changes, written, movimiento)
  writeImssMovement(changes, written, movimiento)
  const now = { salario_diario: change.daily, salario_base_cotizacion: change.base }
  if (change.isDue) changes.change('Empleado', id, now)
  changes.record({
    model: 'Empleado',
    id,
    before: change.isDue ? { salario_diario, salario_base_cotizacion } : {},
    after: { ...(change.isDue ? now : {}), movimiento },
    event: EVENT,
    // Subscribers are told who and from when, not how much.
    told: { numero, fecha_efectiva: day, causa: reason, movimiento: movimiento.as(Number) },
  })
}

function writeHistory(
  changes: Changes,
  { employee, change, terms }: Written,
  movimiento: Later,
): void {
  const { id: empleado, fecha_alta } = employee
  const { opening } = change
  if (opening !== null) {
    changes.insert('HistorialSalario', {
      empleado,
      fecha_efectiva: fecha_alta,
      salario_diario: opening.daily,
      salario_base_cotizacion: opening.base,
      tipo_salario: change.kind,
      motivo: 'ingreso',
    })
  }
  changes.insert('HistorialSalario', {
    empleado,
    fecha_efectiva: terms.day,
    salario_diario: change.daily,
    factor_integracion: change.factor,
    parte_fija: change.fixed,
    parte_variable: change.variable,
    salario_base_cotizacion: change.base,
    tipo_salario: change.kind,
    motivo: terms.reason,
    movimiento,
  })
}

/** The IMSS hears of the base alone. */
function writeImssMovement(
  changes: Changes,
  { employee, change, terms, kinds, told }: Written,
  movimiento: Later,
): void {
  const { id: empleado, registro_patronal } = employee
  if (!change.changesBase || registro_patronal === null) return
  const movement = {
    empleado,
    registro_patronal,
    tipo: kinds.wage,
    fecha_movimiento: terms.day,
    salario_base_cotizacion: change.base,
    tipo_salario: change.kind,
    movimiento,
  }
  makeImssMovement(changes, movement, { told, kinds })
}
