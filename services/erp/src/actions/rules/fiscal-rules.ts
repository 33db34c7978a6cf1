import { ApiError, type ErrorEntry } from '../../errors.ts'
import { OTHER_RFC_ISSUED } from '../../messages/company.ts'
import type { Message } from '../../messages/message.ts'
import {
  FORM_NOT_OF_METHOD,
  REGIME_NOT_OF_PERSON,
  USE_NOT_OF_REGIME,
} from '../../messages/record-rules.ts'
import {
  findFiscalRefusals,
  hasIssuedWithOther,
  type FiscalChoice,
  type FiscalRefusals,
} from '../../store/fiscal-rule-store.ts'
import type { Callback, PendingWrite } from '../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from './rule.ts'

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
      const [refused] = await findFiscalRefusals(tx, [choiceOf(fields, write)])
      const problems = refused === undefined ? [] : problemsOf(write.model.name, fields, refused)
      if (problems.length > 0) throw new ApiError(problems)
      return write.values
    },
    passesAll: async ({ tx }, writes) => {
      const refused = await findFiscalRefusals(
        tx,
        writes.map((write) => choiceOf(fields, write)),
      )
      return refused.every((refusal) => !isRefused(refusal))
    },
  }
}

function choiceOf(fields: FiscalFields, write: PendingWrite): FiscalChoice {
  const valueOf = (name: string | undefined) =>
    name === undefined ? null : valueAfter(write, name)
  const rfc = valueOf(fields.rfc) ?? ''
  return {
    use: valueOf(fields.use),
    regime: valueOf(fields.regime),
    rfcLength: rfc === '' || GENERIC.has(rfc) ? null : rfc.length,
    method: valueOf(fields.method),
    form: valueOf(fields.form),
  }
}

function isRefused({ use, regime, form }: FiscalRefusals): boolean {
  return use !== null || regime !== null || form !== null
}

function problemsOf(
  model: string,
  fields: FiscalFields,
  refused: FiscalRefusals,
): readonly ErrorEntry[] {
  const { use = '', regime = '', rfc = '', method = '', form = '' } = fields
  const problems: ErrorEntry[] = []
  const refuse = (field: string, message: Message) =>
    problems.push({ code: 'VALIDATION', message, field })
  if (refused.use !== null)
    refuse(use, USE_NOT_OF_REGIME({ field: use, model, use: refused.use, regime }))
  if (refused.regime !== null)
    refuse(regime, REGIME_NOT_OF_PERSON({ field: regime, model, regime: refused.regime, rfc }))
  if (refused.form !== null)
    refuse(form, FORM_NOT_OF_METHOD({ field: form, model, form: refused.form, method }))
  return problems
}

/**
 * The RFC of a company is that of the CFDI that it issued: cancelling, complements and the books that the SAT is sent are
 * of who issued them. It changes back to that one, and freely before the first.
 * @source docs/decisions/0241-erp-cfdi.md
 */
const issuedRfcRule: Callback = {
  before: async ({ tx, caller }, write) => {
    if (write.previous === null || !changedFields(write).includes('rfc')) return write.values
    const rfc = valueAfter(write, 'rfc') ?? ''
    if (await hasIssuedWithOther(tx, caller.empresa, rfc)) {
      throw wrongState(OTHER_RFC_ISSUED({ rfc: write.previous.get('rfc') ?? '' }), 'rfc')
    }
    return write.values
  },
}

function inTurn(...rules: readonly Callback[]): Callback {
  return {
    before: async (context, write) => {
      let { values } = write
      for (const { before } of rules)
        values = (await before?.(context, { ...write, values })) ?? values
      return values
    },
    passesAll: async (context, writes) => {
      for (const { passesAll } of rules) {
        if (passesAll === undefined || !(await passesAll(context, writes))) return false
      }
      return true
    },
  }
}

/** What the SAT's rules and its documents demand of records, by model. */
export const FISCAL_RULES: ReadonlyMap<string, Callback> = new Map([
  ['Empresa', issuedRfcRule],
  ['Cliente', fiscalRule({ use: 'uso_cfdi', regime: 'regimen_fiscal', rfc: 'rfc' })],
  ['ClienteRazonSocial', fiscalRule({ use: 'uso_cfdi', regime: 'regimen_fiscal', rfc: 'rfc' })],
  [
    'Cfdi',
    inTurn(
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
