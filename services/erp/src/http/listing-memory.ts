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
  readonly #listings = new Map<string, PlannedListing>()

  get(empresa: EmpresaId, url: string): PlannedListing | undefined {
    const key = `${empresa} ${url}`
    const listing = this.#listings.get(key)
    if (listing === undefined) return undefined
    this.#listings.delete(key)
    this.#listings.set(key, listing)
    return listing
  }

  keep(empresa: EmpresaId, url: string, listing: PlannedListing): void {
    if (url.length > MAX_URL_LENGTH) return
    this.#listings.set(`${empresa} ${url}`, listing)
    const oldest = this.#listings.keys().next()
    if (this.#listings.size > MAX_LISTINGS && oldest.done !== true) {
      this.#listings.delete(oldest.value)
    }
  }
}
