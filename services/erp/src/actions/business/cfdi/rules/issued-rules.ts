import { BOOKED, SEALED } from '../../../../messages/cfdi.ts'
import type { Callback, CallbackContext } from '../../../callbacks/callback.ts'
import type { KeptRecords } from '../../../rules/kept-records.ts'
import { changedFields, wrongState } from '../../../rules/rule.ts'
import { isKept, whyKept } from '../store/kept-cfdi-store.ts'

type CfdiField = 'id' | 'cfdi'

/** What names the CFDI: the record's own id, or the field by which it belongs to a CFDI. */
function issuedRule(field: CfdiField): Callback {
  return {
    passesAll: () => Promise.resolve(field === 'id'),
    before: async (context, write) => {
      const { previous, values } = write
      const sent = field === 'id' ? null : values.get(field)
      if (previous === null && sent !== null && sent !== undefined)
        await refuse(context, String(sent))
      if (previous !== null && changedFields(write).some((name) => !PRINTED.includes(name)))
        await refuse(context, previous.get(field) ?? null)
      return values
    },
    beforeDelete: async (context, { previous }) => {
      await refuse(context, previous.get(field) ?? null)
    },
  }
}

async function refuse({ tx, caller }: CallbackContext, cfdi: string | null): Promise<void> {
  if (cfdi === null) return
  const why = await whyKept(tx, caller.empresa, cfdi)
  if (why === null) return
  throw wrongState(why === 'sealed' ? SEALED({ cfdi }) : BOOKED({ cfdi }))
}

/** The printed form is nobody's secret and no part of what was sealed or booked. */
const PRINTED: readonly string[] = ['pdf']

function issuedRecords(field: CfdiField): KeptRecords {
  return {
    isKept: (empresa, of) => isKept(empresa, of(field)),
    but: field === 'id' ? PRINTED : [],
  }
}

/**
 * What the service sealed stays as it was sealed, and what somebody else issued as it was when it was booked: amounts,
 * parties and state are the SAT's, and documents, DIOT and books were made of them.
 * @source docs/decisions/0251-erp-stamping.md
 */
export const issuedCfdiRule = issuedRule('id')
export const issuedCfdiLineRule = issuedRule('cfdi')
export const issuedCfdi = issuedRecords('id')
export const issuedCfdiLines = issuedRecords('cfdi')
