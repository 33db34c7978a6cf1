import { Field } from '@oficina/web/field.tsx'
import { formatBytes } from '@oficina/web/formats.ts'
import { Pill } from '@oficina/web/pill.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { failureText } from '../session/failure-text.ts'
import { words } from '../words/templates.ts'
import { isSlug } from './slug-text.ts'
import { tagChanges } from './tag-names.ts'
import { readDraftTags, readTags, type Problem, type TemplateTags } from './template-api.ts'
import { templateNamed } from './template-list.ts'

export interface UploadRowProps {
  readonly file: File
  readonly slug: string
  /** It is to replace one template, whose name stands. */
  readonly isNamed: boolean
  readonly onRename: (slug: string) => void
}

/** A file before it is stored: its name, what it would replace, and what is wrong with its tags. */
export function UploadRow({ file, slug, isNamed, onRename }: UploadRowProps) {
  const isPresent = templateNamed(slug) !== undefined
  const draft = useLoaded(`${file.name} ${file.lastModified}`, (signal) =>
    readDraftTags(file, signal),
  )
  const present = useLoaded(isPresent ? slug : undefined, (signal) => readTags(slug, signal))
  const error = isSlug(slug) ? undefined : words('badName')
  return (
    <div class="upload-what">
      <p class="upload-file">
        {file.name} <span class="muted">{formatBytes(file.size)}</span>{' '}
        <Pill tone={isPresent ? 'warning' : 'info'}>{words(isPresent ? 'replaces' : 'isNew')}</Pill>
      </p>
      <Field label={words('name')} error={error} help={words('nameHelp')}>
        {({ id, describedBy, isInvalid }) => (
          <input
            id={id}
            class="input"
            spellcheck={false}
            readOnly={isNamed}
            aria-describedby={describedBy}
            aria-invalid={isInvalid}
            value={slug}
            onInput={({ currentTarget }) => onRename(currentTarget.value)}
          />
        )}
      </Field>
      {draft.isLoading && <p class="muted">{words('reading')}</p>}
      {draft.error !== undefined && (
        <p class="muted">{words('unreadable', { reason: failureText(draft.error) })}</p>
      )}
      {draft.value !== undefined && <Problems problems={draft.value.problems} />}
      {draft.value !== undefined && isPresent && present.value !== undefined && (
        <Changes before={present.value} after={draft.value} />
      )}
    </div>
  )
}

const MAX_SHOWN = 5

function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return <Pill tone="success">{words('noProblems')}</Pill>
  const rest = problems.length - MAX_SHOWN
  return (
    <>
      <Pill tone="danger">{words('problems', { count: problems.length })}</Pill>
      <ul class="problem-lines">
        {problems.slice(0, MAX_SHOWN).map(({ tag, message }, index) => (
          <li key={index}>
            {tag !== '' && <code>{tag}</code>} {message}
          </li>
        ))}
        {rest > 0 && <li class="muted">{words('more', { count: rest })}</li>}
      </ul>
    </>
  )
}

function Changes({
  before,
  after,
}: {
  readonly before: TemplateTags
  readonly after: TemplateTags
}) {
  const { added, removed } = tagChanges(before.tags, after.tags)
  if (added.length + removed.length === 0) return <p class="muted">{words('sameTags')}</p>
  return (
    <div class="tag-changes">
      {added.length > 0 && (
        <p>
          {words('tagsAdded')} <Tags tags={added} class="added" />
        </p>
      )}
      {removed.length > 0 && (
        <p>
          {words('tagsRemoved')} <Tags tags={removed} class="removed" />
        </p>
      )}
    </div>
  )
}

function Tags({ tags, ...rest }: { readonly tags: readonly string[]; readonly class: string }) {
  return (
    <>
      {tags.map((tag) => (
        <code key={tag} class={rest.class}>
          {tag}
        </code>
      ))}
    </>
  )
}
