import { apiError, type ApiError } from '../../errors.ts'
import { normalizeCurp, parseCurp, type Curp } from '../../fiscal/curp.ts'
import { firstLetter, fullName } from '../../fiscal/full-name.ts'
import { isNss, normalizeNss } from '../../fiscal/nss.ts'
import { normalizeRfc, parseRfc, type Rfc } from '../../fiscal/rfc.ts'
import type { Message } from '../../messages/message.ts'
import {
  DATE_NOT_OF_CURP,
  IDENTITY_MALFORMED,
  NOT_OF_SURNAME,
  NSS_WRONG,
} from '../../messages/record-rules.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { renameUser } from '../../store/people/user-store.ts'
import { insertRows } from '../../store/records/model-rows.ts'
import { nextId } from '../../store/records/record-store.ts'
import type { Callback, DoneWrite, PendingWrite } from './callback.ts'

/** The text that a field has after the write. */
export function textAfter({ values, previous }: PendingWrite, field: string): string | null {
  const value = values.has(field) ? values.get(field) : previous?.get(field)
  return typeof value === 'string' && value !== '' ? value : null
}

export function rejected(field: string, message: Message): ApiError {
  return apiError('CALLBACK_REJECTED', message, field)
}

/**
 * RFC, CURP and NSS are normalized and checked when they are written: form, day, check digit, and the RFC against CURP
 * and surname. One that was wrong before stays until it is changed.
 * @source docs/decisions/0203-erp-callbacks.md
 */
export const normalizarIdentidad: Callback = {
  before: (_context, write) => {
    const values = new Map(write.values)
    normalize(values, 'rfc', normalizeRfc)
    normalize(values, 'curp', normalizeCurp)
    normalize(values, 'nss', normalizeNss)
    checkIdentity({ ...write, values })
    return Promise.resolve(values)
  },
}

function normalize(
  values: Map<string, FieldValue | null>,
  field: string,
  by: (text: string) => string,
): void {
  const value = values.get(field)
  if (typeof value !== 'string') return
  const normalized = by(value)
  values.set(field, normalized === '' ? null : normalized)
}

function checkIdentity(write: PendingWrite): void {
  const rfc = read(write, 'rfc', parseRfc)
  const curp = read(write, 'curp', parseCurp)
  const nss = textAfter(write, 'nss')
  if (nss !== null && isChanged(write, 'nss') && !isNss(nss)) {
    throw rejected('nss', NSS_WRONG({ field: 'nss', model: write.model.name }))
  }
  const isTouched = ['rfc', 'curp', 'apellidos'].some((field) => isChanged(write, field))
  if (rfc?.kind === 'persona' && isTouched) checkPerson(write, rfc, curp)
}

/** Null: there is none, or a wrong one of before. */
function read<T>(
  write: PendingWrite,
  field: string,
  parse: (text: string) => T | undefined,
): T | null {
  const text = textAfter(write, field)
  const parsed = text === null ? null : parse(text)
  if (parsed === undefined && isChanged(write, field))
    throw rejected(field, IDENTITY_MALFORMED({ field, model: write.model.name }))
  return parsed ?? null
}

function isChanged(write: PendingWrite, field: string): boolean {
  return textAfter(write, field) !== (write.previous?.get(field) ?? null)
}

function checkPerson(write: PendingWrite, rfc: Rfc, curp: Curp | null): void {
  if (curp !== null && rfc.date !== curp.date) {
    throw rejected('rfc', DATE_NOT_OF_CURP({ field: 'rfc', model: write.model.name }))
  }
  const surname = textAfter(write, 'apellidos')
  if (surname !== null && !rfc.text.startsWith(firstLetter(surname))) {
    throw rejected('rfc', NOT_OF_SURNAME({ field: 'rfc', model: write.model.name }))
  }
}

/** The full name is composed, so that it can be searched and shown as one text. */
export const componerNombre: Callback = {
  before: (_context, write) => {
    const name = fullName(textAfter(write, 'nombre') ?? '', textAfter(write, 'apellidos') ?? '')
    return Promise.resolve(new Map(write.values).set('nombre_completo', name))
  },
}

// Of an employee's number, as E00001.
const NUMBER_DIGITS = 5

/** Creating with `es_empleado` also creates the Empleado record. */
export const crearEmpleado: Callback = {
  after: async (context, write) => {
    const { tx, caller, registry, now } = context
    const isNew = write.previous === null
    const empleado = registry.models.get('Empleado')
    if (!isNew || write.values.get('es_empleado') !== true || empleado === undefined) return
    const id = await nextId(tx, { model: empleado, empresa: caller.empresa, count: 1 })
    const fields = {
      numero: `E${id.padStart(NUMBER_DIGITS, '0')}`,
      asociado: write.id,
      fecha_alta: textAfter(write, 'fecha_ingreso') ?? now.slice(0, 10),
      estado: 'activo' as const,
    }
    await insertRows(context, 'Empleado', { rows: [{ id, fields }], now })
  },
}

/** An update also changes the linked user's name. */
export const actualizarUsuario: Callback = {
  after: async ({ tx, caller, now }, write: DoneWrite) => {
    const usuario = textAfter(write, 'usuario')
    const name = textAfter(write, 'nombre_completo')
    if (write.previous === null || usuario === null || name === null) return
    await renameUser(tx, caller.empresa, { id: usuario, name, now })
  },
}
