import { isBranchTold, itemTopic, linked, pushText } from './git-texts.ts'
import { githubEvent } from './github-events.ts'
import {
  at,
  listAt,
  needed,
  quotation,
  textAt,
  type HookCall,
  type HookForm,
  type HookMessage,
  type Payload,
} from './payload.ts'

/** Events of GitHub in the words of Zulip's integration. */
export const github: HookForm = ({ payload, header, options }: HookCall) => {
  if (options.ignore_private_repositories === true && at(payload, 'repository.private') === true) {
    return []
  }
  const event = header('x-github-event')
  const branch =
    event === 'push' ? BRANCH.exec(textAt(payload, 'ref'))?.groups?.['name'] : undefined
  if (branch !== undefined && !isBranchTold(branch, options.branches)) return []
  const message = EVENTS[event]?.(payload)
  return message === undefined ? [] : [{ ...message, event: githubEvent(event, payload) }]
}

type Reading = (payload: Payload) => HookMessage | undefined

const sender = (payload: Payload) => textAt(payload, 'sender.login') || 'Somebody'
const repository = (payload: Payload) => needed(payload, 'repository.name')

const EVENTS: Readonly<Record<string, Reading>> = {
  ping: (payload) => ({
    topic: textAt(payload, 'repository.name') || textAt(payload, 'organization.login') || 'GitHub',
    content: `GitHub webhook has been successfully configured by ${sender(payload)}.`,
  }),
  push,
  issues: (payload) => item(payload, 'issue', 'issue'),
  pull_request: pullRequest,
  issue_comment: (payload) =>
    comment(payload, textAt(payload, 'issue.pull_request.url') === '' ? 'issue' : 'PR', 'issue'),
  pull_request_review_comment: (payload) => comment(payload, 'PR', 'pull_request'),
  pull_request_review: review,
  commit_comment: (payload) => ({
    topic: repository(payload),
    content: commitComment(payload),
  }),
  create: (payload) => reference(payload, 'created'),
  delete: (payload) => reference(payload, 'deleted'),
  fork: (payload) => ({
    topic: repository(payload),
    content: `${sender(payload)} forked [${textAt(payload, 'forkee.name')}](${textAt(payload, 'forkee.html_url')}).`,
  }),
  star: (payload) => ({
    topic: repository(payload),
    content: `${sender(payload)} ${textAt(payload, 'action') === 'deleted' ? 'unstarred' : 'starred'} the repository ${linked(
      textAt(payload, 'repository.full_name'),
      textAt(payload, 'repository.html_url'),
    )}.`,
  }),
  release: (payload) => ({
    topic: repository(payload),
    content: releaseText(payload),
  }),
  check_run: checkRun,
  status: (payload) => ({
    topic: repository(payload),
    content: `[${textAt(payload, 'sha').slice(0, 11)}](${textAt(payload, 'commit.html_url')}) changed its status to ${textAt(payload, 'state')}.`,
  }),
}

const BRANCH = /^refs\/heads\/(?<name>.*)$/

function push(payload: Payload): HookMessage | undefined {
  const ref = needed(payload, 'ref')
  const branch = BRANCH.exec(ref)?.groups?.['name']
  if (branch === undefined) return undefined
  const user = sender(payload)
  const commits = listAt(payload, 'commits').map((commit) => ({
    message: textAt(commit, 'message'),
    sha: textAt(commit, 'id'),
    url: textAt(commit, 'url'),
    author: textAt(commit, 'author.username') || textAt(commit, 'author.name') || user,
  }))
  const isForced = at(payload, 'forced') === true
  const kind = at(payload, 'deleted') === true ? 'deleted' : isForced ? 'force pushed' : 'pushed'
  return {
    topic: `${repository(payload)} / ${branch}`,
    content: pushText({ user, compareUrl: textAt(payload, 'compare'), branch, commits, kind }),
  }
}

/** Actions that tell nothing beside the others that come with them. */
const QUIET = new Set(['synchronize', 'edited', 'labeled', 'unlabeled', 'auto_merge_enabled'])

