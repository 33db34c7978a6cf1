import type { Tag } from './template-api.ts'

/** The tags of a template, each once, as they are written. */
function tagNames(tags: readonly Tag[]): ReadonlySet<string> {
  return new Set(tags.flatMap(namesOf))
}

function namesOf({ tag, tags }: Tag): readonly string[] {
  return [tag, ...tags.flatMap(namesOf)]
}

export interface TagChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** What another version of a template asks for that the first did not, and the other way round. */
export function tagChanges(before: readonly Tag[], after: readonly Tag[]): TagChanges {
  const [old, present] = [tagNames(before), tagNames(after)]
  return {
    added: [...present].filter((tag) => !old.has(tag)),
    removed: [...old].filter((tag) => !present.has(tag)),
  }
}
