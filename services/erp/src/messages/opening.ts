import { message, type Message } from './message.ts'

// What is told of the balances with which a company begins.

/** What a row lists, as people call its sheet. */
const KINDS: Readonly<Record<string, string>> = {
  cuentas: 'cuentas',
  existencias: 'existencias',
  por_cobrar: 'por cobrar',
  por_pagar: 'por pagar',
  bancos: 'bancos',
}

interface Place {
  readonly kind: string
  /** Counted from 1, or the row of the file. */
  readonly number: number
}

/** A problem of one row, after its place. */
export const ROW_OF_OPENING = message<Place & { readonly what: Message }>({
  en: ({ kind, number, what }, say) => `${kind}, row ${number}: ${what.in(say)}.`,
  es: ({ kind, number, what }, say) =>
    `${KINDS[kind] ?? kind}, renglón ${number}: ${what.in(say)}.`,
})

export const COLUMN_IS = message<{ readonly column: string; readonly what: Message }>({
  en: ({ column, what }, say) => `${column} ${what.in(say)}`,
  es: ({ column, what }, say) => `${say.field(column)} ${what.in(say)}`,
})

export const COLUMN_MISSING = message<{ readonly column: string }>({
  en: ({ column }) => `${column} is required`,
  es: ({ column }, say) => `falta ${say.field(column)}`,
})

export const NO_SUCH = message<{
  readonly column: string
  readonly model: string
  readonly shown: string
}>({
  en: ({ column, model, shown }) => `${column}: there is no ${model} ${shown}`,
  es: ({ column, model, shown }, say) =>
    `${say.field(column)}: no hay ningún registro «${shown}» en ${say.model(model)}`,
})

export const SEVERAL_SUCH = message<{ readonly model: string; readonly shown: string }>({
  en: ({ model, shown }) => `several records of ${model} have the RFC ${shown}; use the key`,
  es: ({ model, shown }, say) =>
    `varios registros de ${say.model(model)} tienen el RFC ${shown}; usa la clave`,
})

export const ONE_SIDE = message({
  en: () => 'exactly one of cargo and abono is above zero',
  es: () => 'exactamente uno de «Cargo» y «Abono» debe ser mayor que cero',
})

export const ABOVE_ZERO = message<{ readonly column: string }>({
  en: ({ column }) => `${column} must be above zero`,
  es: ({ column }, say) => `${say.field(column)} debe ser mayor que cero`,
})

export const COST_ONCE = message({
  en: () => 'give either costo_unitario or importe',
  es: () => 'da el costo unitario o el importe, uno de los dos',
})

export const TAX_TOO_MUCH = message<{ readonly iva: string; readonly total: string }>({
  en: ({ iva, total }) => `iva ${iva} is more than 16 % of what it is part of, ${total}`,
  es: ({ iva, total }, say) =>
    `el IVA de ${say.amount(iva)} es más del 16 % de aquello de lo que es parte, ${say.amount(total)}`,
})

export const OWN_RATE = message({
  en: () => "tipo_cambio is 1 in the company's own currency",
  es: () => 'el tipo de cambio es 1 en la moneda de la empresa',
})

export const RATE_NEEDED = message<{ readonly currency: string }>({
  en: ({ currency }) => `tipo_cambio is required in ${currency}, and above zero`,
  es: ({ currency }) => `falta el tipo de cambio de ${currency}, mayor que cero`,
})

export const AFTER_OPENING = message<{ readonly day: string; readonly opening: string }>({
  en: ({ day, opening }) => `fecha ${day} is after the day of the balances, ${opening}`,
  es: ({ day, opening }) => `la fecha ${day} es posterior al día de los saldos, ${opening}`,
})

export const DUE_BEFORE = message<{ readonly due: string; readonly day: string }>({
  en: ({ due, day }) => `vencimiento ${due} is before fecha ${day}`,
  es: ({ due, day }) => `el vencimiento ${due} es anterior a la fecha ${day}`,
})

export const TWICE = message<{ readonly shown: string; readonly other: number }>({
  en: ({ shown, other }) => `${shown} is in row ${other}, too`,
  es: ({ shown, other }) => `${shown} está también en el renglón ${other}`,
})

