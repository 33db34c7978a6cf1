import type { ActionContext } from '../../action.ts'
import { Changes, type MadeDeed, type MadeFields } from '../../changes.ts'
import { Later } from '../../later.ts'
import type { EmployeeRow, PersonRow } from '../store/hire-store.ts'
import type { HireNumbers } from './hire-numbers.ts'

/** What is written for a person who is hired. */
export interface Hire {
  readonly person: PersonRow
  readonly puesto: string
  /** Who is completed; null: there is none yet. */
  readonly employee: EmployeeRow | null
  readonly numbers: HireNumbers
  readonly empleado: Omit<MadeFields<'Empleado'>, 'numero' | 'asociado'>
  readonly contrato: Omit<MadeFields<'ContratoLaboral'>, 'folio' | 'empleado'>
  readonly salario: Omit<MadeFields<'HistorialSalario'>, 'empleado'>
  readonly movimiento: Omit<MadeFields<'MovimientoAfiliatorio'>, 'empleado'>
}

interface HiringAction {
  readonly model: string
  readonly name: string
  readonly event: string
}

/** Writes hires: a handful of statements, however many people there are. */
export async function writeHires(
  context: ActionContext,
  action: HiringAction,
  hires: readonly Hire[],
): Promise<void> {
  const changes = new Changes(context, { name: action.name, reason: null })
  // Other records name the Empleado, so all of these are made first.
  const known = hires.map((hire) => writeEmployee(changes, hire))
  for (const [index, hire] of hires.entries()) {
    const own = known[index]
    if (own !== undefined) write(changes, action, { ...hire, ...own })
  }
  await changes.write()
}

interface HiredEmployee {
  readonly id: Later
  readonly numero: string
  readonly recorded: MadeDeed
}

function writeEmployee(changes: Changes, hire: Hire): HiredEmployee {
  const { person, employee, numbers, empleado: fields } = hire
  const model = 'Empleado'
  if (employee === null) {
    const { numero } = numbers
    const after = { numero, asociado: person.id, ...fields }
    const id = changes.insert(model, after, new Later(numbers.empleado))
    const recorded = { model, id, before: null, after, event: null, operation: 'alta' } as const
    return { id, numero, recorded }
  }
  const { contratado: _contratado, id, ...before } = employee
  changes.change(model, id, fields)
  const after = { numero: employee.numero, asociado: person.id, ...fields }
  const recorded = { model, id, before, after, event: null, operation: 'cambio' } as const
  return { id: new Later(id), numero: employee.numero, recorded }
}

/** The audit log is told of the person, and of each record that is made or completed. */
function write(changes: Changes, { model, event }: HiringAction, hire: Hire & HiredEmployee): void {
  const { person, numbers, puesto, id: empleado, numero } = hire
  const { es_empleado, fecha_ingreso, puesto: before } = person
  const { fecha_alta } = hire.empleado
  const { folio } = numbers
  const [contrato, historial, movimiento] = [new Later(), new Later(), new Later()]
  const hired = { es_empleado: true, puesto, fecha_ingreso: fecha_ingreso ?? fecha_alta }
  changes.change('Asociado', person.id, hired)
  changes.record({
    model,
    id: person.id,
    before: { es_empleado, puesto: before, fecha_ingreso },
    after: { ...hired, empleado, contrato, historial, movimiento },
    event,
    // Subscribers are told who, not for how much.
    told: { empleado: empleado.as(Number), numero, fecha_alta },
  })
  changes.record(hire.recorded)
  make(changes, 'ContratoLaboral', { folio, empleado, ...hire.contrato }, contrato)
  make(changes, 'HistorialSalario', { empleado, ...hire.salario }, historial)
  make(changes, 'MovimientoAfiliatorio', { empleado, ...hire.movimiento }, movimiento)
}

/** Makes a record, of which the audit log is told as of one that somebody made. */
function make<M extends 'ContratoLaboral' | 'HistorialSalario' | 'MovimientoAfiliatorio'>(
  changes: Changes,
  model: M,
  fields: MadeFields<M>,
  id: Later,
): void {
  changes.insert(model, fields, id)
  const after = { ...fields }
  changes.record({ model, id, before: null, after, event: null, operation: 'alta' })
}
