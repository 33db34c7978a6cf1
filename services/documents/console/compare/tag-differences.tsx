import type { TagChanges } from '../templates/tag-names.ts'
import { words } from '../words/compare.ts'

/** The tags that come and go from one version to the other. */
export function TagDifferences({ added, removed }: TagChanges) {
  if (added.length + removed.length === 0) return <p class="muted">{words('sameTags')}</p>
  return (
    <div class="tag-changes">
      <Tags label={words('added')} tags={added} kind="added" />
      <Tags label={words('removed')} tags={removed} kind="removed" />
    </div>
  )
}

interface TagsProps {
  readonly label: string
  readonly tags: readonly string[]
  readonly kind: 'added' | 'removed'
}

function Tags({ label, tags, kind }: TagsProps) {
  if (tags.length === 0) return null
  return (
    <p>
      {label}{' '}
      {tags.map((tag) => (
        <code key={tag} class={kind}>
          {tag}
        </code>
      ))}
    </p>
  )
}
