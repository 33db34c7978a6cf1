import { apiError, type ErrorEntry } from '../../../errors.ts'
import {
  BATCH_WITHOUT_GUIDE,
  NO_SUCH_REGISTRATION,
  NOTHING_TO_TELL,
  TEXT_FILES_NOT_ALLOWED,
  WORKER_LACKS_NUMBER,
} from '../../../messages/imss.ts'
import { findCatalogIds } from '../../../store/catalogs/catalog-ids.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import { keepContent } from '../../attachments/keep-content.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { Changes } from '../changes.ts'
import { Later } from '../later.ts'
import type { Outside } from '../outside.ts'
import { wrong } from './decisions/wrong.ts'
import { idseFile } from './imss/idse-file.ts'
import type { IdseMovement } from './imss/idse-record.ts'
import { lockWaiting, type WaitingMovement } from './store/batch-store.ts'

const NAME = 'generar_lote_idse'
const MODEL = 'RegistroPatronal'
const EVENT = 'lote_generado'
// What is beyond goes into the next batch.
const AT_ONCE = 5_000

/**
 * Makes a batch of what the IMSS is to be told of an employer's workers by today, with its file. What was rejected goes
 * along again.
 * @source docs/decisions/0296-erp-life-of-employees.md
 */
export const generarLoteIdse: RecordAction = {
  ...batching(() => {
    throw new Error(`${NAME} runs with the folder of its file`)
  }),
  ask: (outside) => Promise.resolve(batching(() => outside.attachments).run),
}

function batching(attachments: () => Outside['attachments']): RecordAction {
  return {
    model: MODEL,
    name: NAME,
    label: 'Generar lote IDSE',
    mode: 'url_action',
    inputs: [],
    emits: [EVENT],
    run: (context, ids) => generate(context, ids, attachments),
  }
}

interface Employer {
  readonly id: string
  readonly numero: string
  readonly guia_idse: string
}

async function generate(
  context: ActionContext,
  ids: readonly string[],
  attachments: () => Outside['attachments'],
): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const found = await lockRows(context, MODEL, { ids, fields: ['numero', 'guia_idse'] })
  const refused = new Map<string, readonly ErrorEntry[]>()
  for (const id of ids) {
    const row = found.get(id)
    if (row === undefined) {
      refused.set(id, [{ code: 'NOT_FOUND', message: NO_SUCH_REGISTRATION({ id }) }])
      continue
    }
    const { numero: number, guia_idse } = row
    if (guia_idse === null) {
      refused.set(id, [wrong('guia_idse', BATCH_WITHOUT_GUIDE({ number }))])
      continue
    }
    const details = { registro: id, today: moment.today, limit: AT_ONCE }
    const waiting = await lockWaiting(tx, caller.empresa, details)
    const problems = problemsOf(number, waiting)
    if (problems.length > 0) refused.set(id, problems)
    else await write(context, { employer: { ...row, guia_idse }, waiting }, attachments())
  }
  return { refused, warnings: new Map() }
}

function problemsOf(number: string, waiting: readonly WaitingMovement[]): readonly ErrorEntry[] {
  if (waiting.length === 0) return [{ code: 'INVALID_STATE', message: NOTHING_TO_TELL({ number }) }]
  return waiting.flatMap(({ numero, nss, curp }) => {
    const lacks = nss === null ? 'nss' : curp === null ? 'curp' : null
    return lacks === null
      ? []
      : [wrong(lacks, WORKER_LACKS_NUMBER({ number: numero, field: lacks }))]
  })
}

async function write(
  context: ActionContext,
  {
    employer,
    waiting,
  }: { readonly employer: Employer; readonly waiting: readonly WaitingMovement[] },
  attachments: Outside['attachments'],
): Promise<void> {
  const { moment } = context
  const changes = new Changes(context, { name: NAME, reason: null })
  const { guia_idse: guia, numero, id } = employer
  const bytes = idseFile(
    waiting.map((movement) => movementOf(movement, employer)),
    guia,
  )
  const file = await keepContent(context, attachments, { bytes, extension: 'txt' })
  if (file === null) throw apiError('CONFIGURATION_INCOMPLETE', TEXT_FILES_NOT_ALLOWED())
  const catalogs = await findCatalogIds(context, { ModeloSistema: ['LoteIdse'] })
  const lote = new Later()
  const folio = lote.as(numberOf)
  const made = {
    numero_lote: folio,
    registro_patronal: id,
    fecha_envio: moment.now,
    movimientos_enviados: waiting.length,
    archivo: changes.insert('Adjunto', {
      ...file,
      nombre: `IDSE-${numero}-${moment.today}.txt`,
      modelo: catalogs.get('ModeloSistema', 'LoteIdse'),
      registro: lote,
      // It tells what everybody earns.
      es_confidencial: true,
    }),
    estado: 'generado' as const,
  }
  changes.insert('LoteIdse', made, lote)
  for (const movement of waiting) {
    const told = { estado: 'enviado', lote, motivo_rechazo: null } as const
    changes.amend('MovimientoAfiliatorio', { ...movement }, told)
  }
  changes.record({
    model: 'LoteIdse',
    id: lote,
    before: null,
    after: { numero_lote: folio, movimientos_enviados: waiting.length },
    event: null,
    operation: 'alta',
  })
  changes.record({
    model: MODEL,
    id,
    before: {},
    after: { lote },
    event: EVENT,
    told: { lote: lote.as(Number), movimientos: waiting.length },
  })
  await changes.write()
}

/** As people know a batch. */
function numberOf(id: string): string {
  return `IDSE-${id.padStart(5, '0')}`
}

function movementOf(movement: WaitingMovement, { numero, guia_idse }: Employer): IdseMovement {
  return {
    registro: numero,
    nss: movement.nss ?? '',
    apellidos: movement.apellidos,
    nombre: movement.nombre,
    curp: movement.curp ?? '',
    salario: movement.salario,
    tipoTrabajador: movement.tipo_trabajador,
    tipoSalario: movement.tipo_salario,
    jornada: movement.jornada,
    fecha: movement.fecha,
    unidadMedica: movement.unidad_medica,
    tipo: movement.tipo,
    guia: guia_idse,
    clave: movement.numero,
    causaBaja: movement.causa_baja,
  }
}
