import { isBranchTold, itemTopic, pushText } from './git-texts.ts'
import { gitlabEvent, isPrivateProject } from './gitlab-events.ts'
import {
  listAt,
  needed,
  quotation,
  textAt,
  type HookCall,
  type HookForm,
  type HookMessage,
  type Payload,
} from './payload.ts'

/** Events of GitLab in the words of Zulip's integration. */
export const gitlab: HookForm = (call) => {
  const { payload, options } = call
  if (options.ignore_private_repositories === true && isPrivateProject(call)) return []
  const kind = textAt(payload, 'object_kind') || textAt(payload, 'event_name')
  if (kind === 'push' && !isBranchTold(branchOf(payload), options.branches)) return []
  const message = EVENTS[kind]?.(payload, call)
  return message === undefined ? [] : [{ ...message, event: gitlabEvent(kind, call) }]
}

type Reading = (payload: Payload, call: HookCall) => HookMessage | undefined

const project = (payload: Payload) =>
  textAt(payload, 'project.name') || needed(payload, 'repository.name')
const user = (payload: Payload) => textAt(payload, 'user.name') || textAt(payload, 'user_name')
const home = (payload: Payload) =>
  textAt(payload, 'project.web_url') || textAt(payload, 'repository.homepage')

const EVENTS: Readonly<Record<string, Reading>> = {
  push,
  tag_push: (payload) => ({
    topic: project(payload),
    content: `${user(payload)} ${NOTHING.test(textAt(payload, 'after')) ? 'removed' : 'pushed'} tag ${textAt(payload, 'ref').replace(/^refs\/tags\//, '')}.`,
  }),
  issue: (payload, call) => item(payload, 'issue', call),
  merge_request: (payload, call) => item(payload, 'MR', call),
  note,
  pipeline,
  build: (payload) => ({
    topic: `${textAt(payload, 'repository.name') || textAt(payload, 'project_name')} / ${textAt(payload, 'ref')}`,
    content: `Build ${textAt(payload, 'build_name')} from ${textAt(payload, 'build_stage')} stage was ${textAt(payload, 'build_status')}.`,
  }),
  release: (payload) => ({
    topic: project(payload),
    content: `Release [${textAt(payload, 'name')}](${textAt(payload, 'url')}) for tag ${textAt(payload, 'tag')} was ${textAt(payload, 'action')}d.`,
  }),
  wiki_page: (payload) => ({
    topic: project(payload),
    content: wikiText(payload),
  }),
}

const NOTHING = /^0+$/

function branchOf(payload: Payload): string {
  return needed(payload, 'ref').replace(/^refs\/heads\//, '')
}

function push(payload: Payload): HookMessage {
  const branch = branchOf(payload)
  const after = textAt(payload, 'after')
  const isDeleted = NOTHING.test(after)
  const commits = listAt(payload, 'commits').map((commit) => ({
    message: textAt(commit, 'message'),
    sha: textAt(commit, 'id'),
    url: textAt(commit, 'url'),
    author: textAt(commit, 'author.name'),
  }))
  const compareUrl = isDeleted
    ? home(payload)
    : `${home(payload)}/-/compare/${textAt(payload, 'before')}...${after}`
  return {
    topic: `${project(payload)} / ${branch}`,
    content: pushText({
      user: user(payload),
      compareUrl,
      branch,
      commits,
      kind: isDeleted ? 'deleted' : 'pushed',
    }),
  }
}

const PAST: Readonly<Record<string, string>> = {
  open: 'created',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
  merge: 'merged',
  approved: 'approved',
  unapproved: 'unapproved',
  create: 'created',
  delete: 'deleted',
}

function past(action: string): string {
  return PAST[action] ?? action
}

function titleOf(kind: string, title: string, { options }: HookCall): string {
  return kind === 'MR' && options.use_merge_request_title === false ? '' : title
}

function item(payload: Payload, kind: 'issue' | 'MR', call: HookCall): HookMessage | undefined {
  const action = textAt(payload, 'object_attributes.action')
  // Test calls name no action.
  if (action === '') return undefined
  const number = needed(payload, 'object_attributes.iid')
  const source = textAt(payload, 'object_attributes.source_branch')
  const target = textAt(payload, 'object_attributes.target_branch')
  const branches = kind === 'MR' && action === 'open' ? ` from \`${source}\` to \`${target}\`` : ''
  const body = action === 'open' ? quotation(textAt(payload, 'object_attributes.description')) : '.'
  return {
    topic: itemTopic(
      project(payload),
      kind,
      number,
      titleOf(kind, textAt(payload, 'object_attributes.title'), call),
    ),
    content: `${user(payload)} ${past(action)} [${kind} #${number}](${textAt(payload, 'object_attributes.url')})${branches}${body}`,
  }
}

function note(payload: Payload, call: HookCall): HookMessage {
  const url = textAt(payload, 'object_attributes.url')
  const body = quotation(textAt(payload, 'object_attributes.note'))
  const said = `${user(payload)} [commented](${url})`
  for (const [field, kind] of [
    ['merge_request', 'MR'],
    ['issue', 'issue'],
    ['snippet', 'snippet'],
  ] as const) {
    const number = textAt(payload, `${field}.iid`) || textAt(payload, `${field}.id`)
    if (number === '') continue
    return {
      topic: itemTopic(
        project(payload),
        kind,
        number,
        titleOf(kind, textAt(payload, `${field}.title`), call),
      ),
      content: `${said} on [${kind} #${number}](${url.split('#')[0]})${body}`,
    }
  }
  const commit = textAt(payload, 'commit.id')
  return {
    topic: project(payload),
    content: `${said} on [${commit.slice(0, 11)}](${textAt(payload, 'commit.url')})${body}`,
  }
}

function pipeline(payload: Payload): HookMessage {
  const id = needed(payload, 'object_attributes.id')
  const builds = listAt(payload, 'builds').map(
    (build) => `* ${textAt(build, 'name')} - ${textAt(build, 'status')}`,
  )
  const url = textAt(payload, 'object_attributes.url') || `${home(payload)}/-/pipelines/${id}`
  const rows = builds.length === 0 ? '.' : ` with build(s):\n${builds.join('\n')}.`
  return {
    topic: `${project(payload)} / ${textAt(payload, 'object_attributes.ref')}`,
    content: `[Pipeline (${id})](${url}) changed status to ${textAt(payload, 'object_attributes.status')}${rows}`,
  }
}

function wikiText(payload: Payload): string {
  const done = past(textAt(payload, 'object_attributes.action'))
  const title = textAt(payload, 'object_attributes.title')
  return `${user(payload)} ${done} [wiki page "${title}"](${textAt(payload, 'object_attributes.url')}).`
}
