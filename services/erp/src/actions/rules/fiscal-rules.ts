import { ApiError, type ErrorEntry } from '../../errors.ts'
import { findFiscalRefusals } from '../../store/fiscal-rule-store.ts'
import type { Callback, PendingWrite } from '../callbacks/callback.ts'
import { changedFields, valueAfter } from './rule.ts'

/** The SAT's generic RFCs stand for persons of every kind. */
const GENERIC = new Set(['XAXX010101000', 'XEXX010101000'])

/** Which fields of a model the SAT's rules speak of. */
interface FiscalFields {
  readonly use?: string
  readonly regime?: string
  readonly rfc?: string
  readonly method?: string
  readonly form?: string
}

/**
 * The use of CFDI must be one that the regime admits, the regime one for such a person, the form of payment one that the
 * method admits. What was stored before stays until one of the fields changes.
 * @source docs/decisions/0246-erp-dictionary.md
 */
function fiscalRule(fields: FiscalFields): Callback {
  const names = Object.values(fields)
  return {
    before: async ({ tx }, write) => {
      if (!changedFields(write).some((name) => names.includes(name))) return write.values
      const of = (name: string | undefined) => (name === undefined ? null : valueAfter(write, name))
      const rfc = of(fields.rfc)
      const refused = await findFiscalRefusals(tx, {
        use: of(fields.use),
        regime: of(fields.regime),
        rfc: rfc === null || rfc === '' || GENERIC.has(rfc) ? null : rfc,
        method: of(fields.method),
        form: of(fields.form),
      })
      const problems: ErrorEntry[] = []
      const refuse = (field: string | undefined, message: string) =>
        problems.push({ code: 'VALIDATION', message: `${field}: ${message}`, field: field ?? '' })
      if (refused.use !== null)
        refuse(
          fields.use,
          `the use of CFDI ${refused.use} is not for the regime in ${fields.regime}.`,
        )
      if (refused.regime !== null)
        refuse(
          fields.regime,
          `the regime ${refused.regime} is not for a person with the RFC ${rfc}.`,
        )
      if (refused.form !== null)
        refuse(
          fields.form,
          `the form ${refused.form} does not go with the method in ${fields.method}.`,
        )
      if (problems.length > 0) throw new ApiError(problems)
      return write.values
    },
  }
}

/** A CFDI has its folio once it is stamped; a received one always. */
const stamped: Callback = {
  before: (_context, write) => {
    const isStamped =
      valueAfter(write, 'sentido') === 'recibido' ||
      !['por_timbrar', 'rechazado'].includes(valueAfter(write, 'estado') ?? '')
    demand(write, ['uuid'], { when: isStamped, because: 'a stamped CFDI has it' })
    return Promise.resolve(write.values)
  },
}

/** What a draft may still lack. */
const invoiced: Callback = {
  before: (_context, write) => {
    const isInvoiced = ['facturada', 'pagada'].includes(valueAfter(write, 'estado') ?? '')
    const needed = ['metodo_pago', 'uso_cfdi']
    demand(write, needed, { when: isInvoiced, because: 'an invoice has it' })
    return Promise.resolve(write.values)
  },
}

/** Only a write that changes something is refused: a record of before may lack it. */
function demand(
  write: PendingWrite,
  needed: readonly string[],
  { when, because }: { readonly when: boolean; readonly because: string },
): void {
  const missing = needed.filter((name) => (valueAfter(write, name) ?? '').trim() === '')
  const changed = changedFields(write)
  const isTouched = [...needed, 'estado', 'sentido'].some((name) => changed.includes(name))
  if (!when || !isTouched || missing.length === 0) return
  throw new ApiError(
    missing.map((field) => ({
      code: 'VALIDATION',
      message: `${field} is required: ${because}.`,
      field,
    })),
  )
}

function inTurn(...rules: readonly Callback[]): Callback {
  return {
    before: async (context, write) => {
      let { values } = write
      for (const { before } of rules)
        values = (await before?.(context, { ...write, values })) ?? values
      return values
    },
  }
}

/** What the SAT's rules and its documents demand of records, by model. */
export const FISCAL_RULES: ReadonlyMap<string, Callback> = new Map([
  ['Cliente', fiscalRule({ use: 'uso_cfdi', regime: 'regimen_fiscal', rfc: 'rfc' })],
  ['ClienteRazonSocial', fiscalRule({ use: 'uso_cfdi', regime: 'regimen_fiscal', rfc: 'rfc' })],
  ['Venta', invoiced],
  [
    'Cfdi',
    inTurn(
      stamped,
      fiscalRule({ regime: 'regimen_emisor', rfc: 'rfc_emisor' }),
      fiscalRule({
        use: 'uso',
        regime: 'regimen_receptor',
        rfc: 'rfc_receptor',
        method: 'metodo_pago',
        form: 'forma_pago',
      }),
    ),
  ],
])
