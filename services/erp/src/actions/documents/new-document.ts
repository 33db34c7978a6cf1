import { ApiError } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import type { WriteMoment } from '../../query/write-plan.ts'
import type { Read } from '../sign-in/new-password.ts'
import type { WriteTools } from '../write-tools.ts'
import { fillPrices, type PricedDocument } from './line-prices.ts'
import { fillTaxes, type TaxedDocument } from './line-taxes.ts'

/** Who writes, when, and how he reads before his transaction begins. */
interface Writing {
  readonly caller: Caller
  readonly read: Read
  readonly moment: WriteMoment
}

// YYYY-MM-DD, of a day or of an instant.
const DAY = 10

/**
 * A record whose new lines have the prices of the customer's list where nobody says which.
 * @throws ApiError VALIDATION where no list has one
 */
export async function fillPricesOf(
  { registry }: WriteTools,
  document: PricedDocument,
  { caller, read, moment }: Writing,
): Promise<void> {
  const pricing = { registry, empresa: caller.empresa, read, day: moment.today }
  const problems = (await fillPrices(pricing, [document])).get(0)
  if (problems !== undefined) throw new ApiError(problems)
}

/** A record whose new lines bear the taxes of their articles where nobody says which. */
export async function fillTaxesOf(
  { registry }: WriteTools,
  record: TaxedDocument,
  { caller, read, moment }: Writing,
): Promise<void> {
  const day = String(record.values.get('fecha') ?? moment.today).slice(0, DAY)
  const taxing = { registry, empresa: caller.empresa, read, day }
  await fillTaxes(taxing, [record])
}
