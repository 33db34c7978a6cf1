import { choiceInput, textInput } from '../../../dictionary/action-description.ts'
import type { ErrorEntry } from '../../../errors.ts'
import {
  AWAY_ALREADY,
  CERTIFICATE_KNOWN,
  NO_SUBSIDY_KNOWN,
  SUBTYPE_OF_ANOTHER,
} from '../../../messages/absences.ts'
import { BEFORE_HIRED } from '../../../messages/personnel.ts'
import { lockCounters } from '../../../store/numbers/counter-store.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import { dateInput, fileInput, integerInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { documentAction } from '../document-action.ts'
import { Later } from '../later.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import { dayAfter } from './decisions/calendar.ts'
import { incapacityProblems, unpaidDays, type Certificate } from './decisions/incapacity.ts'
import { wrong } from './decisions/wrong.ts'
import { staying } from './employed.ts'
import { inputText } from './hire-inputs.ts'
import { findAway } from './store/away-store.ts'
import { findSubsidy, isFolioTaken } from './store/incapacity-store.ts'

const CLASSES = ['inicial', 'subsecuente', 'recaida'] as const
const CERTIFICATES = ['.pdf', '.jpg', '.jpeg', '.png']

const INPUTS = [
  textInput({
    name: 'folio',
    label: 'Folio del certificado',
    help: 'El que imprime el IMSS.',
    required: true,
    minLength: 1,
    length: 20,
  }),
  referenceInput('TipoIncapacidad', {
    name: 'tipo',
    label: 'Tipo de incapacidad',
    help: 'El ramo que la paga.',
    required: true,
  }),
  referenceInput('SubtipoIncapacidad', {
    name: 'subtipo',
    label: 'Subtipo de incapacidad',
    help: 'Si falta, el primero del tipo.',
    required: false,
  }),
  choiceInput({
    name: 'clase',
    label: 'Clase',
    help: 'Una subsecuente continúa otra sin interrupción.',
    required: true,
    choices: CLASSES,
  }),
  dateInput({
    name: 'fecha_inicio',
    label: 'Fecha de inicio',
    help: 'El primer día.',
    required: true,
  }),
  integerInput({
    name: 'dias',
    label: 'Días',
    help: 'Los que ampara el certificado, todos seguidos.',
    required: true,
  }),
  referenceInput('RiesgoTrabajo', {
    name: 'riesgo_trabajo',
    label: 'Riesgo de trabajo',
    help: 'El accidente o la enfermedad de trabajo.',
    required: false,
  }),
  referenceInput('SecuelaIncapacidad', {
    name: 'secuela',
    label: 'Secuela',
    help: 'Para el SUA.',
    required: false,
  }),
  fileInput(CERTIFICATES, {
    name: 'archivo',
    label: 'Certificado',
    help: 'Su copia.',
    required: false,
  }),
]

const EVENT = 'incapacidad_registrada'

/**
 * Writes down a certificate of the IMSS: its last day, what of it is paid and from which day on.
 * @source docs/decisions/0296-erp-life-of-employees.md
 */
export const registrarIncapacidad = documentAction(staying('registrar_incapacidad'), {
  name: 'registrar_incapacidad',
  label: 'Registrar incapacidad',
  mode: 'url_action',
  emits: [EVENT],
  folio: 'numero',
  inputs: INPUTS,
  fields: ['numero', 'fecha_alta'],
  run: async ({ context, batch, changes }) => {
    await refuseMissingInputs(context, { inputs: INPUTS })
    const { inputs } = context
    for (const { id, numero, fecha_alta } of batch.remaining) {
      const plan = await planOf(context, { id, numero, fecha_alta })
      if ('problems' in plan) {
        batch.refuse(id, ...plan.problems)
        continue
      }
      const { certificate, to, subsidy, unpaid } = plan
      // Whoever else writes a certificate waits, so that one folio is written once.
      await lockCounters(context.tx, context.caller.empresa)
      const folio = inputText(inputs, 'folio') ?? ''
      if (await isFolioTaken(context.tx, context.caller.empresa, folio)) {
        const message = CERTIFICATE_KNOWN({ folio })
        batch.refuse(id, { code: 'DUPLICATE', field: 'folio', message })
        continue
      }
      const made = new Later()
      const after = {
        folio,
        empleado: id,
        tipo: certificate.tipo,
        subtipo: subsidy.id,
        clase: certificate.clase,
        fecha_inicio: certificate.from,
        fecha_fin: to,
        dias: certificate.days,
        porcentaje_subsidio: subsidy.porcentaje,
        dias_sin_subsidio: unpaid,
        riesgo_trabajo: inputText(inputs, 'riesgo_trabajo'),
        secuela: inputText(inputs, 'secuela'),
        archivo: inputText(inputs, 'archivo'),
        estado: 'registrada' as const,
      }
      changes.insert('Incapacidad', after, made)
      changes.record({
        model: 'Incapacidad',
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
        after: { incapacidad: made },
        event: EVENT,
        // What he has is not everybody's business.
        told: {
          numero,
          fecha_inicio: certificate.from,
          fecha_fin: to,
          incapacidad: made.as(Number),
        },
      })
    }
  },
})

interface Certified {
  readonly id: string
  readonly numero: string
  readonly fecha_alta: string
}

async function planOf(
  context: ActionContext,
  { id, numero: number, fecha_alta: hired }: Certified,
) {
  const { tx, caller, inputs } = context
  const certificate = certificateOf(context, number)
  const { from, days, tipo } = certificate
  const to = dayAfter(from, Math.max(days, 1) - 1)
  const subtipo = inputText(inputs, 'subtipo')
  const [{ kind, subsidy }, known, [away]] = await Promise.all([
    findSubsidy(tx, { tipo, subtipo }),
    rowsBelow(context, 'Incapacidad', {
      parent: 'empleado',
      ids: [id],
      fields: ['folio', 'tipo', 'clase', 'fecha_inicio', 'fecha_fin', 'dias', 'estado'],
    }),
    findAway(tx, caller.empresa, { empleado: id, from, to }),
  ])
  const earlier = (known.get(id) ?? []).filter(({ estado }) => estado !== 'cancelada')
  const field = 'fecha_inicio'
  const problems: readonly ErrorEntry[] = [
    ...(from < hired ? [wrong(field, BEFORE_HIRED({ field, number, day: from, hired }))] : []),
    ...incapacityProblems(certificate, earlier),
    ...(away === undefined
      ? []
      : [wrong(field, AWAY_ALREADY({ number, model: away.modelo, folio: away.folio }))]),
  ]
  if (subsidy === null) {
    const lacking =
      subtipo === null
        ? { code: 'CONFIGURATION_INCOMPLETE' as const, message: NO_SUBSIDY_KNOWN({ kind }) }
        : wrong('subtipo', SUBTYPE_OF_ANOTHER({ kind }))
    return { problems: [...problems, lacking] }
  }
  if (problems.length > 0) return { problems }
  return { certificate, to, subsidy, unpaid: unpaidDays(certificate, earlier, subsidy.desde) }
}

function certificateOf({ inputs }: ActionContext, number: string): Certificate {
  const sent = inputText(inputs, 'clase')
  return {
    number,
    tipo: inputText(inputs, 'tipo') ?? '',
    clase: CLASSES.find((clase) => clase === sent) ?? 'inicial',
    from: inputText(inputs, 'fecha_inicio') ?? '',
    days: Number(inputText(inputs, 'dias')),
  }
}
