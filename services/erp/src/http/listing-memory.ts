import { RecentMap } from '@oficina/kit/recent-map.ts'

import type { Caller } from '../identity/caller.ts'
import { rightsKey } from '../identity/rights.ts'
import type { ListingPlan } from '../query/listing/listing-plan.ts'
import type { ListingRequest } from '../query/listing/listing-request.ts'
import type { ListingRow } from '../query/listing/listing-sql.ts'
import type { CompanyRead } from '../store/tenant-database.ts'

/** A listing that was parsed and checked, with the read that answers it. */
export interface PlannedListing {
  readonly request: ListingRequest
  readonly plan: ListingPlan
  readonly read: CompanyRead<ListingRow>
}

type ListingOwner = Pick<Caller, 'empresa' | 'rights'>

// Screens show the same lists again and again; the least recently used one is dropped.
const MAX_LISTINGS = 1_000
// A longer URL has a filter with many values, which is unlikely to recur.
const MAX_URL_LENGTH = 1_000

/**
 * Recently requested listings by company, view and URL. A plan depends on the URL and on the caller's view of the
 * dictionary, so callers with other rights never share one.
 */
export class ListingMemory {
  readonly #listings = new RecentMap<string, PlannedListing>(MAX_LISTINGS)

  get(caller: ListingOwner, url: string): PlannedListing | undefined {
    return this.#listings.get(keyOf(caller, url))
  }

  keep(caller: ListingOwner, url: string, listing: PlannedListing): void {
    if (url.length > MAX_URL_LENGTH) return
    this.#listings.set(keyOf(caller, url), listing)
  }
}

function keyOf({ empresa, rights }: ListingOwner, url: string): string {
  return `${empresa} ${rightsKey(rights)} ${url}`
}
