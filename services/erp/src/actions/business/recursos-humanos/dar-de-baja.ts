import { textInput } from '../../../dictionary/action-description.ts'
import type { ErrorEntry } from '../../../errors.ts'
import {
  AFTER_TODAY,
  BEFORE_HIRED,
  EMPLOYEE_UNREGISTERED,
  MOVED_SINCE,
  OWES_LOANS,
  STILL_OPEN,
  TOLD_LATE,
} from '../../../messages/personnel.ts'
import { lockRowsBelow, rowsBelow } from '../../../store/records/model-rows.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { documentAction } from '../document-action.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import { isLate, REPORT_DAYS } from './decisions/hire-problems.ts'
import { wrong } from './decisions/wrong.ts'
import { makeImssMovement, makeMovement, TOLD_FIELDS } from './effects/personnel-movement.ts'
import { inputText } from './hire-inputs.ts'
import { findImssKinds } from './store/imss-store.ts'
import { findOpenOfEmployees, type OpenOfEmployee } from './store/open-store.ts'

const INPUTS = [
  dateInput({
    name: 'fecha_baja',
    label: 'Fecha de baja',
    help: 'Su último día; si falta, hoy.',
    required: false,
  }),
  referenceInput('CausaBajaImss', {
    name: 'causa_baja',
    label: 'Causa de baja (IMSS)',
    help: 'La que se dice al IMSS.',
    required: true,
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

const LEAVING = 'dar_de_baja'

/**
 * Lets employees leave: movement 02 for the IMSS, contracts ended. What he is paid is a Finiquito.
 * @source docs/decisions/0296-erp-life-of-employees.md
 */
export const darDeBajaEmpleado = documentAction(
  { model: 'Empleado', moves: [{ by: LEAVING, from: ['activo', 'suspendido'], to: 'baja' }] },
  {
    name: LEAVING,
    label: 'Dar de baja',
    folio: 'numero',
    inputs: INPUTS,
    fields: ['numero', 'fecha_alta', 'fecha_baja', 'registro_patronal'],
    run: async ({ context, batch, changes, move }) => {
      await refuseMissingInputs(context, { inputs: INPUTS })
      const { inputs, moment } = context
      const day = inputText(inputs, 'fecha_baja') ?? moment.today
      const facts = await factsOf(
        context,
        batch.remaining.map(({ id }) => id),
        day,
      )
      for (const employee of batch.remaining) {
        const { id, numero, registro_patronal } = employee
        const own = facts.open.filter(({ empleado }) => empleado === id)
        const problems = problemsOf(employee, { day, today: moment.today, open: own })
        if (registro_patronal === null || problems.length > 0) {
          const lacking = EMPLOYEE_UNREGISTERED({ number: numero })
          const unregistered = registro_patronal === null
          batch.refuse(
            id,
            ...problems,
            ...(unregistered ? [wrong('registro_patronal', lacking)] : []),
          )
          continue
        }
        batch.warn(id, warningsOf(numero, { day, today: moment.today, open: own }))
        const movimiento = makeMovement(changes, {
          empleado: id,
          tipo: 'baja',
          fecha_efectiva: day,
          motivo: inputText(inputs, 'comentario'),
          estado: 'aplicado',
        })
        makeImssMovement(
          changes,
          {
            empleado: id,
            registro_patronal,
            tipo: facts.kinds.leaving,
            fecha_movimiento: day,
            causa_baja: inputText(inputs, 'causa_baja'),
            movimiento,
          },
          { told: facts.told.get(id) ?? [], kinds: facts.kinds },
        )
        for (const contract of facts.contracts.get(id) ?? []) {
          if (contract.estado !== 'borrador' && contract.estado !== 'firmado') continue
          const ended = { fecha_terminacion: day, terminado_por: movimiento } as const
          changes.amend('ContratoLaboral', contract, { estado: 'terminado', ...ended })
        }
        move(employee, {
          fields: { fecha_baja: day },
          told: { fecha_baja: day, movimiento: movimiento.as(Number) },
        })
      }
    },
  },
)

async function factsOf(context: ActionContext, ids: readonly string[], day: string) {
  const below = { parent: 'empleado', ids } as const
  const [kinds, told, contracts, open] = await Promise.all([
    findImssKinds(context.tx),
    rowsBelow(context, 'MovimientoAfiliatorio', { ...below, fields: TOLD_FIELDS }),
    lockRowsBelow(context, 'ContratoLaboral', {
      ...below,
      fields: ['estado', 'fecha_terminacion', 'terminado_por'],
    }),
    findOpenOfEmployees(context.tx, context.caller.empresa, { ids, day }),
  ])
  return { kinds, told, contracts, open }
}

interface Leaving {
  readonly day: string
  readonly today: string
  /** Of this employee. */
  readonly open: readonly OpenOfEmployee[]
}

function problemsOf(
  { numero: number, fecha_alta: hired }: { readonly numero: string; readonly fecha_alta: string },
  { day, today, open }: Leaving,
): readonly ErrorEntry[] {
  const field = 'fecha_baja'
  const goesBeyond = Map.groupBy(
    open.filter(({ modelo }) => modelo !== 'PrestamoEmpleado'),
    ({ modelo }) => modelo,
  )
  return [
    ...(day < hired ? [wrong(field, BEFORE_HIRED({ field, number, day, hired }))] : []),
    ...(day > today ? [wrong(field, AFTER_TODAY({ field, day }))] : []),
    ...[...goesBeyond].map(([model, some]) => {
      const beyond = some.map(({ folio }) => folio)
      const message =
        model === 'MovimientoPersonal'
          ? MOVED_SINCE({ field, number, day, folio: beyond.join(', ') })
          : STILL_OPEN({ number, day, model, beyond })
      return wrong(field, message)
    }),
  ]
}

function warningsOf(number: string, { day, today, open }: Leaving): readonly ErrorEntry[] {
  const field = 'fecha_baja'
  const loans = open.flatMap(({ modelo, folio }) => (modelo === 'PrestamoEmpleado' ? [folio] : []))
  return [
    ...(isLate(day, today) ? [wrong(field, TOLD_LATE({ field, day, days: REPORT_DAYS }))] : []),
    ...(loans.length > 0 ? [wrong(field, OWES_LOANS({ number, loans }))] : []),
  ]
}
