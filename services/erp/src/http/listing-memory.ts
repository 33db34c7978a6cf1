import { RecentMap } from '@oficina/kit/recent-map.ts'
import type { Sql } from '@oficina/kit/sql.ts'

import type { ListingPlan } from '../query/listing-plan.ts'
import type { ListingRequest } from '../query/listing-request.ts'
import type { EmpresaId, Planning } from '../store/tenant-database.ts'

/** A listing that was read, checked and made SQL of. */
export interface PlannedListing {
  readonly request: ListingRequest
  readonly plan: ListingPlan
  readonly statement: Sql & { readonly planning: Planning }
}

// Lists that screens show come again and again; the one used longest ago makes room.
const MAX_LISTINGS = 1_000
// A longer one holds a filter with many values, which hardly comes again.
const MAX_URL_LENGTH = 1_000

/**
 * The listings asked for lately, by company and URL. A plan follows from the dictionary and the URL alone; who may see
 * it is asked at every request.
 */
export class ListingMemory {
  readonly #listings = new RecentMap<string, PlannedListing>(MAX_LISTINGS)

  get(empresa: EmpresaId, url: string): PlannedListing | undefined {
    return this.#listings.get(`${empresa} ${url}`)
  }

  keep(empresa: EmpresaId, url: string, listing: PlannedListing): void {
    if (url.length > MAX_URL_LENGTH) return
    this.#listings.set(`${empresa} ${url}`, listing)
  }
}
