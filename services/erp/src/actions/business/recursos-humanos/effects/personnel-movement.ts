import type { Picked } from '../../../../dictionary/row-types.ts'
import type { Changes, MadeFields } from '../../changes.ts'
import { Later } from '../../later.ts'
import type { ImssKinds } from '../store/imss-store.ts'

const PREFIX = 'MP-'

/** Writes down what happened to an employee; his folio and id are known when it is written. */
export function makeMovement(
  changes: Changes,
  fields: Omit<MadeFields<'MovimientoPersonal'>, 'folio'>,
): Later {
  const folio = changes.folio('movimiento_personal', PREFIX)
  const id = new Later()
  const after = { folio, ...fields }
  changes.insert('MovimientoPersonal', after, id)
  changes.record({
    model: 'MovimientoPersonal',
    id,
    before: null,
    after: { ...after },
    event: null,
    operation: 'alta',
  })
  return id
}

/** What the IMSS was told of an employee, as far as the next movement says the same. */
export const TOLD_FIELDS = [
  'tipo',
  'fecha_movimiento',
  'tipo_trabajador',
  'tipo_salario',
  'jornada',
  'unidad_medica',
  'estado',
] as const
export type ToldMovement = Picked<'MovimientoAfiliatorio', (typeof TOLD_FIELDS)[number]>

/** The movement that waits for a batch to the IMSS, with what the last one of a hire or a wage said. */
export function makeImssMovement(
  changes: Changes,
  fields: Pick<
    MadeFields<'MovimientoAfiliatorio'>,
    'empleado' | 'registro_patronal' | 'tipo' | 'fecha_movimiento' | 'movimiento'
  > &
    Partial<MadeFields<'MovimientoAfiliatorio'>>,
  { told, kinds }: { readonly told: readonly ToldMovement[]; readonly kinds: ImssKinds },
): void {
  const last = told
    .filter(({ tipo, estado }) => tipo !== kinds.leaving && estado !== 'cancelado')
    .toSorted((first, second) => first.fecha_movimiento.localeCompare(second.fecha_movimiento))
    .at(-1)
  const id = new Later()
  const after = {
    tipo_trabajador: last?.tipo_trabajador ?? kinds.permanent,
    tipo_salario: last?.tipo_salario ?? null,
    jornada: last?.jornada ?? kinds.wholeWeek,
    unidad_medica: last?.unidad_medica ?? null,
    ...fields,
    estado: 'pendiente' as const,
  }
  changes.insert('MovimientoAfiliatorio', after, id)
  changes.record({
    model: 'MovimientoAfiliatorio',
    id,
    before: null,
    after: { ...after },
    event: null,
    operation: 'alta',
  })
}