function item(payload: Payload, kind: string, field: string): HookMessage | undefined {
  const action = needed(payload, 'action')
  if (QUIET.has(action)) return undefined
  const number = needed(payload, `${field}.number`)
  const assignee = textAt(payload, 'assignee.login')
  const done =
    action === 'assigned' && assignee !== ''
      ? `assigned ${assignee} to`
      : action.replaceAll('_', ' ')
  const body = action === 'opened' ? quotation(textAt(payload, `${field}.body`)) : '.'
  return {
    topic: itemTopic(repository(payload), kind, number, textAt(payload, `${field}.title`)),
    content: `${sender(payload)} ${done} [${kind} #${number}](${textAt(payload, `${field}.html_url`)})${body}`,
  }
}

function pullRequest(payload: Payload): HookMessage | undefined {
  const isMerged = at(payload, 'pull_request.merged') === true
  const action = needed(payload, 'action')
  const shown = action === 'closed' ? (isMerged ? 'merged' : 'closed without merge') : action
  const message = item({ ...payload, action: shown }, 'PR', 'pull_request')
  if (message === undefined || shown !== 'opened') return message
  const branches = ` from \`${textAt(payload, 'pull_request.head.ref')}\` to \`${textAt(payload, 'pull_request.base.ref')}\``
  const url = textAt(payload, 'pull_request.html_url')
  return { ...message, content: message.content.replace(`](${url})`, () => `](${url})${branches}`) }
}

function comment(payload: Payload, kind: string, field: string): HookMessage | undefined {
  const action = needed(payload, 'action')
  if (action === 'deleted') return undefined
  const number = needed(payload, `${field}.number`)
  const done = action === 'edited' ? 'edited a comment' : 'commented'
  return {
    topic: itemTopic(repository(payload), kind, number, textAt(payload, `${field}.title`)),
    content: `${sender(payload)} ${linked(done, textAt(payload, 'comment.html_url'))} on ${linked(
      `${kind} #${number}`,
      textAt(payload, `${field}.html_url`),
    )}${quotation(textAt(payload, 'comment.body'))}`,
  }
}

function review(payload: Payload): HookMessage | undefined {
  if (textAt(payload, 'action') !== 'submitted') return undefined
  const number = needed(payload, 'pull_request.number')
  const state = textAt(payload, 'review.state')
  const done =
    state === 'approved'
      ? 'approved'
      : state === 'changes_requested'
        ? 'requested changes on'
        : 'reviewed'
  return {
    topic: itemTopic(repository(payload), 'PR', number, textAt(payload, 'pull_request.title')),
    content: `${sender(payload)} ${linked(done, textAt(payload, 'review.html_url'))} ${linked(
      `PR #${number}`,
      textAt(payload, 'pull_request.html_url'),
    )}${quotation(textAt(payload, 'review.body'))}`,
  }
}

function reference(payload: Payload, done: string): HookMessage {
  return {
    topic: repository(payload),
    content: `${sender(payload)} ${done} ${textAt(payload, 'ref_type')} ${textAt(payload, 'ref')}.`,
  }
}

function checkRun(payload: Payload): HookMessage | undefined {
  if (textAt(payload, 'check_run.status') !== 'completed') return undefined
  const sha = textAt(payload, 'check_run.head_sha')
  return {
    topic: `${repository(payload)} / checks`,
    content: `Check ${linked(textAt(payload, 'check_run.name'), textAt(payload, 'check_run.html_url'))} completed (${textAt(
      payload,
      'check_run.conclusion',
    )}). (${linked(sha.slice(0, 11), `${textAt(payload, 'repository.html_url')}/commit/${sha}`)})`,
  }
}

function commitComment(payload: Payload): string {
  const url = textAt(payload, 'comment.html_url')
  const commit = linked(textAt(payload, 'comment.commit_id').slice(0, 11), url.split('#')[0] ?? url)
  const body = quotation(textAt(payload, 'comment.body'))
  return `${sender(payload)} ${linked('commented', url)} on ${commit}${body}`
}

function releaseText(payload: Payload): string {
  const tag = textAt(payload, 'release.tag_name')
  const name = textAt(payload, 'release.name') || tag
  const release = linked(name, textAt(payload, 'release.html_url'))
  return `${sender(payload)} ${textAt(payload, 'action')} release ${release} for tag ${tag}.`
}
