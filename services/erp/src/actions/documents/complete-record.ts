import type { Model } from '../../dictionary/types.ts'
import { carriedValues, fillComputed, type LineSums } from '../../query/computed-values.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { sumsBefore, type WrittenLine } from './heads.ts'

type Values = ReadonlyMap<string, FieldValue | null>
type Stored = ReadonlyMap<string, string | null>

/** The values of a changed record: what its lines carry to it, what was sent, and what both make. */
export function completeRecord(
  write: {
    readonly model: Model
    readonly values: Values
    readonly previous: Stored
    readonly decimals: number | undefined
  },
  { after, writes }: { readonly after: LineSums; readonly writes: readonly WrittenLine[] },
) {
  const { model, previous, decimals } = write
  let before = after
  for (const [name, own] of Map.groupBy(writes, (write) => write.name)) {
    before = sumsBefore(model, before, { name, writes: own })
  }
  const carried =
    writes.length === 0 ? [] : carriedValues(model, previous, { before, after, decimals })
  const values = new Map([...carried, ...write.values])
  return fillComputed({ ...write, values }, { ...after, haveChanged: writes.length > 0 })
}
