import { ApiError, type ErrorEntry } from '../../../errors.ts'
import type { Message } from '../../../messages/message.ts'
import {
  BALANCE_ABOVE_ZERO,
  BALANCE_NOT_IN_ENTRY,
  ENTRY_NOT_APPLIED,
  ENTRY_OF_DOCUMENT,
  NO_SUCH_ENTRY,
} from '../../../messages/opening-balances.ts'
import { referenceInput } from '../action-inputs.ts'
import type { ActionContext, RecordAction } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import { decisionAction, type DecidedRecord } from '../decide-records.ts'
import {
  findOpeningAmounts,
  lockOpeningEntry,
  type OpeningKind,
  type PartyAmount,
} from './store/opening-entry-store.ts'

/** The models whose records somebody may enter as the balances of before. */
type OpeningModel = 'AnticipoProveedor' | 'AnticipoVenta' | 'CuentaPorCobrar' | 'CuentaPorPagar'

interface Recognized {
  readonly kind: OpeningKind
  /** Why such a record is not recognized so, or null. */
  readonly problemOf: (record: DecidedRecord) => Message | null
}

/**
 * The action that recognizes balances which somebody entered by hand, an opening balance above all: the books must hold
 * them, in an applied entry that people wrote, and no more of them than it has. Nothing is booked.
 * @source docs/decisions/0259-erp-decisions-by-actions.md
 */
export function recognizeAction(model: OpeningModel, recognized: Recognized): RecordAction {
  return decisionAction(model, {
    name: 'reconocer_saldo',
    label: 'Reconocer saldo',
    inputs: [
      {
        ...referenceInput('Poliza', {
          name: 'poliza',
          label: 'Póliza de apertura',
          required: true,
        }),
      },
    ],
    decide: (context, records) => recognize(context, records, recognized),
  })
}

async function recognize(
  context: ActionContext,
  records: readonly DecidedRecord[],
  { kind, problemOf }: Recognized,
) {
  const { tx, caller, inputs } = context
  const poliza = String(inputs.get('poliza'))
  const left = new OpeningEntryLeft(await booked(context, { kind, poliza }))
  const ids = records.map(({ id }) => id)
  const { amounts, recognized } = await findOpeningAmounts(tx, caller.empresa, {
    kind,
    poliza,
    ids,
  })
  for (const { tercero, importe } of recognized) left.take(tercero, cents(importe))
  const refused = new Map<string, ErrorEntry>()
  for (const record of records) {
    const problem = problemOf(record)
    const amount = cents(amounts.get(record.id) ?? '0')
    const party = record.stored.get(kind.party) ?? null
    if (problem !== null) refused.set(record.id, { code: 'INVALID_STATE', message: problem })
    else if (amount <= 0n || amount > left.balanceOf(party))
      refused.set(record.id, excess(amount, left.balanceOf(party)))
    else left.take(party, amount)
  }
  return {
    refused,
    values: new Map(records.map(({ id }) => [id, new Map([['poliza', poliza]])])),
  }
}

/** What of an entry no balance has yet: of each party that its lines name, and of lines that name none. */
class OpeningEntryLeft {
  readonly #named = new Map<string, bigint>()
  #unnamed = 0n

  constructor(amounts: readonly PartyAmount[]) {
    for (const { tercero, importe } of amounts) {
      if (tercero === null) this.#unnamed = cents(importe)
      else this.#named.set(tercero, cents(importe))
    }
  }

  balanceOf(party: string | null): bigint {
    const all = this.#ofName(party) + this.#unnamed
    return all > 0n ? all : 0n
  }

  /** What the lines of a party do not hold is taken of those that name none. */
  take(party: string | null, amount: bigint): void {
    const own = this.#ofName(party)
    const taken = own < amount ? own : amount
    if (party !== null) this.#named.set(party, own - taken)
    this.#unnamed -= amount - taken
  }

  #ofName(party: string | null): bigint {
    const own = party === null ? 0n : (this.#named.get(party) ?? 0n)
    return own > 0n ? own : 0n
  }
}

function excess(amount: bigint, left: bigint): ErrorEntry {
  const message =
    amount <= 0n
      ? BALANCE_ABOVE_ZERO()
      : BALANCE_NOT_IN_ENTRY({ balance: amountText(amount), left: amountText(left) })
  return { code: 'VALIDATION', field: 'poliza', message }
}

const refusal = (code: ErrorEntry['code'], message: Message) =>
  new ApiError([{ code, field: 'poliza', message }])

/** What an entry puts on the accounts of these balances. @throws ApiError UNKNOWN_REFERENCE, INVALID_STATE */
async function booked(
  { tx, caller }: ActionContext,
  details: { readonly kind: OpeningKind; readonly poliza: string },
): Promise<readonly PartyAmount[]> {
  const entry = await lockOpeningEntry(tx, caller.empresa, details)
  const id = details.poliza
  if (entry === undefined) throw refusal('UNKNOWN_REFERENCE', NO_SUCH_ENTRY({ id }))
  if (!entry.is_by_hand) throw refusal('INVALID_STATE', ENTRY_OF_DOCUMENT({ id }))
  if (entry.estado !== 'aplicada') {
    throw refusal('INVALID_STATE', ENTRY_NOT_APPLIED({ id, state: entry.estado }))
  }
  return entry.importes
}
