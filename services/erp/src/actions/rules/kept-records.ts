import type { Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../store/tenant-database.ts'

/**
 * Records of a model that the service keeps as they are because of something that no field of theirs tells. Their rule
 * refuses by it, and who reads one is told, so that a form offers nothing that would be refused.
 * @source docs/decisions/0261-erp-metadata-for-consoles.md
 */
export interface KeptRecords {
  /** The condition on a record's fields. */
  readonly isKept: (empresa: EmpresaId, field: (name: string) => Sql) => Sql
  /** The fields that a hand may change all the same. */
  readonly but: readonly string[]
}
