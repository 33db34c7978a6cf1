import { message, type Message } from './message.ts'

// What keeps accounting periods open or closed, and what is posted out of them.

interface OfDay {
  readonly period: string
  readonly day: string
}

export const NO_PERIOD = message<{ readonly day: string }>({
  en: ({ day }) => `No accounting period holds the day ${day}; it needs a PeriodoContable.`,
  es: ({ day }) => `Ningún periodo contable abarca el día ${day}; crea uno que lo abarque.`,
})

export const PERIOD_NOT_OPEN = message<OfDay>({
  en: ({ period, day }) =>
    `The period ${period} of the day ${day} is not open; reabrir_periodo opens one that was closed.`,
  es: ({ period, day }, say) =>
    `El periodo ${period} del día ${day} no está abierto; si se cerró, ábrelo de nuevo con ${say.field('reabrir_periodo')}.`,
})

export const PERIOD_LOCKED = message<OfDay & { readonly module: string }>({
  en: ({ period, day, module }) =>
    `The period ${period} of the day ${day} is closed for ${module} by a BloqueoPeriodo.`,
  es: ({ period, day, module }, say) =>
    `El periodo ${period} del día ${day} está cerrado para ${say.field(module)} por un bloqueo de periodo.`,
})

/** An open period before one that is closed, which periods that are closed in order never are. */
export const LATER_PERIOD_CLOSED = message<{ readonly period: string; readonly later: string }>({
  en: ({ period, later }) =>
    `The period ${period} is open, but the later ${later} is closed, and its balances stand: reabrir_periodo opens that one first.`,
  es: ({ period, later }, say) =>
    `El periodo ${period} está abierto, pero el posterior, ${later}, está cerrado con sus saldos fijos: ábrelo antes con ${say.field('reabrir_periodo')}.`,
})

// Of an entry, which names its period itself.

export const ENTRY_PERIOD_NOT_OPEN = message<{ readonly period: string }>({
  en: ({ period }) => `The period ${period} is not open.`,
  es: ({ period }) => `El periodo ${period} no está abierto.`,
})

export const ENTRY_PERIOD_LOCKED = message<{ readonly period: string }>({
  en: ({ period }) => `The period ${period} is closed for contabilidad.`,
  es: ({ period }, say) => `El periodo ${period} está cerrado para ${say.field('contabilidad')}.`,
})

export const DAY_OUTSIDE_PERIOD = message<
  OfDay & { readonly from: string; readonly until: string }
>({
  en: ({ period, day, from, until }) =>
    `fecha is ${day}, but the period ${period} goes from ${from} to ${until}.`,
  es: ({ period, day, from, until }, say) =>
    `${say.field('fecha')} es ${day}, pero el periodo ${period} va del ${from} al ${until}.`,
})

// By hand.

export const PERIOD_STATE_BY_ACTIONS = message({
  en: () =>
    'estado cannot be written: only the action cerrar_periodo closes a period, and only reabrir_periodo opens it again.',
  es: (_, say) => {
    const [close, open] = [say.field('cerrar_periodo'), say.field('reabrir_periodo')]
    return `${say.field('estado')} no se escribe a mano: un periodo sólo se cierra con ${close} y sólo se vuelve a abrir con ${open}.`
  },
})

export const CLOSED_PERIOD_STAYS = message<{ readonly id: string }>({
  en: ({ id }) => `PeriodoContable ${id} is closed and is not deleted.`,
  es: ({ id }) => `El periodo contable ${id} está cerrado y no se puede eliminar.`,
})

export const CLOSED_PERIOD_KEEPS = message<{ readonly id: string; readonly field: string }>({
  en: ({ id, field }) => `PeriodoContable ${id} is closed: ${field} does not change.`,
  es: ({ id, field }, say) =>
    `El periodo contable ${id} está cerrado: ${say.field(field, 'PeriodoContable')} ya no se cambia.`,
})

// By the actions.

export const EARLIER_PERIOD_OPEN = message<{
  readonly period: string
  readonly earlier: string
  readonly state: string
}>({
  en: ({ period, earlier, state }) =>
    `PeriodoContable ${period} is not closed before ${earlier}, which is ${state}: periods are closed in order.`,
  es: ({ period, earlier, state }, say) => {
    const told = say.choice(state, { model: 'PeriodoContable', field: 'estado' })
    return `El periodo ${period} no se cierra antes que ${earlier}, que está en «${told}»: los periodos se cierran en orden.`
  },
})

export const LATER_PERIOD_STAYS_CLOSED = message<{
  readonly period: string
  readonly later: string
}>({
  en: ({ period, later }) =>
    `PeriodoContable ${period} is not opened before ${later}, which is closed: periods are opened from the last one backwards.`,
  es: ({ period, later }) =>
    `El periodo ${period} no se abre antes que ${later}, que está cerrado: los periodos se abren del último hacia atrás.`,
})

export const PERIOD_OF_CLOSED_YEAR = message<{
  readonly period: string
  readonly year: string
  readonly state: string | null
}>({
  en: ({ period, year, state }) => `The period ${period} belongs to ${year}, which is ${state}.`,
  es: ({ period, year, state }, say) =>
    state === null
      ? `El periodo ${period} es de ${year}, que no tiene estado.`
      : `El periodo ${period} es de ${year}, que está en «${say.choice(state, { model: 'EjercicioFiscal', field: 'estado' })}».`,
})

interface Standing {
  readonly period: string
  /** What stands in the way, counted by model. */
  readonly records: Message
}

export const PERIOD_HAS_PENDING = message<Standing>({
  en: ({ period, records }, say) =>
    `The period ${period} has entries that are not applied, or documents that are not finished: ${records.in(say)}.`,
  es: ({ period, records }, say) =>
    `El periodo ${period} tiene pólizas sin aplicar o documentos sin terminar: ${records.in(say)}.`,
})

export const PERIOD_NOT_RECONCILED = message<Standing>({
  en: ({ period, records }, say) =>
    `The period ${period} has accounts that are not reconciled with their bank: ${records.in(say)}.`,
  es: ({ period, records }, say) =>
    `El periodo ${period} tiene cuentas sin conciliar con su banco: ${records.in(say)}.`,
})