export const DOCUMENT_THERE = message<{ readonly documento: string }>({
  en: ({ documento }) => `the supplier's invoice ${documento} is there already`,
  es: ({ documento }) => `la factura ${documento} de este proveedor ya está`,
})

export const UUID_THERE = message<{ readonly uuid: string }>({
  en: ({ uuid }) => `the UUID ${uuid} is that of another document`,
  es: ({ uuid }) => `el UUID ${uuid} es de otro documento`,
})

export const NOT_ACTIVE = message<{ readonly clave: string }>({
  en: ({ clave }) => `${clave} is not active`,
  es: ({ clave }) => `${clave} no está activa`,
})

export const ACCOUNT_REFUSES = message<{
  readonly clave: string
  readonly lacks: 'active' | 'entries' | 'centre' | 'party' | 'project' | 'currency'
}>({
  en: ({ clave, lacks }) =>
    `the account ${clave} ${
      {
        active: 'is not active',
        entries: 'takes no entries',
        centre: 'needs a cost centre',
        party: 'needs the supplier or customer',
        project: 'needs a project',
        currency: 'is kept in another currency',
      }[lacks]
    }`,
  es: ({ clave, lacks }) =>
    `la cuenta ${clave} ${
      {
        active: 'no está activa',
        entries: 'no acepta movimientos',
        centre: 'pide un centro de costo',
        party: 'pide el proveedor o el cliente',
        project: 'pide un proyecto',
        currency: 'se lleva en otra moneda',
      }[lacks]
    }`,
})

const DETAILS = {
  por_cobrar: ['por_cobrar', 'los documentos por cobrar'],
  por_pagar: ['por_pagar', 'los documentos por pagar'],
  existencias: ['existencias', 'las existencias'],
  bancos: ['bancos', 'los saldos de bancos'],
  iva_por_cobrar: ['iva of por_cobrar', 'el IVA de los documentos por cobrar'],
  iva_por_pagar: ['iva of por_pagar', 'el IVA de los documentos por pagar'],
} as const

export type OpeningDetail = keyof typeof DETAILS

/** An account says one thing, and what it is made of another. */
export const ACCOUNT_DIFFERS = message<{
  readonly clave: string
  readonly detail: OpeningDetail
  readonly given: string
  readonly made: string
}>({
  en: ({ clave, detail, given, made }) =>
    `The account ${clave} has ${given} in cuentas, but ${DETAILS[detail][0]} make ${made}; correct one of them, or name` +
    ' cuenta_diferencias, which takes the difference.',
  es: ({ clave, detail, given, made }, say) =>
    `La cuenta ${clave} tiene ${say.amount(given)} en cuentas, pero ${DETAILS[detail][1]} suman ${say.amount(made)}:` +
    ' corrige uno de los dos, o nombra la cuenta de diferencias, que se queda con lo que sobra.',
})

export const SIDES_DIFFER = message<{ readonly debits: string; readonly credits: string }>({
  en: ({ debits, credits }) =>
    `The balances do not meet: debits are ${debits}, credits ${credits}; correct them, or name cuenta_diferencias,` +
    ' which takes the difference.',
  es: ({ debits, credits }, say) =>
    `Los saldos no cuadran: los cargos son ${say.amount(debits)} y los abonos ${say.amount(credits)}; corrígelos, o` +
    ' nombra la cuenta de diferencias, que se queda con lo que sobra.',
})

export const NO_BALANCES = message({
  en: () =>
    'There are no balances: give cuentas, existencias, por_cobrar, por_pagar or bancos, or a file of them.',
  es: () =>
    'No hay saldos: da cuentas, existencias, por cobrar, por pagar o bancos, o un archivo con ellos.',
})

export const TOO_MANY_BALANCES = message<{ readonly most: number }>({
  en: ({ most }) => `At most ${most} rows are loaded, all kinds together.`,
  es: ({ most }) => `Se cargan como máximo ${most} renglones, entre todos.`,
})

