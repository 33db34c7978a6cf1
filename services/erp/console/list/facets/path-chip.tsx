import type { ListColumn } from '../list-columns.ts'
import { useColumnsOf } from '../use-columns-of.ts'
import { FacetChip, type FacetChipProps } from './facet-chip.tsx'

/** A chip for a field of the model or, as `proveedor__rfc`, of what a reference points to. */
export function PathChip({
  columns,
  ...chip
}: Omit<FacetChipProps, 'column'> & { readonly columns: readonly ListColumn[] }) {
  const [own = '', further] = chip.path.split('__')
  const column = columns.find(({ name }) => name === own)
  const targets = useColumnsOf(
    further === undefined ? undefined : (column?.references ?? undefined),
  )
  const target = targets.find(({ name }) => name === further)
  if (column === undefined) return null
  if (further === undefined) return <FacetChip {...chip} column={column} />
  if (target === undefined) return null
  const label = `${column.label} › ${target.label}`
  return <FacetChip {...chip} column={{ ...target, label }} />
}
