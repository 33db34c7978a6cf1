import { textInput } from '../../../dictionary/action-description.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import { NOT_ENOUGH_DAYS } from '../../../messages/absences.ts'
import { EMPLOYEE_UNREGISTERED } from '../../../messages/personnel.ts'
import { lockRowsBelow, rowsBelow } from '../../../store/records/model-rows.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { documentAction } from '../document-action.ts'
import { Later } from '../later.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import { dayAfter } from './decisions/calendar.ts'
import {
  dayText,
  daysLeft,
  granted,
  takeDays,
  vacationYears,
  type VacationBalance,
  type VacationYear,
} from './decisions/vacation-balance.ts'
import { wrong } from './decisions/wrong.ts'
import { staying } from './employed.ts'
import { inputText } from './hire-inputs.ts'
import { loadAbsence } from './load-absence.ts'
import { findLaw } from './store/law-store.ts'

const INPUTS = [
  dateInput({
    name: 'fecha_inicio',
    label: 'Fecha de inicio',
    help: 'El primer día de vacaciones.',
    required: true,
  }),
  dateInput({
    name: 'fecha_fin',
    label: 'Fecha de fin',
    help: 'El último; los descansos y festivos de en medio no cuentan.',
    required: true,
  }),
  referenceInput('Empleado', {
    name: 'suplente',
    label: 'Suplente',
    help: 'Quién hace su trabajo mientras tanto.',
    required: false,
  }),
  textInput({
    name: 'comentario',
    label: 'Comentario',
    help: 'Queda en la solicitud.',
    required: false,
    minLength: 0,
    length: 250,
  }),
]

const EVENT = 'vacaciones_solicitadas'
const PREFIX = 'SV-'
const ASKING_FIELDS = [
  'numero',
  'fecha_alta',
  'registro_patronal',
  'grupo_nomina',
  'grupo_nomina.permite_vacaciones_anticipadas',
] as const
type Asking = Picked<'Empleado', (typeof ASKING_FIELDS)[number]>

/**
 * Asks for holidays: counts the days of work, and takes them out of the balances of his years of service, the oldest
 * first, a SolicitudVacaciones for each. A balance is made when days are asked for of which it is the first.
 * @source docs/decisions/0296-erp-life-of-employees.md
 */
export const solicitarVacaciones = documentAction(staying('solicitar_vacaciones'), {
  name: 'solicitar_vacaciones',
  label: 'Solicitar vacaciones',
  mode: 'url_action',
  emits: [EVENT],
  folio: 'numero',
  inputs: INPUTS,
  fields: ASKING_FIELDS,
  run: async ({ context, batch, changes }) => {
    await refuseMissingInputs(context, { inputs: INPUTS })
    const { inputs, moment } = context
    const from = inputText(inputs, 'fecha_inicio') ?? ''
    const to = inputText(inputs, 'fecha_fin') ?? ''
    for (const employee of batch.remaining) {
      const { id, numero: number, registro_patronal } = employee
      const absence = await loadAbsence(context, employee, { from, to })
      if ('problems' in absence) {
        batch.refuse(id, ...absence.problems)
        continue
      }
      if (registro_patronal === null) {
        batch.refuse(id, wrong('registro_patronal', EMPLOYEE_UNREGISTERED({ number })))
        continue
      }
      const balances = await balancesOf(context, { ...employee, registro_patronal }, from)
      const parts = takeDays(absence.days, balances)
      if (parts === null) {
        const asked = absence.days.length
        const message = NOT_ENOUGH_DAYS({ number, asked, left: daysLeft(balances) })
        batch.refuse(id, wrong('fecha_fin', message))
        continue
      }
      const folios = parts.map(({ saldo, days }, index) =>
        request(changes, employee, {
          saldo: saldo.stored ?? openBalance(changes, employee, saldo),
          days,
          to: lastDay(parts[index + 1]?.days[0], to),
          from: index === 0 ? from : (days[0] ?? from),
          returns: absence.returns,
          suplente: inputText(inputs, 'suplente'),
          comentario: inputText(inputs, 'comentario'),
          today: moment.today,
        }),
      )
      changes.record({
        model: 'Empleado',
        id,
        before: {},
        after: { dias: absence.days.length, fecha_inicio: from, fecha_fin: to },
        event: EVENT,
        told: { numero: number, fecha_inicio: from, fecha_fin: to, solicitudes: folios.length },
      })
    }
  },
})

