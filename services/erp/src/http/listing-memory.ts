import { RecentMap } from '@oficina/kit/recent-map.ts'

import type { ListingPlan } from '../query/listing-plan.ts'
import type { ListingRequest } from '../query/listing-request.ts'
import type { Caller } from '../identity/caller.ts'
import { rightsKey } from '../identity/rights.ts'
import type { ListingRow } from '../query/listing-sql.ts'
import type { CompanyRead } from '../store/tenant-database.ts'

/** A listing that was parsed and checked, with what reads it. */
export interface PlannedListing {
  readonly request: ListingRequest
  readonly plan: ListingPlan
  readonly read: CompanyRead<ListingRow>
}

type ListingOwner = Pick<Caller, 'empresa' | 'rights'>

// Lists that screens show come again and again; the one used longest ago makes room.
const MAX_LISTINGS = 1_000
// A longer one holds a filter with many values, which hardly comes again.
const MAX_URL_LENGTH = 1_000

/**
 * The listings asked for lately, by company, view and URL. A plan follows from the URL and from the dictionary as its
 * caller sees it, so callers with other rights never meet each other's.
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
