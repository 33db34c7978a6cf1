import type { ErrorEntry } from '../../errors.ts'
import { DEPENDENTS } from '../../messages/dependents.ts'
import type { Message } from '../../messages/message.ts'
import { countDependents, referringRecords } from '../dependents-text.ts'
import type { ActionContext } from './action.ts'

/** Records that stand in the way of an action, of one model. */
interface FoundDependents {
  readonly modelo: string
  readonly count: number
  /** The first ten. */
  readonly ids: readonly number[]
}

/** Whether a caller sees every record of the model named. */
export type IsSeen = (model: string) => boolean

export function seenBy({ views, caller, registry }: ActionContext): IsSeen {
  const view = views.of(caller.rights)
  return (name) => {
    const model = registry.models.get(name)
    return model !== undefined && view.seesWhole(model)
  }
}

/** What stands in the way, by model where the caller may see it, and in words that count the others. */
export function toldDependents(
  found: readonly FoundDependents[],
  isSeen: IsSeen,
): {
  readonly dependents: NonNullable<ErrorEntry['dependents']>
  readonly told: Message
} {
  const dependents = Object.fromEntries(
    found
      .filter(({ modelo }) => isSeen(modelo))
      .map(({ modelo, count, ids }) => [modelo, { count, ids }]),
  )
  const all = found.reduce((sum, { count }) => sum + count, 0)
  const told = DEPENDENTS(referringRecords(dependents, all - countDependents(dependents)))
  return { dependents, told }
}