/** Rest days between two parts belong to the first. */
function lastDay(next: string | undefined, to: string): string {
  return next === undefined ? to : dayAfter(next, -1)
}

/** A balance that is stored, or one that would be made. */
interface Balance {
  readonly stored: string | null
  readonly year: VacationYear
  readonly derecho: string
}

async function balancesOf(
  context: ActionContext,
  employee: Asking & { readonly registro_patronal: string },
  day: string,
): Promise<readonly VacationBalance<Balance>[]> {
  const { id, fecha_alta, registro_patronal: registro, grupo_nomina: grupo } = employee
  const isAhead = employee['grupo_nomina.permite_vacaciones_anticipadas'] === true
  const years = vacationYears(fecha_alta, day, isAhead ? 'ahead' : 'after')
  const below = { parent: 'empleado', ids: [id] } as const
  const [stored, requests, laws] = await Promise.all([
    lockRowsBelow(context, 'SaldoVacaciones', {
      ...below,
      fields: ['anio_servicio', 'dias_derecho', 'dias_disfrutados', 'fecha_prescripcion'],
    }),
    rowsBelow(context, 'SolicitudVacaciones', { ...below, fields: ['saldo', 'dias', 'estado'] }),
    findLaw(
      context.tx,
      context.caller.empresa,
      years.map(({ anio, aniversario }) => ({
        persona: String(anio),
        fecha: aniversario,
        anio,
        registro,
        grupo,
      })),
    ),
  ])
  const pending = (requests.get(id) ?? []).filter(({ estado }) => estado === 'solicitada')
  const rows = stored.get(id) ?? []
  return years.map((year): VacationBalance<Balance> => {
    const row = rows.find(({ anio_servicio }) => anio_servicio === year.anio)
    const law = laws.get(String(year.anio))
    const derecho = row?.dias_derecho ?? granted(law)
    const asked = pending.filter(({ saldo }) => saldo === row?.id).map(({ dias }) => cents(dias))
    return {
      id: { stored: row?.id ?? null, year, derecho },
      anio_servicio: year.anio,
      fecha_prescripcion: year.prescripcion,
      dias_derecho: derecho,
      dias_disfrutados: row?.dias_disfrutados ?? null,
      dias_solicitados: amountText(sumOf(asked)),
    }
  })
}

function openBalance(changes: Changes, { id }: Asking, { year, derecho }: Balance): Later {
  const balance = new Later()
  const after = {
    empleado: id,
    anio_servicio: year.anio,
    fecha_aniversario: year.aniversario,
    dias_derecho: derecho,
    dias_disfrutados: '0.00',
    dias_pendientes: derecho,
    fecha_prescripcion: year.prescripcion,
  }
  changes.insert('SaldoVacaciones', after, balance)
  changes.record({
    model: 'SaldoVacaciones',
    id: balance,
    before: null,
    after,
    event: null,
    operation: 'alta',
  })
  return balance
}

interface Wanted {
  readonly saldo: string | Later
  readonly days: readonly string[]
  readonly from: string
  readonly to: string
  readonly returns: string | null
  readonly suplente: string | null
  readonly comentario: string | null
  readonly today: string
}

function request(changes: Changes, { id: empleado }: Asking, wanted: Wanted): Later {
  const { saldo, days, from, to, returns, suplente, comentario, today } = wanted
  const folio = changes.folio('solicitud_vacaciones', PREFIX)
  const made = new Later()
  const after = {
    folio,
    fecha: today,
    empleado,
    saldo,
    fecha_inicio: from,
    fecha_fin: to,
    dias: dayText(days.length),
    fecha_regreso: returns,
    suplente,
    comentario,
    estado: 'solicitada' as const,
  }
  changes.insert('SolicitudVacaciones', after, made)
  changes.record({
    model: 'SolicitudVacaciones',
    id: made,
    before: null,
    after: { ...after },
    event: null,
    operation: 'alta',
  })
  return folio
}
