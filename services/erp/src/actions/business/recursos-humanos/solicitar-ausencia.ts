import { textInput } from '../../../dictionary/action-description.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { KIND_INACTIVE, MORE_THAN_KIND_ALLOWS } from '../../../messages/absences.ts'
import { readRows } from '../../../store/records/model-rows.ts'
import { dateInput, fileInput, referenceInput } from '../action-inputs.ts'
import { documentAction } from '../document-action.ts'
import { Later } from '../later.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import { dayText } from './decisions/vacation-balance.ts'
import { wrong } from './decisions/wrong.ts'
import { staying } from './employed.ts'
import { inputText } from './hire-inputs.ts'
import { loadAbsence } from './load-absence.ts'

const PROOFS = ['.pdf', '.jpg', '.jpeg', '.png']

const INPUTS = [
  referenceInput('TipoAusencia', {
    name: 'tipo',
    label: 'Tipo de ausencia',
    help: 'Dice si es con goce de sueldo y cuántos días.',
    required: true,
  }),
  dateInput({
    name: 'fecha_inicio',
    label: 'Fecha de inicio',
    help: 'El primer día.',
    required: true,
  }),
  dateInput({
    name: 'fecha_fin',
    label: 'Fecha de fin',
    help: 'El último; los descansos y festivos de en medio no cuentan.',
    required: true,
  }),
  textInput({
    name: 'razon',
    label: 'Razón',
    help: 'Queda en la solicitud.',
    required: false,
    minLength: 0,
    length: 250,
  }),
  fileInput(PROOFS, {
    name: 'comprobante',
    label: 'Comprobante',
    help: 'Se puede agregar después.',
    required: false,
  }),
]

const EVENT = 'ausencia_solicitada'
const PREFIX = 'SA-'
const KIND_FIELDS = ['nombre', 'activo', 'dias_maximos'] as const

/**
 * Asks to be away, with pay or without it as its kind says.
 * @source docs/decisions/0296-erp-life-of-employees.md
 */
export const solicitarAusencia = documentAction(staying('solicitar_ausencia'), {
  name: 'solicitar_ausencia',
  label: 'Solicitar ausencia',
  mode: 'url_action',
  emits: [EVENT],
  folio: 'numero',
  inputs: INPUTS,
  fields: ['numero', 'fecha_alta'],
  run: async ({ context, batch, changes }) => {
    await refuseMissingInputs(context, { inputs: INPUTS })
    const { inputs, moment } = context
    const from = inputText(inputs, 'fecha_inicio') ?? ''
    const to = inputText(inputs, 'fecha_fin') ?? ''
    const tipo = inputText(inputs, 'tipo') ?? ''
    const kinds = await readRows(context, 'TipoAusencia', { ids: [tipo], fields: KIND_FIELDS })
    for (const employee of batch.remaining) {
      const { id, numero } = employee
      const absence = await loadAbsence(context, employee, { from, to })
      const problems =
        'problems' in absence
          ? absence.problems
          : kindProblems(kinds.get(tipo), absence.days.length)
      if ('problems' in absence || problems.length > 0) {
        batch.refuse(id, ...problems)
        continue
      }
      const made = new Later()
      const after = {
        folio: changes.folio('solicitud_ausencia', PREFIX),
        fecha: moment.today,
        empleado: id,
        tipo,
        fecha_inicio: from,
        fecha_fin: to,
        dias: dayText(absence.days.length),
        motivo: inputText(inputs, 'razon'),
        comprobante: inputText(inputs, 'comprobante'),
        estado: 'solicitada' as const,
      }
      changes.insert('SolicitudAusencia', after, made)
      changes.record({
        model: 'SolicitudAusencia',
        id: made,
        before: null,
        after: { ...after },
        event: null,
        operation: 'alta',
      })
      changes.record({
        model: 'Empleado',
        id,
        before: {},
        after: { solicitud: made },
        event: EVENT,
        // Why he is away is not everybody's business.
        told: { numero, fecha_inicio: from, fecha_fin: to, solicitud: made.as(Number) },
      })
    }
  },
})

function kindProblems(
  kind: Picked<'TipoAusencia', (typeof KIND_FIELDS)[number]> | undefined,
  asked: number,
): readonly ErrorEntry[] {
  if (kind === undefined) return []
  const { nombre, activo, dias_maximos: most } = kind
  return [
    ...(activo ? [] : [wrong('tipo', KIND_INACTIVE({ kind: nombre }))]),
    ...(most === null || asked <= most
      ? []
      : [wrong('fecha_fin', MORE_THAN_KIND_ALLOWS({ kind: nombre, most, asked }))]),
  ]
}