export const ROWS_OBJECTS = message<{ readonly kind: string }>({
  en: ({ kind }) => `${kind} must be a list of objects.`,
  es: ({ kind }) => `${kind} debe ser una lista de objetos.`,
})

export const UNKNOWN_COLUMN = message<{
  readonly kind: string
  readonly column: string
  readonly known: readonly string[]
}>({
  en: ({ kind, column, known }) => `${kind} has no column ${column}; it has ${known.join(', ')}.`,
  es: ({ kind, column, known }) =>
    `${KINDS[kind] ?? kind} no tiene una columna «${column}»; tiene ${known.join(', ')}.`,
})

export const COLUMN_TWICE = message<{ readonly kind: string; readonly column: string }>({
  en: ({ kind, column }) => `${kind}: the column ${column} stands there twice.`,
  es: ({ kind, column }) => `${KINDS[kind] ?? kind}: la columna «${column}» está dos veces.`,
})

export const KIND_TWICE = message<{ readonly kind: string }>({
  en: ({ kind }) => `${kind} comes twice: give its rows in one place.`,
  es: ({ kind }) => `${KINDS[kind] ?? kind} viene dos veces: da sus renglones en un solo lugar.`,
})

export const NO_KNOWN_SHEET = message<{ readonly known: readonly string[] }>({
  en: ({ known }) => `No sheet of the workbook is called ${known.join(', ')}.`,
  es: ({ known }) => `Ninguna hoja del libro se llama ${known.join(', ')}.`,
})

export const DAY_NOT_COME = message<{ readonly day: string; readonly today: string }>({
  en: ({ day, today }) => `fecha is ${day}, which has not come yet; today is ${today}.`,
  es: ({ day, today }) => `La fecha ${day} todavía no llega; hoy es ${today}.`,
})

export const OPENED_ALREADY = message<{ readonly folio: string }>({
  en: ({ folio }) =>
    `The company has its opening balances, by the entry ${folio}; revertir_saldos_iniciales takes them back.`,
  es: ({ folio }) =>
    `La empresa ya tiene sus saldos iniciales, con la póliza ${folio}; «Revertir saldos iniciales» los quita.`,
})

export const NOT_OPENED = message({
  en: () => 'The company has no opening balances that could be taken back.',
  es: () => 'La empresa no tiene saldos iniciales que revertir.',
})

export const ACCOUNT_OF_CODE_MISSING = message<{ readonly code: string }>({
  en: ({ code }) =>
    `No active account that takes entries has the SAT's code ${code}, which these balances need.`,
  es: ({ code }) =>
    `Ninguna cuenta activa que acepte movimientos tiene el código agrupador ${code}, y estos saldos lo necesitan.`,
})

export const OPENING_USED = message<{ readonly used: readonly Message[] }>({
  en: ({ used }, say) =>
    `The opening balances are in use: ${say.all(used.map((one) => one.in(say)))}. Take that back first.`,
  es: ({ used }, say) =>
    `Los saldos iniciales ya se usaron: ${say.all(used.map((one) => one.in(say)))}. Revierte eso primero.`,
})

/** What uses something of an opening, by whom people know it. */
export const USED_BY = message<{
  readonly model: string
  readonly folio: string
  readonly of: string
}>({
  en: ({ model, folio, of }) => `${model} ${folio} (${of})`,
  es: ({ model, folio, of }, say) => `${say.model(model)} ${folio} (${of})`,
})

export const HOLDS_OPENING = message<{ readonly folio: string }>({
  en: ({ folio }) =>
    `The entry ${folio} holds the opening balances; revertir_saldos_iniciales of Empresa takes them back.`,
  es: ({ folio }) =>
    `La póliza ${folio} tiene los saldos iniciales; «Revertir saldos iniciales» de la empresa los quita.`,
})

/** What an attached file should be. */
export const A_TABLE = message({ en: () => 'a table', es: () => 'una tabla' })

export const NO_ENTRY_TYPE = message({
  en: () => 'The company has no TipoPoliza.',
  es: (_, say) => `La empresa no tiene ningún ${say.model('TipoPoliza')}.`,
})
