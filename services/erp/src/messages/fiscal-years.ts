import { message, type Message } from './message.ts'

// What keeps fiscal years from being closed, or opened again.

interface OfYear {
  readonly year: number
}

export const YEAR_NOT_OVER = message<OfYear & { readonly end: string; readonly today: string }>({
  en: ({ year, end, today }) =>
    `EjercicioFiscal ${year} ends on ${end}; it is closed on a later day, and today is ${today}.`,
  es: ({ year, end, today }) =>
    `El ejercicio fiscal ${year} termina el ${end}; se cierra después de ese día, y hoy es ${today}.`,
})

export const EARLIER_YEAR_OPEN = message<
  OfYear & { readonly earlier: number; readonly state: string }
>({
  en: ({ year, earlier, state }) =>
    `EjercicioFiscal ${earlier} is ${state}; it is closed before ${year}.`,
  es: ({ year, earlier, state }, say) =>
    `El ejercicio fiscal ${earlier} está en «${say.choice(state, { model: 'EjercicioFiscal', field: 'estado' })}»; se cierra antes que el ${year}.`,
})

export const LATER_YEAR_CLOSED = message<OfYear & { readonly later: number }>({
  en: ({ year, later }) => `EjercicioFiscal ${later} is closed; it is opened before ${year}.`,
  es: ({ year, later }) =>
    `El ejercicio fiscal ${later} está cerrado; se abre antes que el ${year}.`,
})

export const YEAR_HAS_PENDING = message<{
  /** The name of the year. */
  readonly name: string
  /** What stands in the way, counted by model. */
  readonly records: Message
}>({
  en: ({ name, records }, say) =>
    `${name} has periods that are not closed, or entries that are not applied: ${records.in(say)}.`,
  es: ({ name, records }, say) =>
    `${name} tiene periodos sin cerrar o pólizas sin aplicar: ${records.in(say)}.`,
})

export const NO_NEXT_YEAR = message<OfYear>({
  en: ({ year }) => `The year cannot be closed: there is no EjercicioFiscal ${year}.`,
  es: ({ year }) =>
    `No se puede cerrar el ejercicio: no existe el ejercicio fiscal ${year}, que le sigue; créalo antes.`,
})

export const NEXT_YEAR_NOT_OPEN = message<OfYear>({
  en: ({ year }) =>
    `No period of EjercicioFiscal ${year} is open, which the result is carried into.`,
  es: ({ year }) =>
    `El ejercicio fiscal ${year} no tiene ningún periodo abierto al que pasar el resultado.`,
})

interface OfCode {
  /** The SAT's code of accounts. */
  readonly code: string
}

export const NO_ACCOUNT_OF_YEAR = message<OfCode>({
  en: ({ code }) =>
    `The year cannot be closed: no active CuentaContable that takes entries has the SAT's code ${code}, and cuenta_resultado names none.`,
  es: ({ code }, say) =>
    `No se puede cerrar el ejercicio: ninguna cuenta contable activa que reciba movimientos tiene el código agrupador ` +
    `${code} del SAT, y ${say.field('cuenta_resultado', 'EjercicioFiscal')} está vacía.`,
})

export const NO_ACCOUNT_OF_RESULTS = message<OfCode>({
  en: ({ code }) =>
    `The year cannot be closed: no active CuentaContable that takes entries has the SAT's code ${code}, which the result is carried to.`,
  es: ({ code }) =>
    `No se puede cerrar el ejercicio: ninguna cuenta contable activa que reciba movimientos tiene el código agrupador ` +
    `${code} del SAT, a la que se pasa el resultado.`,
})

export const NO_ENTRY_TYPE = message({
  en: () => 'The year cannot be closed: the company has no TipoPoliza.',
  es: () => 'No se puede cerrar el ejercicio: la empresa no tiene ningún tipo de póliza.',
})

// By hand.

export const YEAR_STATE_BY_ACTIONS = message({
  en: () =>
    'estado cannot be written: only the action cerrar_ejercicio closes a year, and only reabrir_ejercicio opens it again.',
  es: (_, say) => {
    const [close, open] = [say.field('cerrar_ejercicio'), say.field('reabrir_ejercicio')]
    return `${say.field('estado')} no se escribe a mano: un ejercicio sólo se cierra con ${close} y sólo se vuelve a abrir con ${open}.`
  },
})

export const CLOSED_YEAR_KEEPS = message<{ readonly id: string; readonly field: string }>({
  en: ({ id, field }) => `EjercicioFiscal ${id} is closed: ${field} does not change.`,
  es: ({ id, field }, say) =>
    `El ejercicio fiscal ${id} está cerrado: ${say.field(field, 'EjercicioFiscal')} ya no se cambia.`,
})
