import { textAt, type Payload } from './payload.ts'

/** What `only_events` and `exclude_events` call an event of GitHub's: the names of Zulip's integration. */
export function githubEvent(event: string, payload: Payload): string {
  const action = textAt(payload, 'action')
  if (event === 'push') {
    return textAt(payload, 'ref').startsWith('refs/tags/') ? 'push_tags' : 'push_commits'
  }
  if (event === 'pull_request') return PULL_REQUEST[action] ?? `pull_request_${action}`
  if (event === 'issues') return ISSUE[action] ?? 'issues'
  return event
}

const PULL_REQUEST: Readonly<Record<string, string>> = {
  opened: 'opened_pull_request',
  reopened: 'opened_pull_request',
  synchronize: 'updated_pull_request',
  edited: 'updated_pull_request',
  assigned: 'assigned_or_unassigned_pull_request',
  unassigned: 'assigned_or_unassigned_pull_request',
  closed: 'closed_pull_request',
  review_requested: 'pull_request_review_requested',
  ready_for_review: 'pull_request_ready_for_review',
  locked: 'locked_or_unlocked_pull_request',
  unlocked: 'locked_or_unlocked_pull_request',
  auto_merge_enabled: 'pull_request_auto_merge',
  auto_merge_disabled: 'pull_request_auto_merge',
  milestoned: 'pull_request_milestoned_or_demilestoned',
  demilestoned: 'pull_request_milestoned_or_demilestoned',
  labeled: 'pull_request_labeled_or_unlabeled',
  unlabeled: 'pull_request_labeled_or_unlabeled',
  enqueued: 'pull_request_enqueued_or_dequeued',
  dequeued: 'pull_request_enqueued_or_dequeued',
}

const ISSUE: Readonly<Record<string, string>> = {
  labeled: 'issue_labeled_or_unlabeled',
  unlabeled: 'issue_labeled_or_unlabeled',
  milestoned: 'issue_milestoned_or_demilestoned',
  demilestoned: 'issue_milestoned_or_demilestoned',
  transferred: 'issues_transferred',
}
