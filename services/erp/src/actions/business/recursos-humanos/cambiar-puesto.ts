import { textInput } from '../../../dictionary/action-description.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { BEFORE_HIRED, MOVED_SINCE, POSITION_UNCHANGED } from '../../../messages/personnel.ts'
import { lockReferred, readRows, rowsBelow } from '../../../store/records/model-rows.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { Changes } from '../changes.ts'
import { documentAction } from '../document-action.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import { isPosition } from './decisions/take-back.ts'
import { wrong } from './decisions/wrong.ts'
import { makeMovement } from './effects/personnel-movement.ts'
import { staying } from './employed.ts'
import { inputText } from './hire-inputs.ts'

const INPUTS = [
  referenceInput('Puesto', {
    name: 'puesto',
    label: 'Puesto',
    help: 'El nuevo; su departamento es el suyo si no se indica otro.',
    required: true,
  }),
  referenceInput('Departamento', {
    name: 'departamento',
    label: 'Departamento',
    help: 'Si falta, el del puesto.',
    required: false,
  }),
  dateInput({
    name: 'fecha_efectiva',
    label: 'Fecha efectiva',
    help: 'Desde cuándo; si falta, desde hoy. Puede ser futura.',
    required: false,
  }),
  textInput({
    name: 'comentario',
    label: 'Comentario',
    help: 'Queda en el movimiento.',
    required: false,
    minLength: 0,
    length: 250,
  }),
]

const EVENT = 'cambio_puesto'
const PLACED_FIELDS = [
  'numero',
  'fecha_alta',
  'asociado',
  'asociado.puesto',
  'asociado.departamento',
] as const
const MOVEMENT_FIELDS = ['folio', 'fecha_efectiva', 'tipo', 'estado'] as const

/**
 * Gives employees another position from a day on: of the same department a promotion, else a transfer.
 * @source docs/decisions/0296-erp-life-of-employees.md
 */
export const cambiarPuesto = documentAction(staying('cambiar_puesto'), {
  name: 'cambiar_puesto',
  label: 'Cambiar puesto',
  emits: [EVENT],
  folio: 'numero',
  inputs: INPUTS,
  // The person before the employee, as hiring does.
  lockFirst: async (context, ids) => {
    await lockReferred(context, 'Empleado', { reference: 'asociado', ids })
  },
  fields: PLACED_FIELDS,
  run: async ({ context, batch, changes }) => {
    await refuseMissingInputs(context, { inputs: INPUTS })
    const { inputs, moment } = context
    const puesto = inputText(inputs, 'puesto') ?? ''
    const day = inputText(inputs, 'fecha_efectiva') ?? moment.today
    const ids = batch.remaining.map(({ id }) => id)
    const [positions, movements] = await Promise.all([
      readRows(context, 'Puesto', { ids: [puesto], fields: ['departamento'] }),
      rowsBelow(context, 'MovimientoPersonal', {
        parent: 'empleado',
        ids,
        fields: MOVEMENT_FIELDS,
      }),
    ])
    const departamento =
      inputText(inputs, 'departamento') ?? positions.get(puesto)?.departamento ?? null
    const wanted = { puesto, departamento, day, today: moment.today }
    for (const employee of batch.remaining) {
      const { id } = employee
      const problem = problemOf(employee, { ...wanted, movements: movements.get(id) ?? [] })
      if (problem === null) {
        write(changes, employee, { ...wanted, comment: inputText(inputs, 'comentario') })
      } else batch.refuse(id, problem)
    }
  },
})

type Placed = Picked<'Empleado', (typeof PLACED_FIELDS)[number]>
type Movement = Picked<'MovimientoPersonal', (typeof MOVEMENT_FIELDS)[number]>

interface Wanted {
  readonly puesto: string
  readonly departamento: string | null
  readonly day: string
  readonly today: string
}

function problemOf(
  employee: Placed,
  { puesto, departamento, day, movements }: Wanted & { readonly movements: readonly Movement[] },
): ErrorEntry | null {
  const { numero: number, fecha_alta: hired } = employee
  const field = 'fecha_efectiva'
  if (day < hired) return wrong(field, BEFORE_HIRED({ field, number, day, hired }))
  const later = movements.find((movement) => isPosition(movement) && isAfter(movement, day))
  if (later !== undefined) {
    return wrong(field, MOVED_SINCE({ field, number, day, folio: later.folio }))
  }
  const isSame =
    employee['asociado.puesto'] === puesto && employee['asociado.departamento'] === departamento
  return isSame ? wrong('puesto', POSITION_UNCHANGED({ number })) : null
}

/** Of a day to come, whose turn is not before this one's, or applied on a later day. */
function isAfter({ estado, fecha_efectiva }: Movement, day: string): boolean {
  return estado === 'autorizado' || (estado === 'aplicado' && fecha_efectiva > day)
}

function write(
  changes: Changes,
  employee: Placed,
  { puesto, departamento, day, today, comment }: Wanted & { readonly comment: string | null },
): void {
  const { id, numero, asociado } = employee
  const before = {
    puesto: employee['asociado.puesto'],
    departamento: employee['asociado.departamento'],
  }
  const isDue = day <= today
  const movimiento = makeMovement(changes, {
    empleado: id,
    tipo: before.departamento === departamento ? 'promocion' : 'transferencia',
    fecha_efectiva: day,
    puesto_anterior: before.puesto,
    puesto_nuevo: puesto,
    departamento_anterior: before.departamento,
    departamento_nuevo: departamento,
    motivo: comment,
    estado: isDue ? 'aplicado' : 'autorizado',
  })
  if (isDue) changes.amend('Asociado', { id: asociado, ...before }, { puesto, departamento })
  changes.record({
    model: 'Empleado',
    id,
    before: {},
    after: { movimiento },
    event: EVENT,
    told: { numero, fecha_efectiva: day, movimiento: movimiento.as(Number) },
  })
}
