import { at, textAt, type HookCall } from './payload.ts'

const NAMES: Readonly<Record<string, string>> = {
  push: 'Push Hook',
  tag_push: 'Tag Push Hook',
  issue: 'Issue Hook',
  merge_request: 'Merge Request Hook',
  note: 'Note Hook',
  pipeline: 'Pipeline Hook',
  build: 'Job Hook',
  release: 'Release Hook',
  wiki_page: 'Wiki Page Hook',
}

/** What `only_events` and `exclude_events` call an event of GitLab's: the names of Zulip's integration. */
export function gitlabEvent(kind: string, { payload, header }: HookCall): string | undefined {
  const hook = header('x-gitlab-event') || NAMES[kind]
  if (hook === undefined) return undefined
  const detail = textAt(payload, `object_attributes.${DETAIL[kind] ?? ''}`)
  return detail === '' ? hook : `${hook} ${detail}`
}

/** Where a call says which of its hook's events it is. */
const DETAIL: Readonly<Record<string, string>> = {
  issue: 'action',
  merge_request: 'action',
  wiki_page: 'action',
  note: 'noteable_type',
}

/** Whether only members of the project see it. */
export function isPrivateProject({ payload }: HookCall): boolean {
  const levels = ['project.visibility_level', 'repository.visibility_level', 'visibility_level']
  if (levels.some((path) => at(payload, path) === 0)) return true
  return textAt(payload, 'project_visibility').endsWith('private')
}
